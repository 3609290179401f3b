import { useEffect, useState } from 'react';
import { useHydrated } from './useCompact.ts';

type Parts = typeof import('./overlay/index.ts');

let parts: Parts | undefined;
let coming: Promise<Parts> | undefined;

/** Loads the overlays (menus, lists, dialogs: Headless UI and its styles). After a failure, the next call retries. */
export function loadOverlay(): Promise<Parts> {
  coming ??= import('./overlay/index.ts').then(
    (loaded) => {
      parts = loaded;
      return loaded;
    },
    (cause) => {
      coming = undefined;
      throw cause;
    },
  );
  return coming;
}

/** Loading fails while offline; it is retried when something opens. */
const prefetch = () => void loadOverlay().catch(() => {});

// Not part of the first load: the first pointer or key event loads it, before anything can be opened.
if (typeof document !== 'undefined')
  for (const type of ['pointermove', 'pointerdown', 'keydown'])
    addEventListener(type, prefetch, { once: true, passive: true, capture: true });

/** The overlay components once they have loaded. Loads them if `isNeeded`. */
export function useOverlay(isNeeded: boolean): Parts | undefined {
  // The first event may have loaded them before a server's page is hydrated, which repeats what is there.
  const isHydrated = useHydrated();
  const [loaded, setLoaded] = useState(parts);
  useEffect(() => {
    if (!isNeeded || loaded) return;
    let isGone = false;
    loadOverlay().then(
      (match) => isGone || setLoaded(match),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isNeeded, loaded]);
  return isHydrated ? (parts ?? loaded) : undefined;
}
