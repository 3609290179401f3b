import { type Locale, localeFacts } from '../i18n/locales.ts';

/** Joins words as a list in a language, for example “a, b, and c”. */
export const formatList = (words: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(localeFacts[locale].intl, { type: 'conjunction' }).format(words);
