import { type Keyed, placesInOrder, type Sortable, textOrder } from '../../../lib/format/order.ts';
import { currentLocale } from '../../../lib/i18n/react.tsx';
import { folded } from '../options.ts';
import type { Column, Filter } from './types.ts';

/** Rows with the data for searching, sorting and filtering, each computed once on demand. Rows are identified by their index. */
export interface Prepared<T> {
  rows: readonly T[];
  /** The text to search: folded, with its parts separated by line breaks. */
  text: (index: number) => string;
  /** Computes texts in advance until `isOver` returns true. Returns true when all are ready. */
  warm: (isOver: () => boolean) => boolean;
  /** All rows in the order of a column, ascending or descending; equal ones in the order of `ties`. */
  order: (sort: string, isDown: boolean) => Uint32Array;
  /** For each filter, the index of each row's value in the options; -1 for none. */
  codes: readonly Int16Array[];
  /** For each filter, the number of rows per option. */
  totals: readonly (readonly number[])[];
  /** Computed texts, for the next `prepare`. */
  texts: readonly (string | undefined)[];
}

/** The parts of a list's definition that are needed for preparing it. */
export interface Shape<T> {
  columns: readonly Column<T>[];
  filters: readonly Filter<T>[];
  /** Keys of columns that order equal rows; the first is the default order of the list. */
  ties: readonly string[];
}

/** @param before the result for the rows before a change: remaining rows keep their texts */
export function prepare<T>(rows: readonly T[], shape: Shape<T>, before?: Prepared<T>): Prepared<T> {
  const { columns, filters, ties } = shape;
  const searched = columns.flatMap(({ search }) => (search ? [search] : []));
  const texts = before ? reusedValues(rows, before) : new Array<string | undefined>(rows.length).fill(undefined);
  const text = once(rows, (row) => folded(searched.map((search) => search(row)).join('\n')), texts);

  let warmed = 0;
  const warm = (isOver: () => boolean) => {
    while (warmed < rows.length && !isOver()) {
      const end = Math.min(warmed + 200, rows.length);
      while (warmed < end) text(warmed++);
    }
    return warmed === rows.length;
  };

  const locale = currentLocale();
  const { compare, keyed, compareKeyed } = textOrder(locale);
  const orders = new Map<string, Uint32Array>();
  const sorters = new Map<string, { value: (index: number) => Sortable; key: (index: number) => Keyed }>();
  const sorterOf = (name: string) => {
    const sort = columns.find(({ key }) => key === name)?.sort;
    if (sort && !sorters.has(name)) sorters.set(name, { value: once(rows, sort), key: once(rows, (row) => keyed(sort(row))) });
    return sorters.get(name);
  };
  const order = (wanted: string, isDown: boolean): Uint32Array => {
    const first = columns.some(({ key, sort }) => key === wanted && sort) ? wanted : (ties[0] ?? '');
    const name = `${first} ${isDown}`;
    const done = orders.get(name);
    if (done) return done;
    // Rows are grouped by value, then each group is ordered by ties: in most responses from the provider, groups are already ordered.
    const { values, groups, sizes } = grouped(rows, columns.find(({ key }) => key === first)?.sort ?? (() => 0));
    const rest = ties.filter((key) => key !== first).flatMap((key) => sorterOf(key) ?? []);
    const made = new Uint32Array(rows.length);
    const next = new Uint32Array(values.length);
    let at = 0;
    const sorted = placesInOrder(values, locale);
    if (isDown) sorted.reverse();
    for (const group of sorted) {
      next[group] = at;
      at += sizes[group] ?? 0;
    }
    for (let index = 0; index < rows.length; index++) {
      const group = groups[index] as number; // one of each row
      made[(next[group] as number)++] = index;
    }
    for (const [group, size] of sizes.entries()) {
      const end = next[group] as number; // where the next one begins
      const own = size > 1 && made.subarray(end - size, end);
      // Equal rows keep their order.
      if (own && !isInOrder(own, rest[0]?.value, compare))
        own.sort((a, b) => {
          let result = 0;
          for (let i = 0; result === 0 && i < rest.length; i++) result = compareKeyed(rest[i]?.key(a) ?? 0, rest[i]?.key(b) ?? 0);
          return result;
        });
    }
    orders.set(name, made);
    return made;
  };

  const totals: number[][] = [];
  const codes = filters.map(({ value, options }) => {
    const { values, groups, sizes } = grouped(rows, value);
    const places = values.map((own) => options.findIndex((option) => option.value === own));
    totals.push(options.map((option) => sizes[values.indexOf(option.value)] ?? 0));
    const code = new Int16Array(rows.length);
    for (let index = 0; index < code.length; index++) code[index] = places[groups[index] as number] ?? -1; // one of each row
    return code;
  });
  return { rows, text, warm, order, codes, totals, texts };
}

/** Whether each row is greater than the previous one, so that there are no ties. Sorting would compare twice as often, with all ties. */
function isInOrder(
  group: Uint32Array,
  read: ((index: number) => Sortable) | undefined,
  compare: (a: Sortable, b: Sortable) => number,
): boolean {
  if (!read) return true;
  let before: Sortable | undefined;
  for (let at = 0; at < group.length; at++) {
    const value = read(group[at] as number); // within its length
    if (before !== undefined && compare(before, value) >= 0) return false;
    before = value;
  }
  return true;
}

/** Groups rows by value: the values in order of appearance, the value index of each row, and the number of rows per value. */
function grouped<T, V extends string | number | null>(
  rows: readonly T[],
  read: (row: T) => V,
): { values: V[]; groups: Uint32Array; sizes: number[] } {
  const places = new Map<V, number>();
  const [values, sizes, groups]: [V[], number[], Uint32Array] = [[], [], new Uint32Array(rows.length)];
  let last: V | undefined;
  let place = -1;
  for (let index = 0; index < rows.length; index++) {
    const value = read(rows[index] as T); // an index of the rows
    // Adjacent rows often have the same value.
    if (value !== last) {
      last = value;
      place = places.get(value) ?? values.length;
      if (place === values.length) {
        places.set(value, place);
        values.push(value);
        sizes.push(0);
      }
    }
    groups[index] = place;
    sizes[place] = (sizes[place] ?? 0) + 1;
  }
  return { values, groups, sizes };
}

/** A value of a row, computed on first use: values that only resolve ties are often barely needed. */
function once<T, V extends Sortable | Keyed>(
  rows: readonly T[],
  make: (row: T) => V,
  made = new Array<V | undefined>(rows.length).fill(undefined),
): (index: number) => V {
  return (index) => {
    const known = made[index];
    if (known !== undefined) return known;
    const value = make(rows[index] as T); // callers pass indices of rows
    made[index] = value;
    return value;
  };
}

/** Texts of the rows that are the same objects as before. Rows rarely move between two lists, so a single pass finds most. */
function reusedValues<T>(rows: readonly T[], before: Prepared<T>): (string | undefined)[] {
  let from = 0;
  return rows.map((row) => {
    if (row === before.rows[from]) return before.texts[from++];
    if (row === before.rows[from + 1]) {
      // One was deleted.
      from += 2;
      return before.texts[from - 1];
    }
    // One was changed or added.
    if (before.rows.length === rows.length) from++;
    return undefined;
  });
}
