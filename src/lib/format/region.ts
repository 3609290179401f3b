import type { Locale } from '../i18n/locales.ts';
import { pageData } from '../page.ts';

export const calendars = ['auto', 'gregory', 'persian', 'islamic'] as const;
export type Calendar = (typeof calendars)[number];
export const digitKinds = ['auto', 'latin', 'native'] as const;
export type Digits = (typeof digitKinds)[number];

/** The customer's date and number formats. `auto` is the default of the language. */
export interface Region {
  /** IANA name; empty: the zone of the device, or UTC if there is none, for example in an email. */
  timeZone: string;
  calendar: Calendar;
  digits: Digits;
}
export const automaticRegion: Region = { timeZone: '', calendar: 'auto', digits: 'auto' };

let scoped: Region | null = null;
let source: (() => Region | null) | null = null;
/** What the customer has chosen, the zone of the page, and both together. */
let ofPage: { chosen: Region; zone: string; region: Region } | null = null;

/** Formats in another person's region, for example in an email. `format` must be synchronous. */
export function inRegion<T>(region: Region, format: () => T): T {
  const before = scoped;
  scoped = region;
  try {
    return format();
  } finally {
    scoped = before;
  }
}

/** For a server, which renders for many visitors in parallel: `read` returns the region of the current request. */
export function provideRegion(read: () => Region | null): void {
  source = read;
}

/** The region that formatters use now. */
export function currentRegion(): Region {
  const known = scoped ?? source?.();
  if (known) return known;
  // A module's state would be shared by all visitors of a server.
  if (typeof document === 'undefined') return automaticRegion;
  // A page loaded by navigation inside the panel contains no profile, so the region of the first page still applies.
  const data = pageData();
  const chosen = data?.profile?.preferences ?? ofPage?.chosen ?? automaticRegion;
  const zone = isHydrated ? '' : (data?.zone ?? '');
  if (ofPage?.chosen !== chosen || ofPage.zone !== zone) ofPage = { chosen, zone, region: inZone(chosen, zone) };
  return ofPage.region;
}

const inZone = (region: Region, zone: string): Region => (region.timeZone === '' && zone !== '' ? { ...region, timeZone: zone } : region);

/** IANA name of the zone of this device; empty if it has none. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';

/** The time of ages, ms: while a page from the server is rendered and hydrated that of its data, so that both sides say the same. */
export function currentTime(): number {
  const data = pageData();
  return data?.at && data.zone !== '' && !isHydrated ? Date.parse(data.at) : Date.now();
}

let isHydrated = false;
/** After hydration, which repeats what the server has rendered, dates are in the zone of this device. True if that changes them. */
export function applyDeviceZone(): boolean {
  const before = currentRegion().timeZone;
  isHydrated = true;
  const { timeZone } = currentRegion();
  return before !== timeZone && before !== (timeZone || deviceZone());
}

const bases: Record<Locale, string> = { en: 'en-US', fa: 'fa-IR', ar: 'ar', es: 'es' };
/** The numbering systems of languages with non-Latin digits, and whether they are the default. */
const native: Partial<Record<Locale, { system: string; isUsual: boolean }>> = {
  fa: { system: 'arabext', isUsual: true },
  // Arabic is written with Western digits here (docs/glossary.md), unless the customer chooses otherwise.
  ar: { system: 'arab', isUsual: false },
};
const ownCalendar: Record<Locale, string> = { en: 'gregory', fa: 'persian', ar: 'gregory', es: 'gregory' };
const calendarNames = { gregory: 'gregory', persian: 'persian', islamic: 'islamic-umalqura' } as const;

/** Whether a language has its own digits. */
export const hasNativeDigits = (locale: Locale): boolean => native[locale] !== undefined;

/** The calendar used for "automatic" in a language. */
export const defaultCalendar = (locale: Locale): Exclude<Calendar, 'auto'> => (ownCalendar[locale] === 'persian' ? 'persian' : 'gregory');

function system(locale: Locale, digits: Digits): string {
  const own = native[locale];
  return own && (digits === 'native' || (digits === 'auto' && own.isUsual)) ? own.system : 'latn';
}

/** BCP 47 tag for numbers. */
export const numberTag = (locale: Locale): string => `${bases[locale]}-u-nu-${system(locale, currentRegion().digits)}`;

/** BCP 47 tag for dates. */
export function dateTag(locale: Locale): string {
  const { calendar, digits } = currentRegion();
  const name = calendar === 'auto' ? ownCalendar[locale] : calendarNames[calendar];
  return `${bases[locale]}-u-ca-${name}-nu-${system(locale, digits)}`;
}

/** Whether `Intl` supports a time zone with this name. Offsets aren't allowed, because they have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
