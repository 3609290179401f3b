import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { pageSearch } from './page.ts';

/** Values stored in the query string of a page; default values are omitted. */
export type AddressState = Record<string, string>;

export function readAddress<T extends AddressState>(search: string, defaults: T): T {
  const params = new URLSearchParams(search);
  return Object.fromEntries(Object.entries(defaults).map(([name, fallback]) => [name, params.get(name) ?? fallback])) as T; // the keys of the defaults
}

/** The query string with these values; other parameters remain. */
export function writeAddress<T extends AddressState>(search: string, values: T, defaults: T): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    // Removed first, so that the same view always has the same address.
    params.delete(name);
    if (value !== defaults[name]) params.set(name, value);
  }
  return params.size > 0 ? `?${params}` : '';
}

/**
 * Browsers treat a change of the address as a navigation: it costs more than filtering ten thousand rows, fetches the page's icon again,
 * and is refused after about a hundred in half a minute. So it is delayed until the input pauses.
 */
const SETTLE_MS = 350;

/**
 * Filters of a list, stored in the address so that it reproduces the view. Changes replace the history entry instead of
 * adding one, shortly after the last keystroke.
 */
export function useAddress<T extends AddressState>(defaults: T): [T, (change: Partial<T>) => void] {
  const [values, setValues] = useState(() => readAddress(pageSearch(), defaults));
  useEffect(() => {
    const timer = setTimeout(() => {
      const search = writeAddress(location.search, values, defaults);
      // The router stores its scroll positions in the history state.
      if (search !== location.search) history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [values, defaults]);
  const change = useCallback((part: Partial<T>) => setValues((before) => ({ ...before, ...part })), []);
  return [values, change];
}

/**
 * Does what the address asks for behind `#`, as in `/domains/example.com/dns#add`, once; `run` gets what follows a `=`, else ''. It runs when the page opens, and when a link on the
 * page itself leads there. The part is then taken out of the address, so that a reload does not ask again.
 */
export function useHashAction(name: string, run: (value: string) => void): void {
  const look = useEffectEvent(() => {
    const [asked, ...value] = location.hash.slice(1).split('=');
    if (asked !== name) return;
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    run(decoded(value.join('=')));
  });
  useEffect(() => {
    look();
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
