import { brand } from '../../../config/brand.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { operatorPayment } from '../../../lib/contract/finance/operatorPayment.ts';
import { latinDigits } from '../../../lib/format/digits.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { needsSecond } from '../../../lib/rules/core/fourEyes.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import type { QueueItem } from '../../core/registry.ts';
import type { Services } from '../../core/services.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { financeJobs } from '../jobs.ts';
import type { PaymentRow } from './settle.ts';
import { showPayment } from './view.ts';

type RefundedPayment = Output<typeof operatorPayment.refund>['payment'];
type Row = PaymentRow & { email: string };

const payments = (db: Db | Tx) => db.selectFrom('payment').innerJoin('user', 'user.id', 'payment.accountId');

/** The part of a payment without a completed or pending refund, in mills. */
const refundableAmount = (row: Row, refunds: readonly { amount: number; status: string }[]): number =>
  Number(row.amount) - refunds.reduce((sum, { amount, status }) => (status === 'rejected' ? sum : sum + Number(amount)), 0);

async function show(db: Db | Tx, { gateways }: Pick<Services, 'gateways'>, user: { id: string }, row: Row): Promise<RefundedPayment> {
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('user as asker', 'asker.id', 'refund.operatorId')
    .leftJoin('user as decider', 'decider.id', 'refund.decidedBy')
    .selectAll('refund')
    .select(['asker.email as requestedBy', 'decider.email as decidedByEmail'])
    .where('paymentId', '=', row.id)
    .orderBy('refund.id')
    .execute();
  return {
    ...showPayment(row),
    account: { id: row.accountId, email: row.email },
    refunds: refunds.map(({ id, amount, reason, status, createdAt, doneAt, requestedBy, decidedByEmail, operatorId }) => ({
      id,
      amount: Number(amount),
      reason,
      status,
      requestedBy,
      decidedBy: decidedByEmail,
      own: operatorId === user.id,
      createdAt: iso(createdAt),
      doneAt: doneAt === null ? null : iso(doneAt),
    })),
    refundable: row.status === 'paid' ? Math.max(0, Math.min(refundableAmount(row, refunds), await readBalance(db, row.accountId))) : 0,
    canRefund: gateways.some(({ id, capabilities }) => id === row.gateway && capabilities.refund),
  };
}

const find = async (db: Db | Tx, id: string): Promise<Row> =>
  (await payments(db).selectAll('payment').select('user.email').where('payment.id', '=', id).executeTakeFirst()) ??
  refuse(404, 'error:notFound');

