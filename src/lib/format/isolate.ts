import { type Locale, localeFacts } from '../i18n/locales.ts';

/**
 * A value inside of a text: its direction is that of its first letter, and it doesn't reorder what is around it (Unicode UAX 9, FSI … PDI).
 * The translator does it for the values of Persian and Arabic texts; this is for texts that are put together in another way.
 */
export const isolate = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

/** The same in a text of a language: only those that are written from right to left need it. */
export const isolateIn = (text: string, locale: Locale): string => (localeFacts[locale].direction === 'rtl' ? isolate(text) : text);

/** Marks and isolates of directions: a page needs them, and they must not be in what leaves it, such as files and copied text. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
export const withoutMarks = (text: string): string => text.replace(MARKS, '');

/**
 * An email without isolates around URLs and codes: programs that turn URLs into links would take them for a part, and readers copy codes.
 * Both read the same without.
 */
export const withoutMarksAtCodes = (text: string): string =>
  text.replace(/[\u2066-\u2068]*(https?:\/\/[^\s\u2066-\u2069]+)\u2069*|[\u2066-\u2068](\d+)\u2069/g, '$1$2');
