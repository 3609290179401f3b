import { brand } from '../../../lib/brand.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { operatorPayment } from '../../../lib/contract/finance/operatorPayment.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { implement, refuse, refuseField } from '../../core/implement.ts';
import { balanceOf, book } from '../../core/ledger/ledger.ts';
import { amountParam } from '../../core/localizedParams.ts';
import { notify } from '../../core/notification/notify.ts';
import { requireOperator } from '../../core/operator.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { PaymentRow } from './settle.ts';
import { showPayment } from './view.ts';

type Shown = Output<typeof operatorPayment.refund>['payment'];
type Row = PaymentRow & { email: string };

const iso = (time: number) => new Date(Number(time)).toISOString();
const payments = (db: Db | Tx) => db.selectFrom('payment').innerJoin('user', 'user.id', 'payment.accountId');

async function show(db: Db | Tx, row: Row): Promise<Shown> {
  const refunds = await db.selectFrom('refund').selectAll().where('paymentId', '=', row.id).orderBy('id').execute();
  const left = Number(row.amount) - refunds.reduce((sum, { amount }) => sum + Number(amount), 0);
  return {
    ...showPayment(row),
    account: { id: row.accountId, email: row.email },
    refunds: refunds.map(({ id, amount, reason, status, createdAt, doneAt }) => ({
      id,
      amount: Number(amount),
      reason,
      status,
      createdAt: iso(createdAt),
      doneAt: doneAt === null ? null : iso(doneAt),
    })),
    refundable: row.status === 'paid' ? Math.max(0, Math.min(left, await balanceOf(db, row.accountId))) : 0,
  };
}

const find = async (db: Db | Tx, id: string): Promise<Row> =>
  (await payments(db).selectAll('payment').select('user.email').where('payment.id', '=', id).executeTakeFirst()) ??
  refuse(404, 'error:notFound');

export const operatorPaymentHandlers = implement(operatorPayment, {
  async list(ctx, { status, q, page = 1, perPage = 50 }) {
    requireOperator(ctx);
    let query = payments(ctx.db);
    if (status) query = query.where('payment.status', '=', status);
    if (q?.trim())
      query = query.where((e) =>
        e.or([e('payment.id', '=', q.trim()), e('payment.reference', '=', q.trim()), e('user.email', '=', q.trim().toLowerCase())]),
      );
    const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await query
      .selectAll('payment')
      .select('user.email')
      .orderBy('payment.createdAt', 'desc')
      .orderBy('payment.id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute();
    return { payments: await Promise.all(rows.map((row) => show(ctx.db, row))), total: Number(total) };
  },

  /** Takes the amount from the wallet first, so that it can't be spent meanwhile; a job tells the gateway until it has confirmed. */
  async refund(ctx, { paymentId, amount, reason }) {
    requireOperator(ctx);
    const { accountId } = await find(ctx.db, paymentId);
    // The lock of the customer's own calls: nothing is spent between the question and the entry.
    return ctx.write(async ({ tx, log }) => {
      const row = await find(tx, paymentId);
      if (row.status !== 'paid') refuse(409, 'payment:error.notPaid');
      const gateway = ctx.services.gateways.find(({ id }) => id === row.gateway);
      if (!gateway?.capabilities.refund) refuse(409, 'payment:error.refundUnsupported');
      const { refunds, refundable } = await show(tx, row);
      const left = Number(row.amount) - refunds.reduce((sum, one) => sum + one.amount, 0);
      if (amount > left || amount % brand.currency.divisor !== 0)
        refuseField('amount', 'payment:error.refundRange', { max: formatMoney(left, ctx.locale) });
      if (amount > refundable) refuse(402, 'payment:error.refundBalance', { extra: { needed: amount - refundable } });
      const id = ctx.newId();
      const description = { key: 'payment:ledger.refund', params: { reason } } as const;
      await book(tx, ctx, { kind: 'refund', from: { wallet: accountId }, to: 'funding', amount, description, reference: id });
      const refund = {
        id,
        paymentId,
        amount,
        reason,
        status: 'pending' as const,
        operatorId: ctx.user.id,
        createdAt: ctx.now,
        doneAt: null,
      };
      await tx.insertInto('refund').values(refund).execute();
      await ctx.services.jobs.enqueue(tx, 'payment.refund', { key: `payment.refund:${id}`, payload: { refundId: id } });
      await log({
        action: 'create',
        entity: { type: 'refund', id, name: row.gateway },
        accountId,
        actor: 'operator',
        after: { paymentId, amount, reason },
      });
      return { payment: await show(tx, row) };
    }, `account:${accountId}`);
  },
});

/**
 * Tells the gateway to pay back. It throws, and runs again, until the gateway has confirmed: the same refund told twice is one. After a
 * crash in between it is told again.
 */
export const payBack: JobHandler = async ({ store, now, newId, gateways, signal }, { refundId }) => {
  const refund = await store.reader.selectFrom('refund').selectAll().where('id', '=', String(refundId)).executeTakeFirst();
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
