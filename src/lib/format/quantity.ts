import type { Locale } from '../i18n/locales.ts';
import { numberFormat } from './intl.ts';
import { formatNumber } from './number.ts';

const sizes = { fa: 'long', ar: 'long', en: 'short', es: 'short' } as const;

function inUnit(locale: Locale, unit: string, value: number, unitDisplay: 'short' | 'long', digits = 0): string {
  return numberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits }).format(value);
}

/** Large counts in words: "5M", «۵ میلیون». */
export const formatCompact = (value: number, locale: Locale): string =>
  numberFormat(locale, { notation: 'compact', compactDisplay: locale === 'en' ? 'short' : 'long' }).format(value);

/** Gigabytes of a month; whole thousands (of 1,024) as terabytes. */
export const formatTraffic = (gb: number, locale: Locale): string =>
  gb >= 1024 && gb % 1024 === 0 ? inUnit(locale, 'terabyte', gb / 1024, sizes[locale]) : inUnit(locale, 'gigabyte', gb, sizes[locale]);

/** Bytes of a file or of traffic: "1.2 MB". */
export function formatBytes(bytes: number, locale: Locale): string {
  if (bytes >= 1e12) return inUnit(locale, 'terabyte', bytes / 1e12, sizes[locale], 2);
  if (bytes >= 1e9) return inUnit(locale, 'gigabyte', bytes / 1e9, sizes[locale], 1);
  if (bytes >= 1e6) return inUnit(locale, 'megabyte', bytes / 1e6, sizes[locale], 1);
  return bytes >= 1000 ? inUnit(locale, 'kilobyte', bytes / 1000, sizes[locale]) : inUnit(locale, 'byte', bytes, 'long');
}

/** Units of a TTL in seconds, largest first. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds in the largest unit that divides them: 300 → "5 min", 86400 → "1 day"; `long` for sentences: "5 minutes". */
export function formatTtl(seconds: number, locale: Locale, unitDisplay: 'short' | 'long' = 'short'): string {
  const [name, length] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? units[3];
  return inUnit(locale, name, seconds / length, unitDisplay);
}

const unitNames = { s: 'second', m: 'minute', h: 'hour', d: 'day', M: 'month' } as const;

/** A duration in its original unit: "6 months", "365 days". */
export const formatDuration = ({ value, unit }: { value: number; unit: keyof typeof unitNames }, locale: Locale): string =>
  inUnit(locale, unitNames[unit], value, 'long');

/** Remaining time: "2:59:07", in the digits of the language. */
export function formatCountdown(ms: number, locale: Locale): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = numberFormat(locale, { minimumIntegerDigits: 2 });
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${formatNumber(hours, locale)}:${two.format(minutes)}:${two.format(rest)}`;
}

/** The values of a text with plural forms: `count` selects the form, `n` is the number in the digits of the language. */
export const counted = (count: number, locale: Locale): { count: number; n: string } => ({ count, n: formatNumber(count, locale) });
