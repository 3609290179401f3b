import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryValue } from '../lib/format/digits.ts';
import { pageSearch } from '../lib/page.ts';

/** Values stored in the query string of a page; default values are omitted. */
export type AddressState = Record<string, string>;

/** The value that is typed: what is typed in one go is one entry of the history. */
const TYPED = 'q';

export function readAddress<T extends AddressState>(search: string, defaults: T): T {
  const params = new URLSearchParams(search);
  // What is typed into a search remains as it was typed.
  const read = (name: string, value: string) => (name === TYPED ? value : queryValue(value));
  return Object.fromEntries(Object.entries(defaults).map(([name, fallback]) => [name, read(name, params.get(name) ?? fallback)])) as T; // the keys of the defaults
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
 * Filters of a list, stored in the address so that it reproduces the view. Each filter that is set or removed is an entry of the
 * history, shortly after the last keystroke, so that "Back" takes them away one by one.
 */
export function useAddress<T extends AddressState>(defaults: T): [T, (change: Partial<T>) => void] {
  const [values, setValues] = useState(() => readAddress(pageSearch(), defaults));
  // As the address has them, and whether typing made its entry.
  const shown = useRef(values);
  const isTyping = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      const search = writeAddress(location.search, values, defaults);
      const changed = Object.keys(values).filter((name) => values[name] !== shown.current[name]);
      shown.current = values;
      if (search === location.search) return;
      const isTyped = changed.length === 1 && changed[0] === TYPED && values[TYPED] !== defaults[TYPED];
      const write = changed.length === 0 || (isTyped && isTyping.current) ? 'replaceState' : 'pushState';
      isTyping.current = isTyped;
      // The router stores its scroll positions in the history state.
      history[write](history.state, '', `${location.pathname}${search}${location.hash}`);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [values, defaults]);
  useEffect(() => {
    const { pathname } = location;
    return onTraverse(pathname, () => {
      isTyping.current = false;
      shown.current = readAddress(location.search, defaults);
      setValues(shown.current);
    });
  }, [defaults]);
  const change = useCallback((part: Partial<T>) => setValues((before) => ({ ...before, ...part })), []);
  return [values, change];
}

const listeners = new Set<{ pathname: string; read: () => void }>();

/**
 * "Back" and "Forward" between views of one page only change the values. The router would load the page again, so it doesn't get the event.
 */
function traverse(event: PopStateEvent): void {
  // A link to a part of the page.
  if (event.state === null) return;
  const here = [...listeners].filter(({ pathname }) => pathname === location.pathname);
  if (here.length === 0) return;
  event.stopImmediatePropagation();
  for (const { read } of here) read();
}

function onTraverse(pathname: string, read: () => void): () => void {
  const listener = { pathname, read };
  if (listeners.size === 0) addEventListener('popstate', traverse, true);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', traverse, true);
  };
}

/**
 * Does what the address asks for behind `#`, as in `/domains/example.com/dns#add`, once; `run` gets what follows a `=`, else ''. It runs when the page opens, and when a link on the
 * page itself leads there. The part is then taken out of the address, so that a reload does not ask again.
 */
export function useHashAction(name: string, run: (value: string) => void): void {
  const look = useEffectEvent(() => {
    const [action, ...value] = location.hash.slice(1).split('=');
    if (action !== name) return;
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
