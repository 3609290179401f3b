import { type Locale, localeFacts } from '../i18n/locales.ts';

/** A country by its name in the language: `DE` → "Germany", «آلمان»; letters that name none stay as they are. */
export function countryName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(localeFacts[locale].intl, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
