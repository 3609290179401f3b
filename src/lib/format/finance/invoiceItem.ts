import type { InvoiceItem } from '../../contract/finance/invoice.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translator.ts';
import { dateFormat } from '../intl.ts';
import { formatMoney, formatRate } from '../money.ts';
import { formatNumber } from '../number.ts';

/** Units whose periods begin and end within a day. */
const timed = ['hour', 'gigabyte', 'gigabyteHour'];

/** A day in UTC, which determines the month of a charge. @param withTime for units that are counted by the hour */
export const invoiceDay = (iso: string, locale: Locale, withTime = false): string =>
  dateFormat(locale, {
    dateStyle: locale === 'ar' ? 'long' : 'medium',
    ...(withTime && { timeStyle: 'short', hourCycle: 'h23' }),
    timeZone: 'UTC',
  }).format(new Date(iso));

/** The texts of an invoice item, the same in the panel and on paper. Empty: it has no period, or only a quantity of one. */
export function invoiceItemTexts({ quantity, unit, rate, exact, unitPrice, amount, from, to }: InvoiceItem, t: Translate, locale: Locale) {
  const day = (iso: string) => invoiceDay(iso, locale, unit !== null && timed.includes(unit));
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  const n = formatNumber(quantity, locale, { maximumFractionDigits: 3 });
  return {
    period:
      from === null ? '' : to === null || day(to) === day(from) ? day(from) : t('invoice:print.period', { from: day(from), to: day(to) }),
    quantity: unit === null || unit === 'piece' ? n : t(`invoice:unit.${unit}`, { count: quantity, n }),
    unitPrice: rate === null ? money(unitPrice) : formatRate(rate, locale),
    amount: exact === null ? money(amount) : formatRate(exact, locale),
  };
}
