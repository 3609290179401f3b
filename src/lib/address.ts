import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** Values that a page keeps in its query string; what equals the default is left out of the address. */
export type AddressState = Record<string, string>;

export function readAddress<T extends AddressState>(search: string, defaults: T): T {
  const params = new URLSearchParams(search);
  return Object.fromEntries(Object.entries(defaults).map(([name, fallback]) => [name, params.get(name) ?? fallback])) as T; // the keys of the defaults
}

/** The query string with these values in it; parameters of others stay. */
export function writeAddress<T extends AddressState>(search: string, values: T, defaults: T): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    // Taken out first, so that the same view always has the same address.
    params.delete(name);
    if (value !== defaults[name]) params.set(name, value);
  }
  return params.size > 0 ? `?${params}` : '';
}

/**
 * A change of the address is a navigation to a browser: it costs more than filtering ten thousand rows, fetches the page's icon anew,
 * and more than about a hundred in half a minute are refused. So it waits until nothing has been typed for a moment.
 */
const SETTLE_MS = 350;

/**
 * Filters of a list, kept in the address so that it reproduces what is shown. Changes replace the entry of the history instead of
 * adding one, a moment after the last key.
 */
export function useAddress<T extends AddressState>(defaults: T): [T, (change: Partial<T>) => void] {
  const [values, setValues] = useState(() => readAddress(location.search, defaults));
  useEffect(() => {
    const timer = setTimeout(() => {
      const search = writeAddress(location.search, values, defaults);
      // The router keeps its scroll positions in the state of the history.
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
