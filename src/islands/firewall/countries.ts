import { countryName } from '../../lib/format/country.ts';
import { type Locale, localeFacts } from '../../lib/i18n/locales.ts';
import { countryCodes } from '../../lib/rules/firewall/countries.ts';

/** Every country with its name in the language, in the order of that language. Found by its name or its two letters. */
export function countryOptions(locale: Locale) {
  const { compare } = new Intl.Collator(localeFacts[locale].intl);
  return countryCodes.map((code) => ({ value: code, label: countryName(code, locale), code })).sort((a, b) => compare(a.label, b.label));
}
