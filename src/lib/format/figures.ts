import { brand } from '../../config/brand.ts';
import { type Locale, localeFacts } from '../i18n/locales.ts';
import { readable } from './money.ts';

const made = new Map<Locale, ReturnType<typeof makeFigures>>();

/** Figures of the public pages in the format of a language: "5M" in English, "۵ میلیون" in Persian. */
export function figures(locale: Locale): ReturnType<typeof makeFigures> {
  // Creating an Intl format takes longer than rendering the page.
  const figure = made.get(locale) ?? makeFigures(locale);
  made.set(locale, figure);
  return figure;
}

function makeFigures(locale: Locale) {
  const { intl, intlDate, direction } = localeFacts[locale];
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(intl, options);
  const { code: currency, divisor, minorDigits } = brand.currency;
  // Made when it is needed: a build has no currency.
  let money: Intl.NumberFormat | undefined;
  const moneyFormat = () =>
    (money ??= format({
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: minorDigits,
      trailingZeroDisplay: 'stripIfInteger',
    }));
  const unit = (name: string, unitDisplay: 'long' | 'short') => format({ style: 'unit', unit: name, unitDisplay }).format;
  const sizes = direction === 'rtl' ? 'long' : 'short';
  const [gigabytes, terabytes] = [unit('gigabyte', sizes), unit('terabyte', sizes)];
  const [seconds, minutes, hours] = [unit('second', 'long'), unit('minute', 'long'), unit('hour', 'long')];
  const day = new Intl.DateTimeFormat(intlDate, { dateStyle: 'long', timeZone: 'UTC' });
  const year = new Intl.DateTimeFormat(intlDate, { year: 'numeric', timeZone: 'UTC' });
  return {
    number: format({}).format,
    /** An amount in mills. */
    money: (mills: number) =>
      moneyFormat()
        .formatToParts(Math.floor(mills / divisor) / 10 ** minorDigits)
        .map(readable)
        .join(''),
    /** Gigabytes; whole thousands (of 1,024) as terabytes. */
    size: (gb: number) => (gb >= 1024 && gb % 1024 === 0 ? terabytes(gb / 1024) : gigabytes(gb)),
    count: format({ notation: 'compact', compactDisplay: locale === 'en' ? 'short' : 'long' }).format,
    duration: (length: number) => (length < 60 ? seconds(length) : minutes(length / 60)),
    hours,
    date: (date: Date) => day.format(date),
    year: (date: Date) => year.formatToParts(date).find(({ type }) => type === 'year')?.value ?? '',
  };
}
