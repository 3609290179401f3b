import { brand } from '../../lib/brand.ts';
import { readable } from '../../lib/format/money.ts';
import { type Locale, localeFacts } from '../../lib/i18n/locales.ts';

/** Figures of the public pages in a language's own words: "5M" in English, "۵ میلیون" in Persian. */
export function figures(locale: Locale) {
  const { intl, intlDate, direction } = localeFacts[locale];
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(intl, options);
  const { code: currency, divisor, minorDigits } = brand.currency;
  const money = format({
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: minorDigits,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const size = (unit: 'gigabyte' | 'terabyte') => format({ style: 'unit', unit, unitDisplay: direction === 'rtl' ? 'long' : 'short' });
  return {
    number: format({}).format,
    /** An amount in mills (design.md section 4). */
    money: (mills: number) =>
      money
        .formatToParts(Math.floor(mills / divisor) / 10 ** minorDigits)
        .map(readable)
        .join(''),
    /** Gigabytes; whole thousands (of 1,024) as terabytes. */
    size: (gb: number) => (gb >= 1024 && gb % 1024 === 0 ? size('terabyte').format(gb / 1024) : size('gigabyte').format(gb)),
    count: format({ notation: 'compact', compactDisplay: locale === 'en' ? 'short' : 'long' }).format,
    duration: (seconds: number) =>
      seconds < 60
        ? format({ style: 'unit', unit: 'second', unitDisplay: 'long' }).format(seconds)
        : format({ style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(seconds / 60),
    date: (date: Date) => new Intl.DateTimeFormat(intlDate, { dateStyle: 'long', timeZone: 'UTC' }).format(date),
    year: (date: Date) =>
      new Intl.DateTimeFormat(intlDate, { year: 'numeric', timeZone: 'UTC' }).formatToParts(date).find(({ type }) => type === 'year')
        ?.value ?? '',
  };
}
