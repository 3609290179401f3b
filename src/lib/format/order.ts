import { type Locale, localeFacts } from '../i18n/locales.ts';
import { latinDigits } from './digits.ts';
import { nameToUnicode } from './punycode.ts';

export type Sortable = string | number;
/** A value that is compared several times: a number, or a text with its numbers in Latin digits. */
export type Keyed = number | { text: string; latin: string };

/** How a language orders values: numbers by value, then texts. Different values are never equal. */
export interface TextOrder {
  compare(a: Sortable, b: Sortable): number;
  /** Prepares a value for `compareKeyed`. */
  keyed(value: Sortable): Keyed;
  compareKeyed(a: Keyed, b: Keyed): number;
}

function makeOrder(locale: Locale): TextOrder {
  const collator = new Intl.Collator(localeFacts[locale].intl, { numeric: true });
  // The collators of Persian, Arabic and Spanish don't read ۱۰۰ as a number: it would come before ۱۵.
  const keyed = (value: Sortable): Keyed => (typeof value === 'number' ? value : { text: value, latin: latinDigits(value) });
  function compareKeyed(a: Keyed, b: Keyed): number {
    if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
    if (typeof b === 'number') return 1;
    return a.text === b.text ? 0 : collator.compare(a.latin, b.latin) || (a.text < b.text ? -1 : 1);
  }
  return { keyed, compareKeyed, compare: (a, b) => compareKeyed(keyed(a), keyed(b)) };
}

const orders = new Map<Locale, TextOrder>();
/** The order of a language, made once: numbers in texts by value, upper and lower case together, equal letters with marks after those without. */
export function textOrder(locale: Locale): TextOrder {
  const made = orders.get(locale) ?? makeOrder(locale);
  orders.set(locale, made);
  return made;
}

/** Compares two texts in the order of a language, for short lists. */
export const comparedIn = (locale: Locale): ((a: string, b: string) => number) => textOrder(locale).compare;

/** The places of values in the order of a language, from the first on. */
export function placesInOrder(values: readonly Sortable[], locale: Locale): number[] {
  const { keyed, compareKeyed } = textOrder(locale);
  const keys = values.map(keyed);
  return [...values.keys()].sort((a, b) => compareKeyed(keys[a] ?? 0, keys[b] ?? 0));
}

/** Rows in the order of one of their texts in a language, or in the opposite one. Those with the same text keep their order. */
export function inOrder<T>(rows: readonly T[], locale: Locale, textOf: (row: T) => string, isDown = false): T[] {
  // Backwards twice: equal ones keep their order.
  const start = isDown ? rows.toReversed() : rows;
  const ordered = placesInOrder(start.map(textOf), locale).map((place) => start[place] as T); // a place of the rows
  return isDown ? ordered.reverse() : ordered;
}

/** Rows in the order of their names. A domain has the place of its name in its own script, which is how readers see it. */
export const byName = <T extends { name: string }>(rows: readonly T[], locale: Locale, isDown = false): T[] =>
  inOrder(rows, locale, ({ name }) => nameToUnicode(name), isDown);
