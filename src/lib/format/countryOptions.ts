import type { Locale } from '../i18n/locales.ts';
import { countryCodes } from '../rules/core/countries.ts';
import { countryName } from './country.ts';
import { inOrder } from './order.ts';

/** All countries with their localized names, in the order of the language. They can be found by name or by ISO code. */
export const countryOptions = (locale: Locale) =>
  inOrder(
    countryCodes.map((code) => ({ value: code, label: countryName(code, locale), code })),
    locale,
    ({ label }) => label,
  );
