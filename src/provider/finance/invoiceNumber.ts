import { invoiceNumber } from '../../lib/rules/finance/invoice/number.ts';
import type { Tx } from '../db/schema.ts';

/**
 * The next number of a series. The row stays locked until the commit, and a rollback releases the number, so that a series has no gaps
 * no matter how many months are closed at the same time.
 */
export async function nextNumber(tx: Tx, series: string): Promise<string> {
  const { last } = await tx
    .insertInto('invoiceSeries')
    .values({ series, last: 1 })
    .onConflict((conflict) => conflict.column('series').doUpdateSet((e) => ({ last: e('invoiceSeries.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return invoiceNumber(series, last);
}
