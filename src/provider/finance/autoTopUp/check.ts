import { brand } from '../../../config/brand.ts';
import { topUpBonus } from '../../../lib/rules/finance/topUp.ts';
import { DAY } from '../../../lib/time.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { selectStatement } from '../../core/ledger/statement.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobHandler, Jobs } from '../../jobs/jobs.ts';
import { markStale } from '../../live/stale.ts';
import { currentBonus } from '../bonus.ts';
import { financeCatalog } from '../catalog.ts';
import { financeJobs } from '../jobs.ts';
import { firstLook, type PaymentRow, watchPayment } from '../payment/index.ts';

/** How long a charge is retried while the gateway doesn't respond: less than the day for which gateways recognize a repeated charge. */
const CHARGE_MS = 12 * 3_600_000;

export const scheduleTopUp = (tx: Tx, { enqueue }: Pick<Jobs, 'enqueue'>, accountId: string): Promise<void> =>
  enqueue(tx, financeJobs.checkAutoTopUp, { accountId });

/**
 * Charges the saved card when the balance has fallen below the threshold: once for each fall, and not while an earlier charge is open.
 * This only creates the payment, with the ID that the gateway will receive; another job makes the charge. Running it twice, or in
 * two processes, starts one charge.
 */
export const checkAutoTopUp: JobHandler<typeof financeJobs.checkAutoTopUp> = (
  { now, newId, services: { store, gateways, jobs } },
  { accountId },
) =>
  store.write(`account:${accountId}`, async (tx) => {
    const row = await tx
      .selectFrom('autoTopUp')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('enabled', '=', true)
      .where('pausedAt', 'is', null)
      .executeTakeFirst();
    if (!row) return;
    const threshold = Number(row.threshold);
    if ((await readBalance(tx, accountId)) >= threshold) return;
    if (row.startedAt !== null && !(await hasRecovered(tx, accountId, threshold, Number(row.startedAt)))) return;
    const earlier = await tx
      .selectFrom('payment')
      .select('status')
      .where('accountId', '=', accountId)
      .where('cardLast4', 'is not', null)
      .where((e) => e.or([e('status', '=', 'pending'), e('createdAt', '>', now - DAY)]))
      .execute();
    if (earlier.length >= financeCatalog.autoTopUp.perDay || earlier.some(({ status }) => status === 'pending')) return;
    const card = await tx
      .selectFrom('savedCard')
      .selectAll()
      .where('id', '=', row.cardId)
      .where('removedAt', 'is', null)
      .executeTakeFirst();
    const cards = gateways.find(({ id }) => id === card?.gateway)?.cards;
    if (!card || !cards) return;
    const id = newId();
    const amount = Number(row.amount);
    const payment: PaymentRow = {
      id,
      accountId,
      gateway: card.gateway,
      reference: cards.nameOf(card, id),
      redirectUrl: '',
      amount,
      currency: brand.currency.code,
      bonus: topUpBonus(amount, (await currentBonus(tx)).bonus),
      gift: 0,
      giftCode: null,
      invoiceId: null,
      status: 'pending',
      failure: null,
      returnTo: null,
      saveCard: false,
      cardId: card.id,
      cardLast4: card.last4,
      transactionId: null,
      createdAt: now,
      expiresAt: now + CHARGE_MS,
      settledAt: null,
    };
    await tx.insertInto('payment').values(payment).execute();
    await tx.updateTable('autoTopUp').set({ startedAt: now }).where('accountId', '=', accountId).execute();
    await jobs.enqueue(tx, financeJobs.chargeCard, { paymentId: id });
    await watchPayment(tx, jobs, id, firstLook(now));
    markStale(tx, accountId, 'autoTopUp', now);
    await writeSystemChange(
      tx,
      { now, newId },
      {
        kind: 'autoTopUp.check',
        group: 'payment',
        accountId,
        action: 'create',
        entity: { type: 'payment', id, name: card.gateway },
        after: { amount, gateway: card.gateway, card: card.last4 },
      },
    );
  });

/** Whether the balance has reached the threshold since a time, even if only between two checks. */
async function hasRecovered(tx: Tx, accountId: string, threshold: number, since: number): Promise<boolean> {
  const line = await tx
    .selectFrom(selectStatement(tx, { id: accountId }).as('line'))
    .select('id')
    .where('time', '>', since)
    .where('balanceAfter', '>=', threshold)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/** Checks every wallet with automatic top-up, to catch commits of other processes and changes missed because of a crash. */
export const sweepAutoTopUps: JobHandler = async ({ services: { store, jobs } }) => {
  const accounts = await store.reader
    .selectFrom('autoTopUp')
    .select('accountId')
    .where('enabled', '=', true)
    .where('pausedAt', 'is', null)
    .execute();
  if (accounts.length > 0)
    await store.write('autoTopUp.sweep', async (tx) => {
      for (const { accountId } of accounts) await scheduleTopUp(tx, jobs, accountId);
    });
};
