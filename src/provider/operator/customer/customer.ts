import { operatorCustomer } from '../../../lib/contract/operator/operatorCustomer.ts';
import { needsSecond } from '../../../lib/rules/core/fourEyes.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import { notify } from '../../core/notification/notify.ts';
import { endSessions } from '../../core/session/sessions.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { getCustomer, listCustomers } from './read.ts';
import { liftSuspension, suspendAccount } from './suspend.ts';

interface Correction {
  accountId: string;
  /** Mills; negative: a debit. */
  amount: number;
  reason: string;
  /** What the ledger entry refers to. */
  reference: string;
}

const findAccount = async (db: Db | Tx, id: string) =>
  (await db.selectFrom('user').select(['id', 'email']).where('id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** Books a correction and notifies the customer, in the transaction that decided it. A debit takes no more than there is. */
async function correct(tx: Tx, ctx: SignedIn, { accountId, amount, reason, reference }: Correction): Promise<void> {
  if (amount < 0 && (await readBalance(tx, accountId)) + amount < 0) refuse(402, 'operatorCustomer:error.balance');
  const wallet = { wallet: accountId };
  await postEntry(tx, ctx, {
    // Neither a payment nor a charge for a service: it is on no invoice.
    kind: 'gift',
    from: amount > 0 ? 'bonus' : wallet,
    to: amount > 0 ? wallet : 'bonus',
    amount: Math.abs(amount),
    description: { key: amount > 0 ? 'operatorCustomer:ledger.credit' : 'operatorCustomer:ledger.debit', params: { reason } },
    reference,
  });
  await notify(tx, ctx, {
    accountId,
    event: 'invoice',
    type: amount > 0 ? 'success' : 'warning',
    title: amount > 0 ? 'operatorCustomer:notice.creditTitle' : 'operatorCustomer:notice.debitTitle',
    description: 'operatorCustomer:notice.text',
    params: { reason },
    link: '/finance/transactions',
  });
}

export const operatorCustomerHandlers = implement(operatorCustomer, {
  list(ctx, { q }) {
    return listCustomers(ctx, q);
  },

  get(ctx, { customerId }) {
    return getCustomer(ctx, customerId);
  },

  async credit(ctx, { customerId, amount, reason }) {
    const { id: accountId, email: name } = await findAccount(ctx.db, customerId);
    if (accountId === ctx.user.id) refuse(409, 'operatorCustomer:error.self');
    const id = ctx.newId();
    // The lock of the customer’s own calls, so that a debit and a purchase at once don’t both spend the balance.
    return ctx.write(async ({ tx, log }) => {
      const entry = { accountId, actor: 'operator' as const, after: { amount, reason } };
      if (needsSecond(amount)) {
        await tx
          .insertInto('creditRequest')
          .values({
            id,
            accountId,
            amount,
            reason,
            requestedBy: ctx.user.email,
            createdAt: ctx.now,
            status: 'waiting',
            decidedBy: null,
            decidedAt: null,
          })
          .execute();
        // Until it is decided it is no matter of the customer.
        await log({ ...entry, accountId: null, action: 'create', entity: { type: 'creditRequest', id, name } });
        return { booked: false };
      }
      await correct(tx, ctx, { accountId, amount, reason, reference: `correction:${id}` });
      await log({ ...entry, action: 'create', entity: { type: 'walletCorrection', id, name } });
      return { booked: true };
    }, `account:${accountId}`);
  },

  async decide(ctx, { requestId, approve }) {
    const find = (db: Db | Tx) => db.selectFrom('creditRequest').selectAll().where('id', '=', requestId).executeTakeFirst();
    const { accountId } = (await find(ctx.db)) ?? refuse(404, 'error:notFound');
    return ctx.write(async ({ tx, log }) => {
      const row = (await find(tx)) ?? refuse(404, 'error:notFound');
      if (row.status !== 'waiting') refuse(409, 'operatorCustomer:error.decided');
      // The author of the request may withdraw it, and nobody decides about their own wallet.
      if (approve && row.requestedBy === ctx.user.email) refuse(409, 'operatorCustomer:error.own');
      if (approve && accountId === ctx.user.id) refuse(409, 'operatorCustomer:error.self');
      const { email: name } = await findAccount(tx, accountId);
      const amount = Number(row.amount);
      const status = approve ? ('approved' as const) : ('rejected' as const);
      if (approve) await correct(tx, ctx, { accountId, amount, reason: row.reason, reference: `correction:${requestId}` });
      await tx
        .updateTable('creditRequest')
        .set({ status, decidedBy: ctx.user.email, decidedAt: ctx.now })
        .where('id', '=', requestId)
        .execute();
      await log({
        action: 'update',
        entity: { type: 'creditRequest', id: requestId, name },
        accountId: approve ? accountId : null,
        actor: 'operator',
        before: { decision: row.status },
        after: { decision: status, amount, reason: row.reason },
      });
      return { status };
    }, `account:${accountId}`);
  },

  suspend: (ctx, { customerId, ...form }) => suspendAccount(ctx, customerId, form),
  lift: (ctx, { customerId }) => liftSuspension(ctx, customerId),

  async endSessions(ctx, { customerId }) {
    const { id: accountId, email: name } = await findAccount(ctx.db, customerId);
    if (accountId === ctx.user.id) refuse(409, 'operatorCustomer:error.self');
    return ctx.write(async ({ tx, log }) => {
      const [result] = await endSessions(tx, ctx, accountId);
      const ended = Number(result?.numUpdatedRows ?? 0);
      await log({
        action: 'delete',
        entity: { type: 'customerSessions', id: accountId, name },
        accountId,
        actor: 'operator',
        after: { ended },
      });
      return { ended };
    }, `account:${accountId}`);
  },
});
