import { type Locale, localeFacts } from '../i18n/locales.ts';

/** The name of a country in a language: `DE` → "Germany", «آلمان»; unknown codes are returned as they are. */
export function countryName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(localeFacts[locale].intl, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
