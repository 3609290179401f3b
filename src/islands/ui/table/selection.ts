/** The keys of the selected rows. The selection survives filtering and sorting; removed rows are dropped. */
export interface Picked {
  keys: ReadonlySet<string>;
  /** The start of a range: the row that was last selected. */
  last: string | null;
}
export const nonePicked: Picked = { keys: new Set(), last: null };

/** Selects or deselects rows. */
export function pick(picked: Picked, keys: readonly string[], on: boolean): Picked {
  const next = new Set(picked.keys);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return { keys: next, last: keys.at(-1) ?? picked.last };
}

/**
 * Selects or deselects all rows between the last one and this one, for a click with the Shift key.
 * @param shown keys of the rows in the current order
 */
export function pickRange(picked: Picked, visible: readonly string[], key: string, on: boolean): Picked {
  const [from, to] = [picked.last === null ? -1 : visible.indexOf(picked.last), visible.indexOf(key)];
  if (from < 0 || to < 0) return pick(picked, [key], on);
  return { ...pick(picked, visible.slice(Math.min(from, to), Math.max(from, to) + 1), on), last: key };
}

/** The state of the head's checkbox. */
export function selectionCover(picked: Picked, visible: readonly string[]): 'none' | 'some' | 'all' {
  if (picked.keys.size === 0 || visible.length === 0) return 'none';
  const count = visible.reduce((sum, key) => sum + (picked.keys.has(key) ? 1 : 0), 0);
  return count === 0 ? 'none' : count === visible.length ? 'all' : 'some';
}
