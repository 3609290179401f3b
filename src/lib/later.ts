import { useEffect, useEffectEvent, useState } from 'react';
import { t } from './i18n/react.tsx';
import { notify } from './stores/snackbars.ts';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** A letter in a field is no step towards a button, and who types shall not wait for scripts. */
const isTyping = (event: Event): boolean =>
  event instanceof KeyboardEvent && event.key.length === 1 && event.target instanceof HTMLInputElement;

/**
 * A part of a screen that most visits do without: it comes with the visitor's first sign of life, before anything can have been
 * clicked, and at the latest when it is wanted. `load` is a constant, as in `() => import('./RecordForm.tsx')`.
 *
 * @param giveUp called, after a snackbar, when it was wanted and could not be had
 * @param early false for what most visits end without: it comes only when it is wanted
 * @returns what `load` brings; null until it is there
 */
export function useLater<T extends object>(load: () => Promise<T>, wanted: boolean, giveUp: () => void, early = true): T | null {
  const [part, setPart] = useState<T | null>(null);
  const fail = useEffectEvent(() => {
    notify({ type: 'error', title: t('error:title'), description: t('error:network') });
    giveUp();
  });
  useEffect(() => {
    if (part || !early) return;
    // A failure now is nobody's concern: it is tried again when the part is wanted.
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
