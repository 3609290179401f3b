import type { Store } from '../../db/open.ts';
import type { PaymentGateway } from './payment.ts';

/** A chosen delay: long enough for the customer to come back to a pending payment. */
export const DELAY_MS = 20_000;

/**
 * A gateway inside this installation, for trying and for tests: its page asks what the bank would say. No money moves. Like a gateway
 * elsewhere it keeps its own records, and answers `verify` from them alone.
 */
export function sandboxGateway(store: Store): PaymentGateway {
  return {
    id: 'sandbox',
    capabilities: { simulated: true, webhook: false, refund: true },
    timeoutMs: 5_000,
    async start({ paymentId, amount, currency, expiresAt, returnUrl }) {
      const reference = `sandbox-${paymentId}`;
      const row = { reference, paymentId, amount, currency, outcome: null, outcomeAt: null, refundedAt: null, expiresAt };
      await store.write(`sandbox:${paymentId}`, (tx) =>
        tx
          .insertInto('sandboxPayment')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      const { origin } = new URL(returnUrl);
      return { reference, redirectUrl: `${origin}/finance/top-up/sandbox?payment=${paymentId}` };
    },
    async verify({ reference, now }) {
      const row = await store.reader.selectFrom('sandboxPayment').selectAll().where('reference', '=', reference).executeTakeFirst();
      if (!row) throw new Error(`the sandbox has no payment ${reference}`);
      const { outcome, outcomeAt, amount, currency, paymentId, expiresAt } = row;
      if (outcome === null || outcomeAt === null) return now > expiresAt ? { status: 'failed', reason: 'expired' } : { status: 'pending' };
      if (outcomeAt > now) return { status: 'pending' };
      if (outcome === 'pay') return { status: 'paid', amount, currency, paymentId, transactionId: reference };
      return { status: 'failed', reason: outcome === 'cancel' ? 'cancelled' : 'declined' };
    },
    webhook: async () => null,
    async refund({ reference, now }, { amount }) {
      const done = await store.write(`sandbox:${reference}`, (tx) =>
        tx
          .updateTable('sandboxPayment')
          .set((e) => ({ refundedAt: e.fn.coalesce('refundedAt', e.val(now)) }))
          .where('reference', '=', reference)
          .where('outcome', '=', 'pay')
          .where('amount', '>=', amount)
          .executeTakeFirst(),
      );
      if (done.numUpdatedRows !== 1n) throw new Error(`the sandbox has no paid payment ${reference}`);
    },
  };
}
