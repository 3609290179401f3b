import type { Locale } from '../i18n/locales.ts';
import { numberFormat } from './intl.ts';

/** A number with the digits and separators of a language: 1,284,906 is ۱٬۲۸۴٬۹۰۶ in Persian. */
export const formatNumber = (value: number, locale: Locale, options?: Intl.NumberFormatOptions): string =>
  numberFormat(locale, options).format(value);

/** A share of the whole: 0.125 is 12.5%. Persian has the sign to the left of the number, which the bidirectional algorithm wouldn't do. */
export const formatPercent = (share: number, locale: Locale, options?: Intl.NumberFormatOptions): string =>
  formatNumber(share, locale, { style: 'percent', ...options }).replace('٪', '\u200f٪');
