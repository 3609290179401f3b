import { type Locale, localeFacts } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

/** The result messages of faq.js: the text of each plural form, with `#` for the number, and one for no results. */
export function countTexts(locale: Locale): Record<string, string> {
  const t = translator(locale);
  const forms = new Intl.PluralRules(localeFacts[locale].intl);
  const texts: Record<string, string> = {};
  for (let count = 0; count <= 200; count++) texts[forms.select(count)] ??= t('site:faq.found', { count, n: '#' });
  return { ...texts, none: t('site:faq.none') };
}
