import { folded } from '../options.ts';
import type { Column, Filter } from './types.ts';

/** Rows with what searching, sorting and filtering read, each made once, and only when it is asked for. Rows are known by their index. */
export interface Prepared<T> {
  rows: readonly T[];
  /** What the search looks in: folded, the parts apart by line breaks. */
  text: (index: number) => string;
  /** Makes texts ahead, until `isOver` says so. True when all are there. */
  warm: (isOver: () => boolean) => boolean;
  /** All rows in the order of a column, descending or not; equal ones as `ties` say. */
  order: (sort: string, isDown: boolean) => Uint32Array;
  /** For each filter the place of each row's value among the options; -1 without one. */
  codes: readonly Int16Array[];
  /** For each filter how many rows have each option. */
  totals: readonly (readonly number[])[];
  /** Texts that were made, for the next `prepare`. */
  texts: readonly (string | undefined)[];
}

/** What a list is prepared by. */
export interface Shape<T> {
  columns: readonly Column<T>[];
  filters: readonly Filter<T>[];
  /** Keys of columns that decide between equal rows; the first is the order of a list that nobody has sorted. */
  ties: readonly string[];
}

/** @param before what was prepared from the rows before a change: rows that are still there keep their texts */
export function prepare<T>(rows: readonly T[], shape: Shape<T>, before?: Prepared<T>): Prepared<T> {
  const { columns, filters, ties } = shape;
  const searched = columns.flatMap(({ search }) => (search ? [search] : []));
  const texts = before ? kept(rows, before) : new Array<string | undefined>(rows.length).fill(undefined);
  const text = (index: number): string => {
    const known = texts[index];
    if (known !== undefined) return known;
    const row = rows[index] as T; // callers pass indices of rows
    const made = folded(searched.map((search) => search(row)).join('\n'));
    texts[index] = made;
    return made;
  };

  let warmed = 0;
  const warm = (isOver: () => boolean) => {
    while (warmed < rows.length && !isOver()) {
      const end = Math.min(warmed + 200, rows.length);
      while (warmed < end) text(warmed++);
    }
    return warmed === rows.length;
  };

  const orders = new Map<string, Uint32Array>();
  const sorters = new Map<string, Compare>();
  const sorterOf = (key: string): Compare | undefined => {
    const sort = columns.find((column) => column.key === key)?.sort;
    if (sort && !sorters.has(key)) sorters.set(key, compareBy(rows.map(sort)));
    return sorters.get(key);
  };
  const order = (wanted: string, isDown: boolean): Uint32Array => {
    const first = columns.some(({ key, sort }) => key === wanted && sort) ? wanted : (ties[0] ?? '');
    const name = `${first} ${isDown}`;
    const done = orders.get(name);
    if (done) return done;
    const made = Uint32Array.from(rows, (_, index) => index);
    const main = sorterOf(first);
    const rest = ties.filter((key) => key !== first).flatMap((key) => sorterOf(key) ?? []);
    const way = isDown ? -1 : 1;
    made.sort((a, b) => {
      let result = main ? way * main(a, b) : 0;
      for (let i = 0; result === 0 && i < rest.length; i++) result = rest[i]?.(a, b) ?? 0;
      // Equal rows stay as they came, whatever the engine does.
      return result || a - b;
    });
    orders.set(name, made);
    return made;
  };

  const codes = filters.map(({ value, options }) => {
    const places = new Map(options.map((option, place) => [option.value, place]));
    return Int16Array.from(rows, (row) => places.get(value(row) ?? '') ?? -1);
  });
  const totals = codes.map((code, filter) => {
    const counts = new Array<number>(filters[filter]?.options.length ?? 0).fill(0);
    for (const place of code) if (place >= 0) counts[place] = (counts[place] ?? 0) + 1;
    return counts;
  });
  return { rows, text, warm, order, codes, totals, texts };
}

type Compare = (a: number, b: number) => number;

function compareBy(values: readonly (string | number)[]): Compare {
  return (a, b) => {
    const [one, two] = [values[a] as string, values[b] as string]; // strings and numbers compare alike, and indices are those of the rows
    return one < two ? -1 : one > two ? 1 : 0;
  };
}

/** Texts of the rows that are the same objects as before. Rows move little from one list to the next, so one walk finds most. */
function kept<T>(rows: readonly T[], before: Prepared<T>): (string | undefined)[] {
  let from = 0;
  return rows.map((row) => {
    if (row === before.rows[from]) return before.texts[from++];
    if (row === before.rows[from + 1]) {
      // One was deleted.
      from += 2;
      return before.texts[from - 1];
    }
    // One was changed, or added.
    if (before.rows.length === rows.length) from++;
    return undefined;
  });
}
