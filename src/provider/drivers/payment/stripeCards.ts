import type { Stripe } from 'stripe';
import type { KeptCard, Verdict } from './payment.ts';

/** The name of a charge is the customer and our payment: `cus_1/pay-1`. Sessions have no such sign. */
export const isChargeName = (reference: string): boolean => reference.includes('/');

/** Null: an intent of Checkout, which its session reports. */
export function chargeNameOf({ customer, metadata }: Stripe.PaymentIntent): string | null {
  const id = typeof customer === 'string' ? customer : customer?.id;
  return id && metadata.paymentId ? `${id}/${metadata.paymentId}` : null;
}

/** The intent of a charge; undefined: it never arrived. Payments are asked about for two days, so the newest 100 of a customer have it. */
export async function findCharge(stripe: Stripe, reference: string): Promise<Stripe.PaymentIntent | undefined> {
  const [customer = ''] = reference.split('/');
  const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
  return data.find((intent) => chargeNameOf(intent) === reference);
}

export function verdictOf(intent: Stripe.PaymentIntent, divisor: number): Verdict {
  const { status, amount_received: received, currency, metadata, id } = intent;
  if (status === 'succeeded') {
    const paymentId = metadata.paymentId ?? null;
    return { status: 'paid', amount: received * divisor, currency: currency.toUpperCase(), paymentId, transactionId: id };
  }
  if (status === 'processing' || status === 'requires_confirmation') return { status: 'pending' };
  // Also one that only the customer could confirm: nobody is there.
  return { status: 'failed', reason: 'declined' };
}

/** The card that an intent of Checkout has kept; null: none was to be kept. */
export function cardOf({ setup_future_usage: usage, payment_method: method, customer }: Stripe.PaymentIntent): KeptCard | null {
  const owner = typeof customer === 'string' ? customer : customer?.id;
  if (usage !== 'off_session' || !owner || typeof method !== 'object' || !method?.card) return null;
  const { brand, last4, exp_year: year, exp_month: month } = method.card;
  return { customer: owner, reference: method.id, brand, last4, expires: `${year}-${String(month).padStart(2, '0')}` };
}

/** Whether Stripe has answered that a card can't be charged, or isn't there. Everything else says nothing about the card. */
export const refusesCard = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && (error.type === 'StripeCardError' || error.type === 'StripeInvalidRequestError');