export const operatorPaymentHandlers = implement(operatorPayment, {
  async list(ctx, { status, accountId, q, page = 1, perPage = 50 }) {
    let query = payments(ctx.db);
    if (status) query = query.where('payment.status', '=', status);
    if (accountId !== undefined) query = query.where('payment.accountId', '=', accountId);
    // IDs, references and addresses are ASCII.
    const wanted = latinDigits(q ?? '').trim();
    if (wanted !== '')
      query = query.where((e) =>
        e.or([e('payment.id', '=', wanted), e('payment.reference', '=', wanted), e('user.email', '=', wanted.toLowerCase())]),
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
    return { payments: await Promise.all(rows.map((row) => show(ctx.db, ctx.services, ctx.user, row))), total: Number(total) };
  },

  async refund(ctx, { paymentId, amount, reason }) {
    const { accountId } = await find(ctx.db, paymentId);
    if (accountId === ctx.user.id) refuse(409, 'operatorPayment:error.self');
    // Uses the lock of the customer's own calls: nothing can be spent between the check and the entry.
    return ctx.write(async ({ tx, log }) => {
      const row = await find(tx, paymentId);
      const { refunds, refundable } = await show(tx, ctx.services, ctx.user, row);
      requirePayable(ctx.services, row);
      const left = refundableAmount(row, refunds);
      if (amount > left || amount % brand.currency.divisor !== 0)
        refuseField('amount', 'payment:error.refundRange', { max: formatMoney(left, ctx.locale) });
      if (amount > refundable) refuse(402, 'payment:error.refundBalance', { extra: { needed: amount - refundable } });
      const id = ctx.newId();
      const waits = needsSecond(amount);
      const at = { createdAt: ctx.now, doneAt: null, decidedBy: null, decidedAt: null };
      const status = waits ? ('waiting' as const) : ('pending' as const);
      const refund = { id, paymentId, amount, reason, status, operatorId: ctx.user.id, ...at };
      await tx.insertInto('refund').values(refund).execute();
      if (!waits) await reserveRefund(tx, ctx, accountId, refund);
      await log({
        action: 'create',
        entity: { type: 'refund', id, name: row.gateway },
        // Customers don't see pending refunds.
        accountId: waits ? null : accountId,
        actor: 'operator',
        after: { paymentId, amount, reason, ...(waits && { status }) },
      });
      return { payment: await show(tx, ctx.services, ctx.user, row) };
    }, `account:${accountId}`);
  },

  async decide(ctx, { refundId, approve }) {
    const findRefund = (db: Db | Tx) => db.selectFrom('refund').selectAll().where('id', '=', refundId).executeTakeFirst();
    const { paymentId } = (await findRefund(ctx.db)) ?? refuse(404, 'error:notFound');
    const { accountId } = await find(ctx.db, paymentId);
    return ctx.write(async ({ tx, log }) => {
      const refund = (await findRefund(tx)) ?? refuse(404, 'error:notFound');
      const row = await find(tx, paymentId);
      if (refund.status !== 'waiting') refuse(409, 'operatorPayment:error.decided');
      // Operators can cancel their own requests, but can't approve them, nor refunds to their own wallet.
      if (approve && refund.operatorId === ctx.user.id) refuse(409, 'operatorPayment:error.own');
      if (approve && accountId === ctx.user.id) refuse(409, 'operatorPayment:error.self');
      const amount = Number(refund.amount);
      if (approve) {
        requirePayable(ctx.services, row);
        const missing = amount - (await readBalance(tx, accountId));
        if (missing > 0) refuse(402, 'payment:error.refundBalance', { extra: { needed: missing } });
        await reserveRefund(tx, ctx, accountId, { id: refundId, amount, reason: refund.reason });
      }
      const status = approve ? ('pending' as const) : ('rejected' as const);
      await tx.updateTable('refund').set({ status, decidedBy: ctx.user.id, decidedAt: ctx.now }).where('id', '=', refundId).execute();
      await log({
        action: 'update',
        entity: { type: 'refund', id: refundId, name: row.gateway },
        accountId: approve ? accountId : null,
        actor: 'operator',
        before: { status: refund.status },
        after: { status, amount, reason: refund.reason },
      });
      return { payment: await show(tx, ctx.services, ctx.user, row) };
    }, `account:${accountId}`);
  },
});

/** Refunds require a paid payment and a gateway that supports them. */
function requirePayable({ gateways }: Pick<Services, 'gateways'>, row: Row): void {
  if (row.status !== 'paid') refuse(409, 'payment:error.notPaid');
  if (!gateways.find(({ id }) => id === row.gateway)?.capabilities.refund) refuse(409, 'payment:error.refundUnsupported');
}

/** Deducts the amount from the wallet first, so that it can't be spent; a job then sends the refund until the gateway confirms it. */
async function reserveRefund(
  tx: Tx,
  ctx: SignedIn,
  accountId: string,
  { id, amount, reason }: { id: string; amount: number; reason: string },
): Promise<void> {
  const description = { key: 'payment:ledger.refund', params: { reason } } as const;
  await postEntry(tx, ctx, { kind: 'refund', from: { wallet: accountId }, to: 'funding', amount, description, reference: id });
  await ctx.services.jobs.enqueue(tx, financeJobs.payBack, { refundId: id });
}

/** Refunds that need a second operator. */
export async function waitingRefunds(db: Db): Promise<QueueItem[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .innerJoin('user', 'user.id', 'payment.accountId')
    .select(['refund.id', 'refund.reason', 'refund.createdAt', 'payment.accountId', 'user.email'])
    .where('refund.status', '=', 'waiting')
    .execute();
  return rows.map(({ id, reason, createdAt, accountId, email }) => ({
    kind: 'refund',
    id,
    title: reason,
    account: email,
    since: Number(createdAt),
    dueAt: null,
    link: `/operator/customers/${accountId}`,
  }));
}
