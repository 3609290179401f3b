import { folded } from '../options.ts';
import type { Prepared } from './prepare.ts';
import type { Filter } from './types.ts';

/** The rows that match search and filters, with the counts for the chips. */
export interface Narrowed<T> {
  rows: readonly T[];
  /** For each filter, the number of rows per option, given the other filters and the search. */
  counts: readonly (readonly number[])[];
  /** The same without a selected option. */
  all: readonly number[];
  /** For the next call: the query, and the indices of all rows that match it regardless of filters. */
  query: string;
  hits: Uint32Array;
  order: Uint32Array;
  texts: Prepared<T>['texts'];
  chosen: string;
}

/** The relevant parts of a view; `chosen` contains its filter values, in order, on separate lines. */
export type Wanted = Record<'q' | 'sort' | 'dir' | 'chosen', string>;

/** @param before the last result: an extended query only searches the matches of the shorter one */
export function narrow<T>(data: Prepared<T>, filters: readonly Filter<T>[], view: Wanted, before?: Narrowed<T>): Narrowed<T> {
  const query = folded(view.q.trim());
  const order = data.order(view.sort, view.dir === 'desc');
  const isLonger = before !== undefined && before.texts === data.texts && before.order === order && query.startsWith(before.query);
  const hits = matching(data, query, isLonger ? before.hits : order);
  // Most keystrokes don't change the visible rows; then nothing has to be rendered.
  if (isLonger && hits.length === before.hits.length && before.chosen === view.chosen) return { ...before, query };
  const choices = view.chosen.split('\n');
  const chosen = filters.map(({ options, custom }, filter) => (custom ? -1 : optionIndex(options, choices[filter] ?? '')));
  const tests = filters.flatMap(({ custom }, filter) => (custom && choices[filter] ? [custom.test(choices[filter])] : []));
  const tested = tests.length === 0 ? hits : hits.filter((index) => tests.every((test) => test(data.rows[index] as T))); // an index of the order

  const rows: T[] = [];
  const result = { rows, query, hits, order, texts: data.texts, chosen: view.chosen };
  if (tested.length === data.rows.length && chosen.every((choice) => choice === -1)) {
    for (let at = 0; at < tested.length; at++) rows.push(data.rows[tested[at] as number] as T); // an index of the order
    return { ...result, counts: data.totals, all: filters.map(() => rows.length) };
  }

  const counts = filters.map(({ options }) => new Array<number>(options.length).fill(0));
  const all = filters.map(() => 0);
  for (let at = 0; at < tested.length; at++) {
    const index = tested[at] as number; // within its length
    // A row excluded by only one filter still counts for the options of that filter.
    let missed = -1;
    let misses = 0;
    for (let filter = 0; filter < chosen.length; filter++) {
      if (chosen[filter] === -1 || data.codes[filter]?.[index] === chosen[filter]) continue;
      missed = filter;
      misses++;
    }
    if (misses > 1) continue;
    if (misses === 0) rows.push(data.rows[index] as T); // an index of the order
    for (let filter = 0; filter < counts.length; filter++) {
      if (misses === 1 && missed !== filter) continue;
      const place = data.codes[filter]?.[index] ?? -1;
      const own = counts[filter];
      if (own && place >= 0) own[place] = (own[place] ?? 0) + 1;
      all[filter] = (all[filter] ?? 0) + 1;
    }
  }
  return { ...result, counts, all };
}

/** A separate loop: `filter` of a typed array takes twice as long until it has been compiled, and by then the search is over. */
function matching<T>(data: Prepared<T>, query: string, among: Uint32Array): Uint32Array {
  if (query === '') return among;
  const found = new Uint32Array(among.length);
  let count = 0;
  for (let at = 0; at < among.length; at++) {
    const index = among[at] as number; // within its length
    // Most texts are ready; calling a function for each would take as long as the search in it.
    if ((data.texts[index] ?? data.text(index)).includes(query)) found[count++] = index;
  }
  return count === among.length ? among : found.slice(0, count);
}

/** The index of the selected option: -1 for none, -2 for an unknown value, which matches no row. */
function optionIndex(options: readonly { value: string }[], value: string): number {
  if (value === '') return -1;
  const place = options.findIndex((option) => option.value === value);
  return place < 0 ? -2 : place;
}
