import type { Stripe } from 'stripe';
import type { StoredCard, Verdict } from './payment.ts';

/** The reference of a charge consists of the customer and our payment: `cus_1/pay-1`. Session IDs contain no slash. */
export const isChargeName = (reference: string): boolean => reference.includes('/');

/** Null: an intent of Checkout; its session is used instead. */
export function latestChargeName({ customer, metadata }: Stripe.PaymentIntent): string | null {
  const id = typeof customer === 'string' ? customer : customer?.id;
  return id && metadata.paymentId ? `${id}/${metadata.paymentId}` : null;
}

/** The intent of a charge; undefined: it never arrived. Payments are queried for two days, so the customer's newest 100 include it. */
export async function findCharge(stripe: Stripe, reference: string): Promise<Stripe.PaymentIntent | undefined> {
  const [customer = ''] = reference.split('/');
  const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
  return data.find((intent) => latestChargeName(intent) === reference);
}

export function intentVerdict(intent: Stripe.PaymentIntent, divisor: number): Verdict {
  const { status, amount_received: received, currency, metadata, id } = intent;
  if (status === 'succeeded') {
    const paymentId = metadata.paymentId ?? null;
    return { status: 'paid', amount: received * divisor, currency: currency.toUpperCase(), paymentId, transactionId: id };
  }
  if (status === 'processing' || status === 'requires_confirmation') return { status: 'pending' };
  // Includes those that need the customer's confirmation: the customer isn't present.
  return { status: 'failed', reason: 'declined' };
}

/** The card saved by an intent of Checkout; null: none was requested. */
export function toSavedCard({ setup_future_usage: usage, payment_method: method, customer }: Stripe.PaymentIntent): StoredCard | null {
  const owner = typeof customer === 'string' ? customer : customer?.id;
  if (usage !== 'off_session' || !owner || typeof method !== 'object' || !method?.card) return null;
  const { brand, last4, exp_year: year, exp_month: month } = method.card;
  return { customer: owner, reference: method.id, brand, last4, expires: `${year}-${String(month).padStart(2, '0')}` };
}

/** Whether Stripe reports that a card can't be charged or doesn't exist. Other errors aren't about the card. */
export const refusesCard = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && (error.type === 'StripeCardError' || error.type === 'StripeInvalidRequestError');
