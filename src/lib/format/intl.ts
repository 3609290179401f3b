import type { Locale } from '../i18n/locales.ts';
import { currentRegion, dateTag, numberTag } from './region.ts';

/** Creating an Intl formatter takes 20 to 50 µs, and lists use the same few in every row, so each is created once. */
function once<O, F>(Formatter: new (tag: string, options?: O) => F): (tag: string, options?: O) => F {
  const made = new Map<string, F>();
  return (tag, options) => {
    const name = options ? tag + JSON.stringify(options) : tag;
    let formatter = made.get(name);
    if (!formatter) {
      formatter = new Formatter(tag, options);
      made.set(name, formatter);
    }
    return formatter;
  };
}

const numbers = once<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
const dates = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
const ages = once<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat);

/** The number formatter of a language with the customer's digits. */
export const numberFormat = (locale: Locale, options?: Intl.NumberFormatOptions): Intl.NumberFormat => numbers(numberTag(locale), options);

/** The date formatter of a language with the customer's calendar, digits and time zone. `options` take precedence. */
export function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat {
  const { timeZone } = currentRegion();
  return dates(dateTag(locale), timeZone === '' ? options : { timeZone, ...options });
}

export const ageFormat = (locale: Locale): Intl.RelativeTimeFormat => ages(numberTag(locale), { numeric: 'auto' });
