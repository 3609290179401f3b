import { type Locale, localeFacts } from '../i18n/locales.ts';

/** Words as one enumeration of a language, as in “a, b, and c”. */
export const formatList = (words: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(localeFacts[locale].intl, { type: 'conjunction' }).format(words);
