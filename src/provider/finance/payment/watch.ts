import { writeSystemChange } from '../../core/changes.ts';
import { notify } from '../../core/notification/notify.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobHandler, Jobs } from '../../jobs/jobs.ts';
import { financeJobs } from '../jobs.ts';
import { queryGateway } from './queryGateway.ts';
import { changeGroup, mayBePaid, settle } from './settle.ts';

/** The first check runs when most customers are back; each following one after twice the age of the payment. */
const FIRST_MS = 2 * 60_000;
const MOST_MS = 60 * 60_000;

/** Schedules the checks of a payment until it is settled, in the transaction that created it. */
export const watchPayment = (tx: Tx, jobs: Pick<Jobs, 'enqueue'>, paymentId: string, runAt: number): Promise<void> =>
  jobs.enqueue(tx, financeJobs.checkPayment, { paymentId }, { runAt });

export const firstLook = (now: number): number => now + FIRST_MS;

/** Settles a payment when the customer didn't come back and no webhook arrived. */
export const checkPayment: JobHandler<typeof financeJobs.checkPayment> = async (ctx, { paymentId }) => {
  const { now, signal, services } = ctx;
  const { store, gateways, jobs } = services;
  const row = await store.reader.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirst();
  if (!row || !mayBePaid(row)) return;
  const verdict = await queryGateway(gateways, row, now, signal);
  await store.write(`account:${row.accountId}`, async (tx) => {
    const { payment, changes } = await settle(tx, ctx, row.id, verdict);
    for (const change of changes)
      await writeSystemChange(tx, ctx, { ...change, kind: 'payment.check', group: changeGroup(change), accountId: row.accountId });
    if (changes.length > 0) {
      // `settle` sends the notification for automatic top-ups, whatever its caller.
      if (payment.status === 'paid' && row.cardLast4 === null)
        await notify(tx, ctx, {
          accountId: row.accountId,
          event: 'invoice',
          type: 'success',
          title: 'payment:notice.paidTitle',
          description: row.invoiceId ? 'payment:notice.paidInvoiceText' : 'payment:notice.paidText',
          link: row.invoiceId ? `/finance/invoices/${row.invoiceId}` : '/finance/transactions',
        });
    }
    if (verdict.status === 'pending' && mayBePaid(payment))
      await watchPayment(tx, jobs, row.id, now + Math.min(MOST_MS, Math.max(FIRST_MS, now - Number(row.createdAt))));
  });
};
