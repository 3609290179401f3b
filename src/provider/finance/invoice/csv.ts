import { brand } from '../../../config/brand.ts';
import type { FileContent, InvoiceDetail } from '../../../lib/contract/finance/invoice.ts';
import { toCsv } from '../../../lib/format/csv.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { invoiceTotals } from '../../../lib/rules/finance/invoice/totals.ts';
import { invoiceFileName } from './printed.ts';

/** Micro-mills in a unit of the currency. */
const UNIT = 1_000_000 * brand.currency.divisor * 10 ** brand.currency.minorDigits;
/** Micro-mills as a decimal number of the currency that any spreadsheet can read, to the last digit. */
const decimal = (micro: number): number => micro / UNIT;
const ofMills = (mills: number): number => decimal(mills * 1_000_000);

/** An invoice as a table: its items, then its totals. Times are in UTC. */
export function csvFile(invoice: InvoiceDetail, locale: Locale): FileContent {
  const t = translator(locale);
  const { items, total } = invoice;
  const { before, after } = invoiceTotals(invoice);
  const totals = (rows: typeof before) =>
    rows.map(({ key, micro }) => [t(`invoice:total.${key}`, { rate: `${invoice.taxRate / 100}%` }), micro] as const);
  const rows = [
    (['item', 'from', 'to', 'quantity', 'unit', 'unitPrice', 'amount'] as const).map((name) => t(`invoice:column.${name}`)),
    ...items.map(({ title, from, to, quantity, unit, rate, exact, unitPrice, amount }) => [
      title,
      unit === null ? (from?.slice(0, 10) ?? '') : (from ?? ''),
      unit === null ? (to?.slice(0, 10) ?? '') : (to ?? ''),
      quantity,
      unit === null ? '' : t(`invoice:unitName.${unit}`),
      rate === null ? ofMills(unitPrice) : decimal(rate),
      exact === null ? ofMills(amount) : decimal(exact),
    ]),
    ...[...totals(before), [t('invoice:total.total'), total * 1_000_000] as const, ...totals(after)].map(([label, micro]) => [
      label,
      '',
      '',
      '',
      '',
      '',
      decimal(micro),
    ]),
  ];
  const content = Buffer.from(toCsv(rows)).toString('base64');
  return { name: `${invoiceFileName(invoice)}.csv`, mime: 'text/csv', content };
}
