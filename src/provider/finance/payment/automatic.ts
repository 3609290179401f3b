import type { Change } from '../../core/changes.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { amountParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Work } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import type { StoredCard } from '../../drivers/payment/payment.ts';
import { markStale } from '../../live/stale.ts';
import type { PaymentRow } from './settle.ts';

/** Saves the card that a gateway stored with a payment. @returns the change to log; null: the card is already saved */
export async function saveCard(
  tx: Tx,
  { now, newId }: Work,
  { accountId, gateway }: PaymentRow,
  { customer, reference, brand, last4, expires }: StoredCard,
): Promise<Change | null> {
  const id = newId();
  const inserted = await tx
    .insertInto('savedCard')
    .values({ id, accountId, gateway, customer, reference, brand, last4, expires, createdAt: now, removedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (Number(inserted.numInsertedOrUpdatedRows) !== 1) return null;
  markStale(tx, accountId, 'autoTopUp', now);
  return { action: 'create', entity: { type: 'savedCard', id, name: last4 }, accountId, after: { gateway, brand, last4, expires } };
}

/** Handles the result of an automatic charge: notifies the customer, and after a failure pauses until they turn it on again. */
export async function noteCharged(tx: Tx, ctx: Work, payment: PaymentRow): Promise<void> {
  const { accountId, status } = payment;
  const { now } = ctx;
  const settings = tx.updateTable('autoTopUp').where('accountId', '=', accountId);
  markStale(tx, accountId, 'autoTopUp', now);
  const amount = amountParam(Number(payment.amount));
  const params = { amount, last4: payment.cardLast4 ?? '' };
  if (status === 'failed') {
    await settings.set({ pausedAt: now }).where('enabled', '=', true).execute();
    const title = 'autoTopUp:notice.failedTitle' as const;
    const description = `autoTopUp:notice.${payment.failure === 'declined' ? 'declinedText' : 'failedText'}` as const;
    await notifyOwner(tx, ctx, {
      accountId,
      event: 'lowBalance',
      type: 'error',
      title,
      description,
      params,
      link: '/finance/top-up/automatic',
    });
    return;
  }
  const row = await tx.selectFrom('autoTopUp').select('threshold').where('accountId', '=', accountId).executeTakeFirst();
  const balance = await readBalance(tx, accountId);
  // The next fall below the threshold counts as a new one.
  if (row && balance >= Number(row.threshold)) await settings.set({ startedAt: null }).execute();
  await notifyOwner(tx, ctx, {
    accountId,
    event: 'invoice',
    type: 'success',
    title: 'autoTopUp:notice.paidTitle',
    description: 'autoTopUp:notice.paidText',
    params: { ...params, balance: amountParam(balance) },
    link: '/finance/transactions',
  });
}
