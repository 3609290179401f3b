import type { Locale } from '../i18n/locales.ts';
import { DAY } from '../time.ts';
import { afterPreposition } from './duration.ts';
import { ageFormat, dateFormat, numberFormat } from './intl.ts';
import { currentRegion, currentTime } from './region.ts';

/** Units of a relative time, the largest first, in ms. */
const units = [
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/**
 * A day in the calendar of the language: "Nov 20, 2026", «۲۹ آبان ۱۴۰۵», «20 نوفمبر 2026». The customer's
 * calendar and time zone are used instead when they are set. Arabic has digits only for "medium", and 12/12 does not say which of them is the month.
 */
export const formatDate = (iso: string, locale: Locale): string =>
  dateFormat(locale, { dateStyle: locale === 'ar' ? 'long' : 'medium' }).format(new Date(iso));

/** Day and time, for tooltips. */
export const formatDateTime = (iso: string, locale: Locale): string =>
  dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

/** The time of day: "14:05". */
export const formatTime = (iso: string, locale: Locale): string => dateFormat(locale, { timeStyle: 'short' }).format(new Date(iso));

/** "3 hours ago" under seven days, then the date. */
export function formatAge(iso: string, locale: Locale, now = currentTime()): string {
  const since = new Date(iso).getTime() - now;
  if (Math.abs(since) >= 7 * DAY) return formatDate(iso, locale);
  const [unit, size] = units.find(([, ms]) => Math.abs(since) >= ms) ?? (['second', 1000] as const);
  return ageFormat(locale).format(Math.trunc(since / size), unit);
}

/** How long it has been: "3 hours", in the largest unit that fits, for a sentence that says "for" or "by". An age says when: "3 hours ago". */
export function formatElapsed(iso: string, locale: Locale, now = currentTime()): string {
  const passed = Math.max(0, now - new Date(iso).getTime());
  const [unit, size] = units.find(([, ms]) => passed >= ms) ?? (['second', 1000] as const);
  return afterPreposition(numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.trunc(passed / size)), locale);
}

/** The hour of the day in the customer's time zone, 0 to 23. */
export function currentHour(): number {
  const { timeZone } = currentRegion();
  const options = { hour: 'numeric', hourCycle: 'h23', ...(timeZone !== '' && { timeZone }) } as const;
  return Number(new Intl.DateTimeFormat('en-US', options).format(currentTime()));
}
