/** Letters typed in place of others: a keyboard of another language, or a common misspelling. */
const letters: Record<string, readonly (readonly [RegExp, string])[]> = {
  fa: [
    [/[يىﻱﯼ]/g, 'ی'],
    [/ك/g, 'ک'],
    [/ة/g, 'ه'],
    [/[أإٱ]/g, 'ا'],
  ],
  ar: [
    [/ی/g, 'ي'],
    [/ک/g, 'ك'],
    [/[ۀە]/g, 'ه'],
  ],
};
/** Vowel marks and the stroke that only widens a word. */
const marks = /[\u064b-\u0653\u0655\u0670\u0640]/g;

/**
 * Normalizes a query. The index of a language uses the letters of that language (Pagefind handles accents and
 * the zero-width non-joiner, and stems all of our languages except Persian).
 *
 * @param language of the page, as in `<html lang>`
 */
export function searchText(typed: string, language: string): string {
  const text = typed.normalize('NFC').replace(marks, '');
  return (letters[language] ?? []).reduce((so, [from, to]) => so.replace(from, to), text).trim();
}

const persianEndings = /\u200c?ها(?:ی(?:ی|م|ت|ش|مان|تان|شان)?)?$|\u200c(?:تر|ترین|ام|ات|اش|ای|اند)$/;

/** The same words without their Persian endings, to ask again when nothing was found: «دامنه‌ها» is «دامنه» elsewhere. Null when none has one. */
export function withoutEndings(text: string, language: string): string | null {
  if (language !== 'fa') return null;
  const bare = text
    .split(/\s+/)
    .filter((word) => !/^ها(?:ی\S{0,3})?$/.test(word))
    .map((word) => word.replace(persianEndings, ''))
    .join(' ');
  return bare && bare !== text ? bare : null;
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Whether a result is a real match. When no word starts with the query, Pagefind shortens it: «zzzz» finds `z`.
 * Latin words only: stems of Arabic ones may start differently.
 *
 * @param excerpt HTML with `<mark>` around what was found
 */
export function isMeant(typed: string, excerpt: string): boolean {
  const wanted = folded(typed).match(/[a-z]{2,}/g) ?? [];
  const found = [...excerpt.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, word = '']) => folded(word));
  return wanted.length === 0 || found.length === 0 || wanted.some((word) => found.some((one) => one.includes(word.slice(0, 3))));
}
