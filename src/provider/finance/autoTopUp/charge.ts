import { brand } from '../../../config/brand.ts';
import { writeSystemChange } from '../../core/changes.ts';
import type { Store } from '../../db/open.ts';
import type { PaymentGateway, Verdict } from '../../drivers/payment/payment.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { financeJobs } from '../jobs.ts';
import { changeGroup, type PaymentRow, queryGateway, settle } from '../payment/index.ts';

/**
 * Charges the saved card of a payment. Throws, and is retried, until the gateway responds: sending the same charge twice has no effect.
 * A crash in between leads to a retry. Once the charge period is over, the gateway is only queried (`payment.check`).
 */
export const chargeCard: JobHandler<typeof financeJobs.chargeCard> = async (ctx, { paymentId }) => {
  const { now, signal, services } = ctx;
  const { store, gateways } = services;
  const row = await store.reader.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirst();
  if (row?.status !== 'pending') return;
  const verdict = await charge(store, gateways, row, now, signal);
  await store.write(`account:${row.accountId}`, async (tx) => {
    const { changes } = await settle(tx, ctx, row.id, verdict);
    for (const change of changes)
      await writeSystemChange(tx, ctx, { ...change, kind: 'payment.charge', group: changeGroup(change), accountId: row.accountId });
  });
};

async function charge(
  store: Store,
  gateways: readonly PaymentGateway[],
  payment: PaymentRow,
  now: number,
  signal: AbortSignal,
): Promise<Verdict> {
  const { id: paymentId, accountId, cardId, currency, gateway: id } = payment;
  const gateway = gateways.find((one) => one.id === id);
  const card = await store.reader
    .selectFrom('savedCard')
    .innerJoin('autoTopUp', 'autoTopUp.cardId', 'savedCard.id')
    .select(['customer', 'reference'])
    .where('savedCard.id', '=', cardId)
    .where('savedCard.removedAt', 'is', null)
    .where('autoTopUp.accountId', '=', accountId)
    .where('autoTopUp.enabled', '=', true)
    .executeTakeFirst();
  if (!gateway?.cards || !card || now >= Number(payment.expiresAt)) return queryGateway(gateways, payment, now, signal);
  // Identical in every retry: gateways compare it.
  const description = brand.name.en;
  return gateway.cards.charge(
    { paymentId, amount: Number(payment.amount), currency, description, card, now },
    AbortSignal.any([signal, AbortSignal.timeout(gateway.timeoutMs)]),
  );
}

/** Deletes a removed card at its gateway. Throws, and is retried, until the gateway has deleted it; then the card is deleted here. */
export const forgetCard: JobHandler<typeof financeJobs.forgetCard> = async ({ signal, services: { store, gateways } }, { cardId }) => {
  const card = await store.reader
    .selectFrom('savedCard')
    .selectAll()
    .where('id', '=', cardId)
    .where('removedAt', 'is not', null)
    .executeTakeFirst();
  if (!card) return;
  const gateway = gateways.find(({ id }) => id === card.gateway);
  // A gateway that is no longer configured can't charge the card either.
  await gateway?.cards?.forget(card, AbortSignal.any([signal, AbortSignal.timeout(gateway.timeoutMs)]));
  await store.write(`account:${card.accountId}`, (tx) => tx.deleteFrom('savedCard').where('id', '=', card.id).execute());
};
