import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { navigate } from '../../browser/navigate.ts';
import { isDialogOpen, isForPage, pressedLetter } from '../../browser/shortcuts.ts';
import { type RouteName, routeNames, routes } from '../../lib/routes/index.ts';
import { routeAddress } from './useShell.ts';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
/** How long a first key waits for its second. */
const SECOND_MS = 1500;

interface Targets {
  palette: () => void;
  keys: () => void;
  /** Name of the chosen domain. */
  domain: string | undefined;
  offers: (name: RouteName) => boolean;
}

/** The shortcuts of the whole panel: ⌘K or Ctrl K, `/`, `?`, and `g` with a second key. Returns the label of the first. */
export function useShortcuts({ palette, keys, domain, offers }: Targets): string {
  const onKey = useEffectEvent((event: KeyboardEvent, first: string | null): string | null => {
    if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && pressedLetter(event) === 'k') {
      if (isDialogOpen()) return null;
      event.preventDefault();
      palette();
      return null;
    }
    if (!isForPage(event)) return null;
    const key = pressedLetter(event);
    if (first === 'g') {
      const found = routeNames.find((name) => routes[name].keys === `g ${key}` && offers(name));
      const to = found && routeAddress(found, domain);
      if (to) {
        event.preventDefault();
        navigate.to(to);
      }
      return null;
    }
    if (event.key === '?') keys();
    // On a page with a list, `/` belongs to the search of the list.
    else if (event.key === '/') (document.querySelector<HTMLElement>('main [aria-keyshortcuts="/"]') ?? { focus: palette }).focus();
    else return key === 'g' && !event.shiftKey ? 'g' : null;
    event.preventDefault();
    return null;
  });
  useEffect(() => {
    let first: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return;
      const before = first;
      first = onKey(event, before);
      clearTimeout(timer);
      // The second key belongs to the first: the `n` of `g n` opens a page, not a form.
      if (before !== null) event.stopPropagation();
      if (first !== null) timer = setTimeout(() => (first = null), SECOND_MS);
    };
    // Before the listeners of pages.
    document.addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', listen, { capture: true });
    };
  }, []);
  return useSyncExternalStore(
    () => () => {},
    () => (isMac() ? '⌘K' : 'Ctrl K'),
    () => '⌘K',
  );
}
