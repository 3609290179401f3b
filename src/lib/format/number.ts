import { type Locale, localeFacts } from '../i18n/locales.ts';

/** A number in the digits and groups of a language: 1,284,906 is ۱٬۲۸۴٬۹۰۶ in Persian. */
export const formatNumber = (value: number, locale: Locale, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(localeFacts[locale].intl, options).format(value);
