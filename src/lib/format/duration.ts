import type { Locale } from '../i18n/locales.ts';
import { numberFormat } from './intl.ts';

/** The form of a duration after a preposition: Arabic declines the dual, and Intl has only the nominative («ساعتان» becomes «ساعتين»). */
export const afterPreposition = (duration: string, locale: Locale): string =>
  locale === 'ar' ? duration.replace(/^(\p{L}+)ان$/u, '$1ين') : duration;

/** Seconds as words for "in" and "for", in the digits of the language: "45 seconds"; from 90 on in minutes, rounded up, as nobody waits to the second. */
export function formatWait(locale: Locale, seconds: number): string {
  const [value, unit] = seconds < 90 ? [Math.max(0, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return afterPreposition(numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value), locale);
}
