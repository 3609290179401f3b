import { type Locale, localeFacts } from '../i18n/locales.ts';
import { countryCodes } from '../rules/core/countries.ts';
import { countryName } from './country.ts';

/** All countries with their localized names, in the order of the language. They can be found by name or by ISO code. */
export function countryOptions(locale: Locale) {
  const { compare } = new Intl.Collator(localeFacts[locale].intl);
  return countryCodes.map((code) => ({ value: code, label: countryName(code, locale), code })).sort((a, b) => compare(a.label, b.label));
}
