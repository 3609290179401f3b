import { useEffect, useEffectEvent, useState } from 'react';
import { t } from './i18n/react.tsx';
import { notify } from './stores/snackbars.ts';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

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
    const ahead = () => void load().then(setPart, () => {});
    for (const sign of signs) addEventListener(sign, ahead, { once: true, passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, ahead);
    };
  }, [load, part, early]);
  useEffect(() => {
    if (wanted && !part) load().then(setPart, fail);
  }, [load, wanted, part]);
  return part;
}
