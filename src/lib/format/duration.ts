import type { Locale } from '../i18n/locales.ts';
import { numberFormat } from './intl.ts';

/** Seconds as words in the digits of the language: "45 seconds"; from 90 on in minutes, rounded up, as nobody waits to the second. */
export function formatWait(locale: Locale, seconds: number): string {
  const [value, unit] = seconds < 90 ? [Math.max(0, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
