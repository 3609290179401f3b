import { useCallback, useEffect, useState } from 'react';

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

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const SETTLE_MS = 120;

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
