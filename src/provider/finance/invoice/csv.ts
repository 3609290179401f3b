import { brand } from '../../../lib/brand.ts';
import type { FileContent, InvoiceDetail } from '../../../lib/contract/finance/invoice.ts';
import { toCsv } from '../../../lib/format/csv.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { nameOf } from './printed.ts';

/** Mills as a decimal number of the currency that any spreadsheet can read. */
const decimal = (mills: number): number => mills / (brand.currency.divisor * 10 ** brand.currency.minorDigits);

/** An invoice as a table: its items, then its totals. */
export function csvFile(invoice: InvoiceDetail, locale: Locale): FileContent {
  const t = translator(locale);
  const { items, amount, discount, tax, total } = invoice;
  const rows = [
    (['item', 'from', 'to', 'quantity', 'unitPrice', 'amount'] as const).map((name) => t(`invoice:column.${name}`)),
    ...items.map((item) => [
      item.title,
      item.from?.slice(0, 10) ?? '',
      item.to?.slice(0, 10) ?? '',
      item.quantity,
      decimal(item.unitPrice),
      decimal(item.amount),
    ]),
    ...(
      [
        [t('invoice:total.amount'), amount],
        [t('invoice:total.discount'), -discount],
        [t('invoice:total.tax', { rate: String(invoice.taxRate / 100) }), tax],
        [t('invoice:total.total'), total],
      ] as const
    ).map(([label, mills]) => [label, '', '', '', '', decimal(mills)]),
  ];
  const content = Buffer.from(toCsv(rows)).toString('base64');
  return { name: `${nameOf(invoice)}.csv`, mime: 'text/csv', content };
}
