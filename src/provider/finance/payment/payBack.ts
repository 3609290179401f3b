import { writeSystemChange } from '../../core/changes.ts';
import { amountParam } from '../../core/localizedParams.ts';
import { notify } from '../../core/notification/notify.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { financeJobs } from '../jobs.ts';

/**
 * Sends a refund to the gateway. Throws, and is retried, until the gateway confirms: sending the same refund twice has no effect. After
 * a crash in between it is sent again.
 */
export const payBack: JobHandler<typeof financeJobs.payBack> = async (
  { now, newId, signal, services: { store, gateways } },
  { refundId },
) => {
  const refund = await store.reader.selectFrom('refund').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (refund?.status !== 'pending') return;
  const row = await store.reader.selectFrom('payment').selectAll().where('id', '=', refund.paymentId).executeTakeFirstOrThrow();
  const gateway = gateways.find(({ id }) => id === row.gateway);
  if (!gateway) throw new Error(`the gateway ${row.gateway} of a refund is no longer configured`);
  const { id: paymentId, reference, redirectUrl, currency } = row;
  const amount = Number(refund.amount);
  await gateway.refund(
    { paymentId, reference, redirectUrl, currency, amount: Number(row.amount), now },
    { refundId: refund.id, amount },
    AbortSignal.any([signal, AbortSignal.timeout(gateway.timeoutMs)]),
  );
  await store.write(`account:${row.accountId}`, async (tx) => {
    const done = await tx
      .updateTable('refund')
      .set({ status: 'done', doneAt: now })
      .where('id', '=', refund.id)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    if (done.numUpdatedRows !== 1n) return;
    await writeSystemChange(
      tx,
      { now, newId },
      {
        kind: 'payment.refund',
        group: 'payment',
        accountId: row.accountId,
        action: 'update',
        entity: { type: 'refund', id: refund.id, name: row.gateway },
        before: { status: 'pending' },
        after: { status: 'done', amount },
      },
    );
    await notify(
      tx,
      { now, newId },
      {
        accountId: row.accountId,
        event: 'invoice',
        type: 'message',
        title: 'payment:notice.refundTitle',
        description: 'payment:notice.refundText',
        params: { amount: amountParam(amount) },
        link: '/finance/transactions',
      },
    );
  });
};
