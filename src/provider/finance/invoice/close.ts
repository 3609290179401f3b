import { sql } from 'kysely';
import { addMonths, type Month, monthEnd, monthKey } from '../../../lib/rules/core/month.ts';
import { invoiceSeries } from '../../../lib/rules/finance/invoice/number.ts';
import { divide } from '../../../lib/rules/finance/invoice/sum.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { amountParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Work } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { financeCatalog } from '../catalog.ts';
import { nextNumber } from '../invoiceNumber.ts';
import { type Charge, loadCharges, unbilled } from './charges.ts';
import { loadBuyer } from './parties.ts';

/** The columns of an item. @param amount mills without tax */
export const toInvoiceItem = ({ title, billed }: Pick<Charge, 'title' | 'billed'>, amount: number) => ({
  title,
  // Those with its unit are in `supply`.
  quantity: 1,
  unitPrice: amount,
  amount,
  fromAt: billed.from,
  toAt: billed.to,
  supply: billed,
});

/**
 * Closes a month of an account: the charges until its end become a numbered invoice that can't be changed afterward.
 * Requires the lock of the account. Closing a month again, or one without charges, has no effect.
 * @returns the invoice; null: there was nothing to close
 */
export async function closeMonth(tx: Tx, clock: Pick<Work, 'now' | 'newId'>, accountId: string, month: Month, id = clock.newId()) {
  const isClosed = await tx
    .selectFrom('invoice')
    .select('id')
    .where('accountId', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst();
  if (isClosed) return null;
  const charges = await loadCharges(tx, accountId, monthEnd(month));
  if (charges.length === 0) return null;
  const { issuer, taxRate } = financeCatalog;
  const { items, totals } = divide(charges, taxRate);
  const number = await nextNumber(tx, invoiceSeries(clock.now));
  const row = {
    id,
    accountId,
    number,
    state: 'closed' as const,
    payment: 'paid' as const,
    kind: 'month' as const,
    month,
    description: null,
    ...totals,
    taxRate,
    issuer,
    buyer: await loadBuyer(tx, accountId),
    issuedAt: clock.now,
    dueAt: null,
    paidAt: clock.now,
  };
  await tx.insertInto('invoice').values(row).execute();
  for (const [place, charge] of charges.entries()) {
    const { entryIds } = charge;
    const item = { ...toInvoiceItem(charge, items[place] ?? 0), id: clock.newId(), invoiceId: id, place }; // `divide` returns one for each
    await tx.insertInto('invoiceItem').values(item).execute();
    const entries = entryIds.map((entryId) => ({ entryId, invoiceId: id }));
    for (let first = 0; first < entries.length; first += 500)
      await tx
        .insertInto('invoiceEntry')
        .values(entries.slice(first, first + 500))
        .execute();
  }
  return row;
}

/** Closes every past month that has charges without an invoice, oldest first. It may run late, twice or in parallel. */
export const closeInvoices: JobHandler = async (ctx) => {
  const { now } = ctx;
  const { store } = ctx.services;
  const current = monthKey(now);
  const due = await unbilled(store.reader)
    .where('ledgerEntry.time', '<', monthEnd(addMonths(current, -1)))
    .select('wallet.ownerId')
    .select(sql<number | string>`min("ledgerEntry"."time")`.as('oldest'))
    .groupBy('wallet.ownerId')
    .execute();
  for (const { ownerId: accountId, oldest } of due) {
    if (accountId === null || ctx.leaving.aborted) continue;
    // Uses the lock of the account's calls: nothing is charged while its month is being closed.
    await store.write(`account:${accountId}`, async (tx) => {
      for (let month = monthKey(Number(oldest)); month < current; month = addMonths(month, 1)) {
        const closed = await closeMonth(tx, ctx, accountId, month);
        if (closed) await notifyInvoice(tx, ctx, closed);
      }
    });
  }
};

async function notifyInvoice(tx: Tx, ctx: JobCtx, closed: NonNullable<Awaited<ReturnType<typeof closeMonth>>>): Promise<void> {
  const { id, accountId, number, month, total } = closed;
  await writeSystemChange(tx, ctx, {
    kind: 'invoice.close',
    group: 'invoice',
    accountId,
    action: 'create',
    entity: { type: 'invoice', id, name: number },
    after: { number, month, total },
  });
  await notifyOwner(tx, ctx, {
    accountId,
    event: 'invoice',
    type: 'message',
    title: 'invoice:notice.closedTitle',
    description: 'invoice:notice.closedText',
    params: { number: number, amount: amountParam(total) },
    link: `/finance/invoices/${id}`,
  });
}
