import { type Locale, localeFacts } from '../i18n/locales.ts';

const DAY = 86_400_000;
/** Units of a relative time, the largest first, in ms. */
const units = [
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** A day in the calendar of the language: "Nov 20, 2026", «۲۹ آبان ۱۴۰۵». The visitor's time zone decides which day it is. */
export const formatDate = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(localeFacts[locale].intlDate, { dateStyle: 'medium' }).format(new Date(iso));

/** Day and time, for tooltips. */
export const formatDateTime = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(localeFacts[locale].intlDate, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

/** "3 hours ago" under seven days, then the date (ui/guide.md section 6). */
export function formatAge(iso: string, locale: Locale, now = Date.now()): string {
  const since = new Date(iso).getTime() - now;
  if (Math.abs(since) >= 7 * DAY) return formatDate(iso, locale);
  const [unit, size] = units.find(([, ms]) => Math.abs(since) >= ms) ?? (['second', 1000] as const);
  return new Intl.RelativeTimeFormat(localeFacts[locale].intl, { numeric: 'auto' }).format(Math.trunc(since / size), unit);
}
