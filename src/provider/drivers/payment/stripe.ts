import type { Stripe as StripeClient } from 'stripe';
import { ForgedWebhook, type PaymentGateway } from './payment.ts';
import { findCharge, intentVerdict, isChargeName, latestChargeName, refusesCard, toSavedCard } from './stripeCards.ts';

interface StripeOptions {
  secretKey: string;
  /** Absent: Stripe sends no webhooks, and the status of payments is queried instead. */
  webhookSecret?: string | undefined;
  /** Mills in the smallest unit of the currency. */
  divisor: number;
  /** Replaces Stripe's address, for tests. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
}

/** Older webhooks are considered replays (Stripe's own tolerance). */
const TOLERANCE_S = 300;
const languages = { en: 'en', es: 'es', fa: 'auto', ar: 'auto' } as const;

/**
 * Stripe Checkout in the mode `payment` (docs.stripe.com/api/checkout/sessions), and later charges of cards saved there
 * (docs.stripe.com/payments/save-during-payment).
 */
export function stripeGateway({ secretKey, webhookSecret, divisor, api }: StripeOptions): PaymentGateway {
  let made: Promise<StripeClient> | undefined;
  // Loaded with the first payment, because most processes make none.
  const client = () => {
    made ??= import('stripe').then(
      ({ default: Stripe }) => new Stripe(secretKey, { maxNetworkRetries: 1, timeout: 10_000, telemetry: false, ...api }),
    );
    return made;
  };
  return {
    id: 'stripe',
    capabilities: { simulated: false, webhook: webhookSecret !== undefined, refund: true },
    timeoutMs: 12_000,
    async start({ paymentId, amount, currency, description, email, locale, returnUrl, expiresAt, saveCard }, signal) {
      const stripe = await client();
      signal.throwIfAborted();
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: paymentId,
          ...(saveCard?.customer ? { customer: saveCard.customer } : { customer_email: email }),
          ...(saveCard && {
            allowed_payment_method_types: ['card'],
            payment_intent_data: { setup_future_usage: 'off_session' },
            ...(!saveCard.customer && { customer_creation: 'always' }),
          }),
          locale: languages[locale],
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: amount / divisor,
                product_data: { name: description },
              },
            },
          ],
          success_url: returnUrl,
          cancel_url: `${returnUrl}&cancelled=1`,
          expires_at: Math.floor(expiresAt / 1000),
        },
        // Starting the same payment twice returns one session.
        { idempotencyKey: paymentId },
      );
      if (!session.url) throw new Error(`Stripe returned no URL for session ${session.id}`);
      return { reference: session.id, redirectUrl: session.url };
    },
    async verify({ reference }) {
      const stripe = await client();
      if (isChargeName(reference)) {
        const charge = await findCharge(stripe, reference);
        return charge ? intentVerdict(charge, divisor) : { status: 'pending' };
      }
      const session = await stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent.payment_method'] });
      const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
      const card = intent && toSavedCard(intent);
      if (session.payment_status === 'paid')
        return {
          ...(card && { card }),
          status: 'paid',
          amount: (session.amount_total ?? 0) * divisor,
          currency: (session.currency ?? '').toUpperCase(),
          paymentId: session.client_reference_id,
          transactionId: intent?.id ?? null,
        };
      if (session.status === 'expired') return { status: 'failed', reason: 'expired' };
      // With methods that take days, the result arrives after the session is complete.
      if (session.status === 'complete' && (intent?.status === 'requires_payment_method' || intent?.status === 'canceled'))
        return { status: 'failed', reason: 'declined' };
      return { status: 'pending' };
    },
    cards: {
      nameOf: ({ customer }, paymentId) => `${customer}/${paymentId}`,
      async charge({ paymentId, amount, currency, description, card }, signal) {
        const stripe = await client();
        signal.throwIfAborted();
        try {
          const intent = await stripe.paymentIntents.create(
            {
              amount: amount / divisor,
              currency: currency.toLowerCase(),
              customer: card.customer,
              payment_method: card.reference,
              allowed_payment_method_types: ['card'],
              description,
              off_session: true,
              confirm: true,
              metadata: { paymentId },
            },
            { idempotencyKey: `charge-${paymentId}` },
          );
          return intentVerdict(intent, divisor);
        } catch (error) {
          if (refusesCard(error)) return { status: 'failed', reason: 'declined' };
          throw error;
        }
      },
      async forget({ reference }) {
        const stripe = await client();
        await stripe.paymentMethods.detach(reference).catch((error: unknown) => {
          // It is already detached.
          if (!refusesCard(error)) throw error;
        });
      },
    },
    async webhook(body, headers, now) {
      const signature = headers.get('stripe-signature');
      if (signature === null) return null;
      if (webhookSecret === undefined) throw new ForgedWebhook('no webhook secret is set');
      const stripe = await client();
      let event: ReturnType<typeof stripe.webhooks.constructEvent>;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_S, undefined, now);
      } catch (error) {
        throw new ForgedWebhook('the signature is not valid', { cause: error });
      }
      if (event.type.startsWith('checkout.session.')) return { reference: (event.data.object as { id: string }).id }; // a session
      if (event.type.startsWith('payment_intent.')) return { reference: latestChargeName(event.data.object as StripeClient.PaymentIntent) }; // an intent
      return { reference: null };
    },
    async refund({ reference }, { refundId, amount }) {
      const stripe = await client();
      const paid = isChargeName(reference)
        ? await findCharge(stripe, reference)
        : (await stripe.checkout.sessions.retrieve(reference)).payment_intent;
      const intent = typeof paid === 'string' ? paid : paid?.id;
      if (!intent) throw new Error(`${reference} has no payment`);
      await stripe.refunds.create({ payment_intent: intent, amount: amount / divisor }, { idempotencyKey: `refund-${refundId}` });
    },
  };
}
