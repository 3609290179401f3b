import type { Locale } from '../i18n/locales.ts';
import { currentRegion, dateTag, numberTag } from './region.ts';

/** Formatters of Intl take 20 to 50 µs to make, and a list asks for the same few in each of its rows: each is made once. */
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

/** The formatter of a language in the digits that the customer has chosen. */
export const numberFormat = (locale: Locale, options?: Intl.NumberFormatOptions): Intl.NumberFormat => numbers(numberTag(locale), options);

/** The formatter of a language in the calendar, the digits and the time zone that the customer has chosen. `options` win over them. */
export function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat {
  const { timeZone } = currentRegion();
  return dates(dateTag(locale), timeZone === '' ? options : { timeZone, ...options });
}

export const ageFormat = (locale: Locale): Intl.RelativeTimeFormat => ages(numberTag(locale), { numeric: 'auto' });
