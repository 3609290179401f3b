import { type Locale, localeFacts } from '../i18n/locales.ts';
import { isolateIn } from './isolate.ts';

/** Joins words as a list in a language, for example “a, b, and c”. In Persian and Arabic each is isolated, so that all stay in their order. */
export const formatList = (words: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(localeFacts[locale].intl, { type: 'conjunction' }).format(words.map((word) => isolateIn(word, locale)));
