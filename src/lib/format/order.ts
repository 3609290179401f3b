import { type Locale, localeFacts } from '../i18n/locales.ts';
import { latinDigits } from './digits.ts';
import { nameToUnicode } from './punycode.ts';

export type Sortable = string | number;
/** A value that is compared many times: a text with its key, or a number. */
export type Keyed = number | { text: string; key: string | null };

/** How a language orders texts. */
export interface TextOrder {
  /** Numbers by value, texts in the order of the language. Different values are never equal. */
  compare(a: Sortable, b: Sortable): number;
  /** Prepares a value for `compareKeyed`, which costs as much as a few comparisons and makes each three times as fast. */
  keyed(value: Sortable): Keyed;
  compareKeyed(a: Keyed, b: Keyed): number;
}

/**
 * Characters whose place in an order doesn't depend on those around them: those of ASCII, of Spanish, Persian and Arabic without vowel
 * marks, digits of the three scripts and the zero-width non-joiner.
 */
const alphabet = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)),
  ...'ÁÉÍÑÓÚÜáéíñóúü',
  ...'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگی',
  ...'٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹،؟',
  '\u200c',
];
const digitOf = (code: number): number => {
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? code - 0x30 : -1;
  return (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9) ? code & 0xf : -1;
};
/** Longer texts are compared by the collator. */
const MAX_LENGTH = 200;
/** A code unit for each character of the alphabet; none: another character. */
type Ranks = readonly (number | undefined)[];
const IGNORED = -1;

function makeOrder(locale: Locale): TextOrder {
  const tag = localeFacts[locale].intl;
  const collator = new Intl.Collator(tag, { numeric: true });
  let ranks: Ranks | undefined;

  /**
   * A text whose code units have the order of the collator, apart from marks and upper case, so that thousands of texts are compared
   * faster than by it. Null: it has other characters.
   */
  function keyOf(text: string): string | null {
    if (text.length > MAX_LENGTH) return null;
    ranks ??= rankAlphabet(tag);
    const units: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const rank = ranks[code] ?? 0;
      if (rank === 0) return null;
      if (rank === IGNORED) continue;
      units.push(rank);
      if (digitOf(code) < 0) continue;
      // A number: how many digits it has without leading zeros, then these.
      const place = units.push(1) - 1;
      for (let digit = digitOf(code); digit >= 0; digit = digitOf(text.charCodeAt(++at)))
        if (digit > 0 || units.length > place + 1) units.push(0x30 + digit);
      at--;
      units[place] = units.length - place;
    }
    return String.fromCharCode(...units);
  }

  const compare = (a: Sortable, b: Sortable): number => {
    if (typeof a === 'number' || typeof b === 'number') return typeof a !== 'number' ? 1 : typeof b !== 'number' ? -1 : a - b;
    // Of numbers in other digits, the collators of Persian, Arabic and Spanish compare only what follows an equal beginning: ۱۰۰ before ۱۵.
    return a === b ? 0 : collator.compare(latinDigits(a), latinDigits(b)) || (a < b ? -1 : 1);
  };
  return {
    compare,
    keyed: (value) => (typeof value === 'number' ? value : { text: value, key: keyOf(value) }),
    compareKeyed(a, b) {
      if (typeof a === 'object' && typeof b === 'object' && a.key !== null && b.key !== null && a.key !== b.key)
        return a.key < b.key ? -1 : 1;
      return compare(plain(a), plain(b));
    },
  };
}

/** The characters of the alphabet in the order of a language. All digits have the same place; ignored characters have none. */
function rankAlphabet(tag: string): Ranks {
  const { compare } = new Intl.Collator(tag, { sensitivity: 'base' });
  const ranks = new Array<number | undefined>(0x2010).fill(undefined);
  let rank = 1;
  let before = '';
  let digits: number | undefined;
  for (const char of alphabet.toSorted(compare)) {
    const code = char.charCodeAt(0);
    if (compare(char, '') === 0) {
      ranks[code] = IGNORED;
      continue;
    }
    if (before === '' || compare(char, before) !== 0) {
      // It has the order of several letters, as آ in Arabic: the one before and the highest code point come after it.
      if (before !== '' && compare(char, `${before}\uffff`) < 0) continue;
      rank++;
    }
    before = char;
    const isDigit = digitOf(code) >= 0;
    if (isDigit) digits ??= rank;
    ranks[code] = isDigit ? digits : rank;
  }
  return ranks;
}

const plain = (value: Keyed): Sortable => (typeof value === 'number' ? value : value.text);

const orders = new Map<Locale, TextOrder>();
/** The order of a language, made once: numbers in texts by value, upper and lower case together, equal letters with marks after those without. */
export function textOrder(locale: Locale): TextOrder {
  const made = orders.get(locale) ?? makeOrder(locale);
  orders.set(locale, made);
  return made;
}

/** Compares two texts in the order of a language, for short lists. */
export const comparedIn = (locale: Locale): ((a: string, b: string) => number) => textOrder(locale).compare;

/** The places of values in the order of a language, from the first on. Most lists are in order already, which needs no keys. */
export function placesInOrder(values: readonly Sortable[], locale: Locale): number[] {
  const { compare, keyed, compareKeyed } = textOrder(locale);
  const places = [...values.keys()];
  if (values.every((value, at) => at === 0 || compare(values[at - 1] ?? 0, value) <= 0)) return places;
  const keys = values.map(keyed);
  return places.sort((a, b) => compareKeyed(keys[a] ?? 0, keys[b] ?? 0));
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
