import type { Locale } from '../i18n/locales.ts';
import { numberFormat } from './intl.ts';

/** A number with the digits and separators of a language: 1,284,906 is ۱٬۲۸۴٬۹۰۶ in Persian. */
export const formatNumber = (value: number, locale: Locale, options?: Intl.NumberFormatOptions): string =>
  numberFormat(locale, options).format(value);
