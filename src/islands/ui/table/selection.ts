/** Which rows are selected, by their keys. It outlives filters and sorting; rows that are gone are dropped. */
export interface Picked {
  keys: ReadonlySet<string>;
  /** Where a range begins: the row that was picked last. */
  last: string | null;
}
export const nonePicked: Picked = { keys: new Set(), last: null };

/** Takes rows in, or out. */
export function pick(picked: Picked, keys: readonly string[], on: boolean): Picked {
  const next = new Set(picked.keys);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return { keys: next, last: keys.at(-1) ?? picked.last };
}

/**
 * Takes all rows between the last one and this one in, or out, as a click with the shift key does.
 * @param shown keys of the rows as they stand
 */
export function pickRange(picked: Picked, shown: readonly string[], key: string, on: boolean): Picked {
  const [from, to] = [picked.last === null ? -1 : shown.indexOf(picked.last), shown.indexOf(key)];
  if (from < 0 || to < 0) return pick(picked, [key], on);
  return { ...pick(picked, shown.slice(Math.min(from, to), Math.max(from, to) + 1), on), last: key };
}

/** How the box of the head stands. */
export function coverOf(picked: Picked, shown: readonly string[]): 'none' | 'some' | 'all' {
  if (picked.keys.size === 0 || shown.length === 0) return 'none';
  const count = shown.reduce((sum, key) => sum + (picked.keys.has(key) ? 1 : 0), 0);
  return count === 0 ? 'none' : count === shown.length ? 'all' : 'some';
}
