import { folded } from '../../lib/format/fold.ts';
import type { Locale } from '../../lib/i18n/locales.ts';

/** Beginnings and endings that don't change what a word is about. Light: words with the same beginning match anyway. Of folded words. */
const affixes: Record<Locale, { before?: RegExp; after: RegExp }> = {
  en: { after: /(?:ies|ing|ed|es|s|y|e)$/ },
  fa: { after: /(?:های?(?:ی|م|ت|ش|مان|تان|شان|مون|تون|شون)?و?|مان|تان|شان|مون|تون|شون|مو|ای|ی|م|ش)$/ },
  ar: { before: /^(?:[وف]?[بک]?ال|[وف]?لل)(?=..)/, after: /(?:ات|ون|ین|تی|ها|نا|ه|ی)$/ },
  es: { after: /(?:ciones|cion|ando|iendo|ados|adas|ado|ada|idos|idas|ido|ida|es|as|os|ar|er|ir|s|a|o|e)$/ },
};

/** The stem of a folded word, at least three letters. */
export function stem(word: string, locale: Locale): string {
  const { before, after } = affixes[locale];
  const bare = before ? word.replace(before, '') : word;
  const cut = bare.replace(after, '');
  const left = cut.length >= 3 ? cut : bare;
  // "banned" and "ban" are one word.
  return locale === 'en' && left.length > 3 ? left.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : left;
}

/** Where a Latin word touches an Arabic one: «وDKIM», «IPها». */
const border = /(?<=\p{Script=Arabic})(?=[a-z])|(?<=[a-z])(?=\p{Script=Arabic})/gu;

/** The folded words of a text, in order. A hyphen joins two words, except in a name such as `my-shop.example`. */
export const splitWords = (text: string): string[] =>
  (
    folded(text)
      .replace(border, ' ')
      .match(/[\p{L}\p{N}][\p{L}\p{N}./:@_*-]*/gu) ?? []
  ).flatMap((word) =>
    (/[./:@*]/.test(word) ? [word] : word.split(/[-_]/)).map((part) => part.replace(/[-.:]+$/, '')).filter((part) => part !== ''),
  );

/** Typing errors forgiven in a word of this many letters. */
const errorsIn = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2);

/**
 * Typing errors between two words: letters missing, added, changed, or two neighbors swapped (optimal string alignment).
 *
 * @returns their number; Infinity for more than the shorter word may have
 */
export function errorsBetween(a: string, b: string): number {
  const most = errorsIn(Math.min(a.length, b.length));
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? 0) + 1);
    }
    before = last;
    last = row;
  }
  const errors = last[b.length] ?? 0;
  return errors <= most ? errors : Number.POSITIVE_INFINITY;
}
