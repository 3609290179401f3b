import { invoiceSeries } from '../../../lib/rules/finance/invoice/number.ts';
import type { Change } from '../../core/changes.ts';
import { postEntry } from '../../core/ledger/ledger.ts';
import type { Work } from '../../core/services.ts';
import type { InvoiceRow, Tx } from '../../db/schema.ts';
import { nextNumber } from '../invoiceNumber.ts';

/**
 * Turns a proforma invoice into a paid one: charge, number and state in the caller's transaction, so that it is paid once. Credit isn't
 * charged: the payment for it is in the wallet.
 */
export async function closePaid(tx: Tx, ctx: Pick<Work, 'now' | 'newId'>, row: InvoiceRow): Promise<{ row: InvoiceRow; change: Change }> {
  const { now } = ctx;
  const number = await nextNumber(tx, invoiceSeries(now));
  if (row.kind !== 'credit') {
    const entryId = await postEntry(tx, ctx, {
      kind: 'invoice',
      from: { wallet: row.accountId },
      to: 'revenue',
      amount: row.total,
      description: { key: 'invoice:ledger.paid', params: { number } },
      reference: row.id,
    });
    // It is on this invoice, not on the monthly one.
    await tx.insertInto('invoiceEntry').values({ entryId, invoiceId: row.id }).execute();
  }
  const paid = { state: 'closed', payment: 'paid', number, issuedAt: now, dueAt: null, paidAt: now } as const;
  await tx.updateTable('invoice').set(paid).where('id', '=', row.id).execute();
  const change: Change = {
    action: 'update',
    entity: { type: 'invoice', id: row.id, name: number },
    accountId: row.accountId,
    before: { state: row.state, payment: row.payment, number: row.number },
    after: { state: paid.state, payment: paid.payment, number, total: row.total },
  };
  return { row: { ...row, ...paid }, change };
}

/**
 * Pays the invoice of a payment whose amount has just reached the wallet.
 * @returns the change to log; null: it was paid or cancelled in the meantime, and the amount stays in the wallet
 */
export async function payReceived(
  tx: Tx,
  ctx: Pick<Work, 'now' | 'newId'>,
  { invoiceId, accountId, amount }: { invoiceId: string; accountId: string; amount: number },
): Promise<Change | null> {
  const row = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', invoiceId)
    .where('accountId', '=', accountId)
    .where('state', '=', 'proforma')
    .executeTakeFirst();
  // A payment's amount is fixed at the start, and a proforma invoice never changes: a different amount would be a bug.
  if (!row || row.total !== amount) return null;
  return (await closePaid(tx, ctx, row)).change;
}

/** Marks an invoice as having a payment that a gateway still has to report, or not. */
export async function markOpenPayments(tx: Tx, invoiceId: string): Promise<void> {
  const open = await tx
    .selectFrom('payment')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  await tx
    .updateTable('invoice')
    .set({ payment: open ? 'unknown' : 'unpaid' })
    .where('id', '=', invoiceId)
    .where('state', '=', 'proforma')
    .execute();
}
