import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../lib/i18n/react.tsx';
import { notify } from './stores/snackbars.ts';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Typing in a field doesn't lead to a button, and must not be delayed by scripts. */
const isTyping = (event: Event): boolean =>
  event instanceof KeyboardEvent && event.key.length === 1 && event.target instanceof HTMLInputElement;

/**
 * Loads a part of a screen that most visits don't need: on the visitor's first input event, before anything can be
 * clicked, or at the latest when it is needed. `load` is a constant, such as `() => import('./RecordForm.tsx')`.
 *
 * @param abandonOrder called, after a snackbar, when it was needed and could not be loaded
 * @param early false for parts that most visits never need: loaded only on demand
 * @returns the result of `load`; null until it is loaded
 */
export function useLater<T extends object>(load: () => Promise<T>, wanted: boolean, onFailure: () => void, early = true): T | null {
  const [part, setPart] = useState<T | null>(null);
  const fail = useEffectEvent(() => {
    notify({ type: 'error', title: t('error:title'), description: t('error:network') });
    onFailure();
  });
  useEffect(() => {
    if (part || !early) return;
    // A failure now is ignored: loading is retried when the part is needed.
    const ahead = (event: Event) => {
      if (isTyping(event)) return;
      stop();
      void load().then(setPart, () => {});
    };
    const stop = () => {
      for (const sign of signs) removeEventListener(sign, ahead);
    };
    for (const sign of signs) addEventListener(sign, ahead, { passive: true });
    return stop;
  }, [load, part, early]);
  useEffect(() => {
    if (wanted && !part) load().then(setPart, fail);
  }, [load, wanted, part]);
  return part;
}
