import { folded } from '../format/fold.ts';
import type { Locale } from '../i18n/locales.ts';

/** An item that can be found: its name, synonymous phrases (separated by commas), and related words. */
export interface Findable {
  label: string;
  words?: string | undefined;
  detail?: string | undefined;
}

/** Endings that don't change the meaning of a word. Only a few: words with the same beginning match anyway. */
const endings: Record<Locale, RegExp> = {
  en: /(?:ies|ing|ed|es|s|y)$/,
  fa: /(?:هایی|هایم|هایت|های|ها|ی)$/,
  ar: /(?:ات|ون|ين|ها|ة|ه|ی)$/,
  es: /(?:ciones|cion|ando|ados|adas|ado|ada|es|as|os|ar|er|ir|s|a|o|e)$/,
};

/** The stem of a word, at least three letters. `word` is folded. */
export function stem(word: string, locale: Locale): string {
  const bare = locale === 'ar' && word.length > 4 ? word.replace(/^(?:وال|بال|لل|ال)/, '') : word;
  const cut = bare.replace(endings[locale], '');
  return cut.length >= 3 ? cut : bare;
}

const split = (text: string): string[] => folded(text).match(/[\p{L}\p{N}][\p{L}\p{N}./:@_*-]*/gu) ?? [];

/** The meaningful words of a query; all of them if none is. */
export function queryWords(query: string, stop: ReadonlySet<string>): string[] {
  const all = split(query).map((word) => word.replace(/[.:]+$/, ''));
  const left = all.filter((word) => !stop.has(word));
  return left.length > 0 ? left : all;
}

/** How well a word of the query matches one of a text: 1 is identical, 0 no match. */
function likeness(asked: string, word: string, locale: Locale): number {
  if (asked === word) return 1;
  if (word.startsWith(asked)) return asked.length > 1 ? 0.85 : 0.4;
  const [a, b] = [stem(asked, locale), stem(word, locale)];
  if (a === b) return 0.9;
  if (a.length > 3 && b.startsWith(a)) return 0.7;
  if (b.length > 3 && a.startsWith(b)) return 0.5;
  return asked.length > 2 && word.includes(asked) ? 0.4 : 0;
}

const best = (asked: string, words: readonly string[], locale: Locale): number =>
  words.reduce((most, word) => Math.max(most, likeness(asked, word, locale)), 0);

/** How well a text matches a query; 0: no match. A name counts most, then a phrase with all the words, then scattered words. */
export function score(item: Findable, asked: readonly string[], locale: Locale): number {
  if (asked.length === 0) return 0;
  const label = split(item.label);
  const phrases = (item.words ?? '')
    .split(/[,،]/)
    .map(split)
    .filter((phrase) => phrase.length > 0);
  const all = phrases.flat();
  const beside = split(item.detail ?? '');
  let sum = 0;
  let missed = 0;
  for (const word of asked) {
    const found = Math.max(best(word, label, locale), 0.9 * best(word, all, locale), 0.4 * best(word, beside, locale));
    if (found === 0) missed++;
    sum += found;
  }
  if (missed > 0 && (missed === asked.length || missed / asked.length > 0.34)) return 0;
  const whole = (words: readonly string[]): number => {
    const fits = asked.map((word) => best(word, words, locale));
    if (words.length === 0 || fits.some((fit) => fit < 0.5)) return 0;
    // A phrase with no other words ranks above a longer one.
    return (fits.reduce((a, b) => a + b, 0) / asked.length) * Math.min(1, (asked.length + 1) / (words.length + 1));
  };
  const phrase = Math.max(whole(label) * 1.1, ...phrases.map(whole));
  const starts = folded(item.label).startsWith(asked.join(' ')) ? 0.5 : 0;
  return (sum / asked.length) * (1 - missed / asked.length) + phrase + starts;
}

/** The items that match a query, best first; equal ones in the given order. */
export function ranked<T extends Findable>(items: readonly T[], query: string, locale: Locale, stop: ReadonlySet<string>): T[] {
  const asked = queryWords(query, stop);
  return items
    .map((item, index) => ({ item, index, points: score(item, asked, locale) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.index - b.index)
    .map(({ item }) => item);
}
