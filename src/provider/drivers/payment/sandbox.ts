import { sandboxCards } from '../../../lib/rules/finance/card.ts';
import type { Store } from '../../db/open.ts';
import type { PaymentGateway, StoredCard } from './payment.ts';

/** A delay that is long enough for the customer to return to a pending payment. */
export const DELAY_MS = 20_000;

/** The prefix of references to charges of a saved card. */
const CHARGE = 'sandbox-charge-';

const storedSandboxCard = (kind: keyof typeof sandboxCards, paymentId: string, paidAt: number): StoredCard => ({
  customer: 'sandbox',
  reference: `${kind}-${paymentId}`,
  brand: 'visa',
  last4: sandboxCards[kind],
  expires: `${new Date(paidAt).getUTCFullYear() + 4}-12`,
});

/**
 * A gateway inside this installation, for demos and tests: its page lets the user select the bank's response. No money is transferred. Like
 * an external gateway, it has its own records, and `verify` uses only these.
 */
export function sandboxGateway(store: Store): PaymentGateway {
  return {
    id: 'sandbox',
    capabilities: { simulated: true, webhook: false, refund: true },
    timeoutMs: 5_000,
    async start({ paymentId, amount, currency, expiresAt, returnUrl, saveCard }) {
      const reference = `sandbox-${paymentId}`;
      const card = saveCard ? ('accepted' as const) : null;
      const row = { reference, paymentId, amount, currency, outcome: null, outcomeAt: null, refundedAt: null, expiresAt, card };
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
      if (!row && reference.startsWith(CHARGE)) return { status: 'pending' };
      if (!row) throw new Error(`the sandbox has no payment ${reference}`);
      const { outcome, outcomeAt, amount, currency, paymentId, expiresAt } = row;
      if (outcome === null || outcomeAt === null) return now > expiresAt ? { status: 'failed', reason: 'expired' } : { status: 'pending' };
      if (outcomeAt > now) return { status: 'pending' };
      const card = row.card && storedSandboxCard(row.card, paymentId, outcomeAt);
      if (outcome === 'pay') return { status: 'paid', amount, currency, paymentId, transactionId: reference, ...(card && { card }) };
      return { status: 'failed', reason: outcome === 'cancel' ? 'cancelled' : 'declined' };
    },
    cards: {
      nameOf: (_card, paymentId) => `${CHARGE}${paymentId}`,
      async charge({ paymentId, amount, currency, card, now }) {
        const reference = `${CHARGE}${paymentId}`;
        const outcome = card.reference.startsWith('accepted-') ? 'pay' : 'fail';
        await store.write(`sandbox:${paymentId}`, (tx) =>
          tx
            .insertInto('sandboxPayment')
            .values({ reference, paymentId, amount, currency, outcome, outcomeAt: now, refundedAt: null, expiresAt: now, card: null })
            .onConflict((conflict) => conflict.doNothing())
            .execute(),
        );
        return outcome === 'pay'
          ? { status: 'paid', amount, currency, paymentId, transactionId: reference }
          : { status: 'failed', reason: 'declined' };
      },
      // Simulated cards are only names: there is no stored data.
      forget: async () => {},
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
