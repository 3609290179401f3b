import { type Locale, localeFacts } from '../i18n/locales.ts';
import { isolate } from './isolate.ts';

/** Joins words as a list in a language, for example “a, b, and c”. In Persian and Arabic each is isolated, so that all stay in their order. */
export function formatList(words: readonly string[], locale: Locale): string {
  const { intl, direction } = localeFacts[locale];
  return new Intl.ListFormat(intl, { type: 'conjunction' }).format(direction === 'rtl' ? words.map(isolate) : words);
}
