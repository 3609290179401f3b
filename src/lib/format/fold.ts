import { latinDigits } from './digits.ts';

/**
 * Lower case without accents, vowel marks, the bare hamza and the stroke that only widens a word, with one form of each letter that
 * Persian and Arabic write differently (ی, ک, ه, ا) and Latin digits, so that a search finds what looks the same. A zero-width
 * non-joiner is dropped; in what was typed it may also stand for a space (`spaced`). Columns named `searchText` contain what it returns.
 */
export const folded = (text: string): string =>
  /[^\p{ASCII}]/u.test(text)
    ? latinDigits(text)
        .normalize('NFKD')
        .replace(/\p{Mn}|[\u00ad\u061c\u0621\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
        .replace(/[يى]/g, 'ی')
        .replace(/ك/g, 'ک')
        .replace(/[ةەہھ]/g, 'ه')
        .replace(/ٱ/g, 'ا')
        .toLowerCase()
    : text.toLowerCase();

/** A text with a space for each zero-width non-joiner: many keyboards have none, so «ذخیره‌شده» is typed as one word or two. */
export const spaced = (text: string): string => text.replaceAll('\u200c', ' ');
