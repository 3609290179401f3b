import { useSyncExternalStore } from 'react';

/** jsdom and old browsers have no matchMedia: they get the wide layout and no motion. */
const lists = new Map<string, MediaQueryList>();
/** One list per query, shared by all components: creating one for each check is slow with many rows. */
function media(query: string): MediaQueryList | undefined {
  if (typeof matchMedia !== 'function') return undefined;
  const known = lists.get(query);
  if (known) return known;
  const list = matchMedia(query);
  lists.set(query, list);
  return list;
}

/** The same functions for each render: otherwise React would remove and add the listeners every time. */
const mediaStore = (query: string) => ({
  subscribe(changed: () => void) {
    const list = media(query);
    list?.addEventListener('change', changed);
    return () => list?.removeEventListener('change', changed);
  },
  matches: () => media(query)?.matches ?? false,
});
const never = () => false;
const [compact, phone] = [mediaStore('(max-width: 1190px)'), mediaStore('(max-width: 600px)')];

/** True at 1190 px or less, where floating elements become bottom sheets. False on the server and during hydration. */
export const useCompact = () => useSyncExternalStore(compact.subscribe, compact.matches, never);
/** True at 600 px or less: phones. */
export const usePhone = () => useSyncExternalStore(phone.subscribe, phone.matches, never);
const always = () => true;
const nothing = () => () => {};
/**
 * False on the server and during hydration. What is there before CSS or a script can say which of two forms is right, has both, and CSS
 * hides one; and lazy parts aren't rendered on the server, whose scripts for late content the policy forbids.
 */
export const useHydrated = () => useSyncExternalStore(nothing, always, never);
/** Rows of a list in a server's page: what a window shows before a script can add the others. */
export const FIRST_ROWS = 30;
export const prefersStill = () => media('(prefers-reduced-motion: reduce)')?.matches ?? true;
/** Resets the cached lists. @internal only for tests */
export const forgetMedia = (): void => lists.clear();
