import { latinDigits } from './digits.ts';

/**
 * Lower case without accents, with Persian forms of ی and ک and Latin digits, so that a search finds what
 * looks the same.
 */
export const folded = (text: string): string =>
  /[^\p{ASCII}]/u.test(text)
    ? latinDigits(text)
        .normalize('NFKD')
        .replace(/[\u0300-\u036f\u064b-\u065f\u200c]/g, '')
        .replace(/[يى]/g, 'ی')
        .replace(/ك/g, 'ک')
        .toLowerCase()
    : text.toLowerCase();
