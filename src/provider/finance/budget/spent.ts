import { type Month, monthEnd, monthStart } from '../../../lib/rules/core/month.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { charged } from '../invoice/index.ts';

/** The charges of an account in a month, each with its reference: the domain, if it is for a domain. */
export async function spentIn(db: Db | Tx, accountId: string, month: Month) {
  const rows = await charged(db)
    .where('wallet.ownerId', '=', accountId)
    .where('ledgerEntry.time', '>=', monthStart(month))
    .where('ledgerEntry.time', '<', monthEnd(month))
    .select(['ledgerEntry.time', 'ledgerEntry.reference', 'revenueLine.amount'])
    .execute();
  return rows.map(({ time, reference, amount }) => ({ at: time, reference, amount }));
}

export const sumCharges = (charges: readonly { amount: number }[]): number => charges.reduce((sum, { amount }) => sum + amount, 0);
