import { useLayoutEffect, useState } from 'react';
import { prefersStill } from './useCompact.ts';

export type Presence = 'gone' | 'open' | 'closing';

/** Keeps a part on the page for its leaving motion (`ms`). Without motion (also in jsdom) it goes at once. */
export function usePresence(open: boolean, ms = 187): Presence {
  const [state, setState] = useState<Presence>('gone');
  // Not after the paint: what is seen has the focus already, so that no key falls between.
  useLayoutEffect(() => {
    if (open) return setState('open');
    if (prefersStill()) return setState('gone');
    setState((now) => (now === 'gone' ? 'gone' : 'closing'));
    const timer = setTimeout(() => setState('gone'), ms);
    return () => clearTimeout(timer);
  }, [open, ms]);
  // Between `open` turning false and the effect, nothing may be shown as open any more.
  return !open && state === 'open' ? 'closing' : state;
}
