import { addMonths, monthKey } from '../../lib/rules/core/month.ts';
import { DAY } from '../../lib/time.ts';
import { readBalance } from '../core/ledger/ledger.ts';
import type { AccountClosing } from '../core/registry.ts';
import { ownedCards, ownedPayments } from '../db/owned.ts';
import { removeCard } from './autoTopUp/autoTopUp.ts';
import { unbilled } from './invoice/charges.ts';
import { closeMonth } from './invoice/close.ts';
import { removeProforma } from './invoice/proforma.ts';
import { ownedInvoices } from './invoice/view.ts';

/** Invoices, payments and the ledger stay, as bookkeeping requires; the settings of the wallet and saved cards don't. */
export const closeFinance: AccountClosing = {
  async blockers(db, account) {
    const unpaid = await ownedInvoices(db, account).select('id').where('payment', '!=', 'paid').executeTakeFirst();
    return [...((await readBalance(db, account.id)) < 0 ? (['balance'] as const) : []), ...(unpaid ? (['invoice'] as const) : [])];
  },

  async release(ctx, account) {
    return ctx.services.store.write(`account:${account.id}`, async (tx) => {
      await tx.deleteFrom('autoTopUp').where('accountId', '=', account.id).execute();
      for (const { id } of await ownedCards(tx, account).select('savedCard.id').execute()) await removeCard(tx, ctx, id);
      // A payment at a gateway may still succeed, and is waited for.
      const open = await ownedPayments(tx, account)
        .select('id')
        .where('status', '=', 'pending')
        .where('expiresAt', '>', ctx.now - DAY)
        .executeTakeFirst();
      return open === undefined;
    });
  },

  async forget(tx, ctx, account) {
    // The open month becomes an invoice while its buyer is still known.
    const oldest = await unbilled(tx)
      .where('wallet.ownerId', '=', account.id)
      .select('ledgerEntry.time')
      .orderBy('ledgerEntry.time')
      .executeTakeFirst();
    const last = monthKey(ctx.now);
    if (oldest)
      for (let month = monthKey(Number(oldest.time)); month <= last; month = addMonths(month, 1))
        await closeMonth(tx, ctx, account.id, month);
    for (const row of await ownedInvoices(tx, account)
      .select('id')
      .where('state', '=', 'proforma')
      .where('payment', '!=', 'paid')
      .execute())
      await removeProforma(tx, row);
    for (const table of ['budget', 'budgetMark', 'negativeBalance', 'invoiceArchive'] as const)
      await tx.deleteFrom(table).where('accountId', '=', account.id).execute();
  },
};
