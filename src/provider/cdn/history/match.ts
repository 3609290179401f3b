import { canonical } from '../../../lib/rules/core/canonical.ts';
import type { Entry, Exported } from './configuration.ts';

/** An entry of an imported list; `id` is the row that becomes it, null: a new one. */
interface Wanted {
  index: number;
  entry: Entry;
  id: string | null;
  isSame: boolean;
}

/**
 * Finds the row that each entry of a file stands for: an equal one, which stays untouched, otherwise one with the same key.
 * @param keyOf what an entry is recognized by when it has changed
 * @returns the entries in the order of the file, and the rows that none of them stands for
 */
export function match(current: readonly Exported[], entries: readonly Entry[], keyOf: (entry: Entry) => string) {
  const free = new Map(current.map((one) => [one.id, one]));
  const claim = (list: readonly Exported[], name: (entry: Entry) => string) => {
    const found = new Map<string, string[]>();
    for (const { id, entry } of list) found.set(name(entry), [...(found.get(name(entry)) ?? []), id]);
    return (entry: Entry): string | null => {
      const id = found.get(name(entry))?.shift() ?? null;
      if (id !== null) free.delete(id);
      return id;
    };
  };
  const equal = claim(current, canonical);
  const wanted = entries.map((entry, index): Wanted => {
    const id = equal(entry);
    return { index, entry, id, isSame: id !== null };
  });
  const alike = claim([...free.values()], keyOf);
  for (const one of wanted) one.id ??= alike(one.entry);
  return { wanted, gone: [...free.values()] };
}
