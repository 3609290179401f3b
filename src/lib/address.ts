import { useCallback, useState } from 'react';

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
 * Filters of a list, kept in the address so that it reproduces what is shown. Each key typed replaces the entry of the history
 * instead of adding one.
 */
export function useAddress<T extends AddressState>(defaults: T): [T, (change: Partial<T>) => void] {
  const [values, setValues] = useState(() => readAddress(location.search, defaults));
  const change = useCallback(
    (part: Partial<T>) =>
      setValues((before) => {
        const next = { ...before, ...part };
        // The router keeps its scroll positions in the state of the history.
        history.replaceState(history.state, '', `${location.pathname}${writeAddress(location.search, next, defaults)}${location.hash}`);
        return next;
      }),
    [defaults],
  );
  return [values, change];
}
