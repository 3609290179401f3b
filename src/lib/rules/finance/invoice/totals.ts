import type { InvoiceDetail } from '../../../contract/finance/invoice.ts';

export type TotalKey = 'amount' | 'discount' | 'tax' | 'items' | 'rounding' | 'includedTax' | 'net';

interface Row {
  key: TotalKey;
  /** Micro-mills. */
  micro: number;
}

const MILL = 1_000_000;

/**
 * The rows before and after the total of an invoice. Items with unit prices include tax, so the tax is a part of the total; the items of
 * earlier invoices are net amounts, to which it is added.
 */
export function invoiceTotals({ sums, amount, discount, tax, total }: InvoiceDetail): { before: Row[]; after: Row[] } {
  const row = (key: TotalKey, mills: number): Row => ({ key, micro: mills * MILL });
  const optional = (one: Row) => (one.micro === 0 ? [] : [one]);
  if (!sums) return { before: [row('amount', amount), ...optional(row('discount', -discount)), row('tax', tax)], after: [] };
  return {
    before: [
      { key: 'items', micro: sums.items },
      ...optional({ key: 'rounding', micro: sums.rounding }),
      ...optional(row('discount', -sums.discount)),
    ],
    after: [row('includedTax', tax), row('net', total - tax)],
  };
}
