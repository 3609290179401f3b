import type { PaymentGateway, Verdict } from '../../drivers/payment/payment.ts';
import type { PaymentRow } from './settle.ts';

/** Payment deadline for the customer. Stripe requires at least 30 minutes. */
export const EXPIRES_MS = 60 * 60_000;
/** How long after that a gateway may still report a payment as pending. */
export const GRACE_MS = 24 * 60 * 60_000;

/**
 * Queries the status of a payment at its gateway. If the gateway is no longer configured, the payment counts as pending. One that is
 * still pending long after its expiry counts as expired.
 * @throws Error when the gateway can't be reached
 */
export async function queryGateway(
  gateways: readonly PaymentGateway[],
  payment: PaymentRow,
  now: number,
  signal: AbortSignal,
): Promise<Verdict> {
  const gateway = gateways.find(({ id }) => id === payment.gateway);
  const { id: paymentId, reference, redirectUrl, currency } = payment;
  const query = { paymentId, reference, redirectUrl, currency, amount: Number(payment.amount), now };
  const verdict: Verdict = gateway
    ? await gateway.verify(query, AbortSignal.any([signal, AbortSignal.timeout(gateway.timeoutMs)]))
    : { status: 'pending' };
  return verdict.status === 'pending' && now > Number(payment.expiresAt) + GRACE_MS ? { status: 'failed', reason: 'expired' } : verdict;
}
