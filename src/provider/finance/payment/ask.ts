import type { PaymentGateway, Verdict } from '../../drivers/payment/payment.ts';
import type { PaymentRow } from './settle.ts';

/** When the customer has to have paid. Stripe accepts 30 minutes and more. */
export const EXPIRES_MS = 60 * 60_000;
/** How long after that a gateway may still say that a payment is under way. */
export const GRACE_MS = 24 * 60 * 60_000;

/**
 * Asks the gateway of a payment what became of it. One that is no longer configured can't tell, and neither can one that is still
 * undecided long after the payment expired: it then counts as expired.
 * @throws Error when the gateway can't be reached
 */
export async function askGateway(
  gateways: readonly PaymentGateway[],
  payment: PaymentRow,
  now: number,
  signal: AbortSignal,
): Promise<Verdict> {
  const gateway = gateways.find(({ id }) => id === payment.gateway);
  const { id: paymentId, reference, redirectUrl, currency } = payment;
  const asked = { paymentId, reference, redirectUrl, currency, amount: Number(payment.amount), now };
  const verdict: Verdict = gateway
    ? await gateway.verify(asked, AbortSignal.any([signal, AbortSignal.timeout(gateway.timeoutMs)]))
    : { status: 'pending' };
  return verdict.status === 'pending' && now > Number(payment.expiresAt) + GRACE_MS ? { status: 'failed', reason: 'expired' } : verdict;
}
