import type { Selectable } from 'kysely';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import type { Change } from '../../core/changes.ts';
import { postEntry } from '../../core/ledger/ledger.ts';
import type { Work } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import type { PaymentTable } from '../../db/tables/finance/payment.ts';
import type { Verdict } from '../../drivers/payment/payment.ts';
import { noteCharged, saveCard } from './automatic.ts';
import { paymentOfGift, redeemGift, releaseGift } from './gift.ts';
import { markOpenPayments, payReceived } from './paidInvoice.ts';

export type PaymentRow = Selectable<PaymentTable>;

export interface Settled {
  payment: PaymentRow;
  /** Changes to log; empty if an earlier call has settled the payment or the gateway hasn't decided. */
  changes: Change[];
}

/** The contract group of a change made by `settle`. */
export const changeGroup = ({ entity: { type } }: Change): 'invoice' | 'payment' | 'autoTopUp' =>
  type === 'invoice' ? 'invoice' : type === 'savedCard' ? 'autoTopUp' : 'payment';

/**
 * Applies the status that a gateway reports. The only function that credits a payment: the callback, the webhook, the customer's poll
 * and the job all use it, and the first one credits. The payment of an invoice is credited and charged in the same transaction; if
 * the invoice was paid or cancelled in the meantime, it stays in the wallet.
 */
export async function settle(tx: Tx, ctx: Work, paymentId: string, verdict: Verdict): Promise<Settled> {
  const before = await tx.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow();
  const unchanged: Settled = { payment: before, changes: [] };
  if (before.status === 'paid' || verdict.status === 'pending') return unchanged;
  if (verdict.status === 'failed') return fail(tx, ctx, before, verdict.reason);
  const { id, accountId, amount, currency, bonus, giftCode, gift, invoiceId } = before;
  const isMatch =
    Number(amount) === verdict.amount && currency === verdict.currency && (verdict.paymentId === null || verdict.paymentId === id);
  if (!isMatch) {
    ctx.services.log.error({ paymentId, verdict }, 'payment gateway reported a different payment; nothing was credited');
    return fail(tx, ctx, before, 'mismatch');
  }
  const claimed = await tx
    .updateTable('payment')
    .set({ status: 'paid', failure: null, settledAt: ctx.now, transactionId: verdict.transactionId })
    .where('id', '=', id)
    .where('status', '!=', 'paid')
    .executeTakeFirst();
  if (claimed.numUpdatedRows !== 1n) return unchanged;
  const credit = (kind: 'topUp' | 'bonus' | 'gift', mills: number, description: { key: TKey; params?: TParams }) =>
    postEntry(tx, ctx, {
      kind,
      from: kind === 'topUp' ? 'funding' : 'bonus',
      to: { wallet: accountId },
      amount: Number(mills),
      description,
      reference: id,
    });
  const { cardLast4: last4 } = before;
  await credit(
    'topUp',
    amount,
    last4 === null ? { key: `payment:ledger.topUp.${before.gateway}` } : { key: 'payment:ledger.automatic', params: { last4 } },
  );
  if (bonus > 0) await credit('bonus', bonus, { key: 'payment:ledger.bonus' });
  const gifted = giftCode !== null && gift > 0 && (await redeemGift(tx, before, giftCode, ctx.now));
  if (gifted) await credit('gift', gift, { key: 'payment:ledger.gift', params: { code: giftCode } });
  const payment: PaymentRow = { ...before, status: 'paid', failure: null, settledAt: ctx.now, gift: gifted ? gift : 0 };
  if (!gifted && gift > 0) await tx.updateTable('payment').set({ gift: 0 }).where('id', '=', id).execute();
  const paid = invoiceId && (await payReceived(tx, ctx, { invoiceId, accountId, amount: Number(amount) }));
  const saved = verdict.card && before.saveCard && (await saveCard(tx, ctx, before, verdict.card));
  if (last4 !== null) await noteCharged(tx, ctx, payment);
  return { payment, changes: [paymentChange(before, payment), ...(paid ? [paid] : []), ...(saved ? [saved] : [])] };
}

/**
 * Cancels the open payment that a gift code is reserved for, because the code is wanted for another one. Money that still arrives
 * for it is credited without the gift.
 * @returns the changes to log
 */
export async function replacePayment(tx: Tx, ctx: Work, account: { id: string }, code: string): Promise<Change[]> {
  const open = await paymentOfGift(tx, account, code);
  return open ? (await fail(tx, ctx, open, 'replaced')).changes : [];
}

/** Whether a gateway may still report money for a payment, so that it has to be asked. */
export const mayBePaid = ({ status, failure }: Pick<PaymentRow, 'status' | 'failure'>): boolean =>
  status === 'pending' || (status === 'failed' && failure === 'replaced');

/** A failed payment releases its invoice, and its gift code, which waits for the next top-up unless that one has it already. */
async function fail(tx: Tx, ctx: Work, before: PaymentRow, failure: NonNullable<PaymentRow['failure']>): Promise<Settled> {
  if (before.status !== 'pending') return { payment: before, changes: [] };
  const { now } = ctx;
  const payment: PaymentRow = { ...before, status: 'failed', failure, gift: 0, settledAt: now };
  await tx.updateTable('payment').set({ status: 'failed', failure, gift: 0, settledAt: now }).where('id', '=', before.id).execute();
  await releaseGift(tx, ctx, before, failure !== 'replaced');
  if (before.invoiceId) await markOpenPayments(tx, before.invoiceId);
  if (payment.cardLast4 !== null) await noteCharged(tx, ctx, payment);
  return { payment, changes: [paymentChange(before, payment)] };
}

const paymentChange = (before: PaymentRow, after: PaymentRow): Change => ({
  action: 'update',
  entity: { type: 'payment', id: after.id, name: after.gateway },
  accountId: after.accountId,
  before: { status: before.status },
  after: {
    status: after.status,
    ...(after.failure && { failure: after.failure }),
    ...(after.status === 'paid' && { credited: Number(after.amount) + Number(after.bonus) + Number(after.gift) }),
  },
});
