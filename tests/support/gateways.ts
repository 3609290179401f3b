import { createHmac } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { stripeGateway } from '../../src/provider/drivers/payment/stripe.ts';
import { zarinpalGateway } from '../../src/provider/drivers/payment/zarinpal.ts';
import type { Bank } from './gatewayContract.ts';
import { bind, close } from './listen.ts';

type Answer = { status?: number; body: unknown };

/** A local server that stops with the test. */
async function serve(handle: (request: IncomingMessage, body: string) => Answer): Promise<{ port: number; origin: string }> {
  const server = http.createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { status = 200, body: answer } = handle(request, body);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  const port = await bind(server);
  onTestFinished(() => close(server));
  return { port, origin: `http://127.0.0.1:${port}` };
}

interface Session {
  id: string;
  paid: number | null;
  status: 'open' | 'complete' | 'expired';
  currency: string;
  unitAmount: number;
  clientReference: string | null;
  /** The payer, once it is paid with a saved card. */
  customer: string | null;
  savesCard: boolean;
}

interface Intent {
  id: string;
  customer: string;
  status: 'succeeded' | 'processing' | 'requires_payment_method';
  amount: number;
  currency: string;
  paymentId: string | null;
}

/** The bank's result for charges of a saved card. `lost`: it charges, but the response doesn’t arrive. */
export type BankMood = 'pays' | 'declines' | 'is slow' | 'is down' | 'loses the answer';

export const STRIPE_WEBHOOK_SECRET = 'whsec_test_secret';

/** The signature of Stripe's scheme v1: HMAC-SHA256 over time and body (docs.stripe.com/webhooks/signature). */
export function stripeSignature(body: string, now: number, secret = STRIPE_WEBHOOK_SECRET): string {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** A server with the part of Stripe's API that Checkout and saved cards need. */
export async function stripeBank(): Promise<
  Bank & { sessions: Map<string, Session>; intents: Map<string, Intent>; detached: Set<string>; requests: string[]; mood: BankMood }
> {
  const intents = new Map<string, Intent>();
  const detached = new Set<string>();
  const declined = new Set<string>();
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, string>();
  const refunds = new Map<string, Set<string>>();
  const requests: string[] = [];
  const shown = (session: Session) => ({
    id: session.id,
    object: 'checkout.session',
    url: session.status === 'open' ? `https://checkout.stripe.com/c/pay/${session.id}` : null,
    status: session.status,
    payment_status: session.paid === null ? 'unpaid' : 'paid',
    amount_total: session.paid ?? session.unitAmount,
    currency: session.currency,
    client_reference_id: session.clientReference,
    payment_intent: session.paid === null ? null : `pi_${session.id}`,
    customer: session.customer,
  });
  const shownIntent = ({ id, customer, status, amount, currency, paymentId }: Intent) => ({
    id,
    object: 'payment_intent',
    customer,
    status,
    amount,
    amount_received: status === 'succeeded' ? amount : 0,
    currency,
    metadata: paymentId === null ? {} : { paymentId },
  });
  const cardRefused = { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } } };
  const { port } = await serve((request, text) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stripe');
    requests.push(`${request.method} ${pathname}`);
    if (request.headers.authorization !== 'Bearer sk_test_1') return { status: 401, body: { error: { message: 'no key' } } };
    const form = new URLSearchParams(text);
    if (request.method === 'POST' && pathname === '/v1/checkout/sessions') {
      const key = String(request.headers['idempotency-key']);
      const id = byKey.get(key) ?? `cs_test_${sessions.size + 1}`;
      byKey.set(key, id);
      const savesCard =
        form.get('payment_intent_data[setup_future_usage]') === 'off_session' && form.get('allowed_payment_method_types[0]') === 'card';
      // As in Stripe's response.
      if (form.has('customer') && form.has('customer_email'))
        return { status: 400, body: { error: { type: 'invalid_request_error', message: 'Both customer and customer_email' } } };
      if (!sessions.has(id))
        sessions.set(id, {
          savesCard,
          customer: form.get('customer') ?? (form.get('customer_creation') === 'always' ? `cus_${sessions.size + 1}` : null),
          id,
          paid: null,
          status: 'open',
          currency: form.get('line_items[0][price_data][currency]') ?? '',
          unitAmount: Number(form.get('line_items[0][price_data][unit_amount]')),
          clientReference: form.get('client_reference_id'),
        });
      return { body: shown(sessions.get(id) as Session) }; // set above
    }
    if (request.method === 'POST' && pathname === '/v1/payment_intents') {
      if (bank.mood === 'is down') return { status: 503, body: { error: { type: 'api_error', message: 'Down' } } };
      const key = String(request.headers['idempotency-key']);
      if (form.get('off_session') !== 'true' || form.get('confirm') !== 'true') return { status: 400, body: { error: { message: 'No' } } };
      if (declined.has(key) || (bank.mood === 'declines' && !byKey.has(key))) {
        declined.add(key);
        return cardRefused;
      }
      if (detached.has(form.get('payment_method') ?? ''))
        return { status: 400, body: { error: { type: 'invalid_request_error', message: 'Detached' } } };
      const id = byKey.get(key) ?? `pi_charge_${intents.size + 1}`;
      byKey.set(key, id);
      const customer = form.get('customer') ?? '';
      const known = {
        amount: Number(form.get('amount')),
        currency: form.get('currency') ?? '',
        paymentId: form.get('metadata[paymentId]'),
      };
      const intent: Intent = intents.get(id) ?? { id, customer, status: bank.mood === 'is slow' ? 'processing' : 'succeeded', ...known };
      intents.set(id, intent);
      if (bank.mood === 'loses the answer') return { status: 503, body: { error: { type: 'api_error', message: 'Lost' } } };
      return { body: shownIntent(intent) };
    }
    if (request.method === 'GET' && pathname === '/v1/payment_intents') {
      if (bank.mood === 'is down') return { status: 503, body: { error: { type: 'api_error', message: 'Down' } } };
      const customer = new URL(request.url ?? '/', 'http://stripe').searchParams.get('customer');
      const data = [...intents.values()].filter((intent) => intent.customer === customer).reverse();
      return { body: { object: 'list', data: data.map(shownIntent), has_more: false, url: '/v1/payment_intents' } };
    }
    const method = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(pathname)?.[1];
    if (request.method === 'POST' && method) {
      if (detached.has(method)) return { status: 400, body: { error: { type: 'invalid_request_error', message: 'Not attached' } } };
      detached.add(method);
      return { body: { id: method, object: 'payment_method', customer: null } };
    }
    const session = sessions.get(pathname.split('/').at(-1) ?? '');
    if (request.method === 'GET' && session) {
      const { customer, savesCard, id } = session;
      const card = { id: `pm_${id}`, object: 'payment_method', card: { brand: 'mastercard', last4: '4444', exp_month: 3, exp_year: 2031 } };
      const paid = { id: `pi_${id}`, object: 'payment_intent', status: 'succeeded', customer, payment_method: card };
      const intent = session.paid === null ? null : { ...paid, setup_future_usage: savesCard ? 'off_session' : null };
      const expands = new URL(request.url ?? '/', 'http://stripe').search.includes('payment_intent');
      return { body: { ...shown(session), ...(expands && { payment_intent: intent }) } };
    }
    if (request.method === 'POST' && pathname === '/v1/refunds') {
      const intent = form.get('payment_intent') ?? '';
      const keys = refunds.get(intent) ?? new Set();
      const paid = intents.get(intent)?.amount ?? sessions.get(intent.replace(/^pi_/, ''))?.paid ?? 0;
      if (Number(form.get('amount')) > paid)
        return { status: 400, body: { error: { type: 'invalid_request_error', message: 'Too much' } } };
      refunds.set(intent, keys.add(String(request.headers['idempotency-key'])));
      return { body: { id: 're_1', object: 'refund', status: 'succeeded' } };
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such thing' } } };
  });
  const of = (reference: string): Session => {
    const session = sessions.get(reference);
    if (!session) throw new Error(`no session ${reference}`);
    return session;
  };
  const bank: Awaited<ReturnType<typeof stripeBank>> = {
    sessions,
    intents,
    detached,
    requests,
    mood: 'pays',
    currency: 'USD',
    gateway: stripeGateway({
      secretKey: 'sk_test_1',
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      divisor: 10,
      api: { host: '127.0.0.1', port, protocol: 'http' },
    }),
    pay: async (reference) => void Object.assign(of(reference), { paid: of(reference).unitAmount, status: 'complete' }),
    decline: async (reference) => void Object.assign(of(reference), { status: 'expired' }),
    payOther: async (reference) => void Object.assign(of(reference), { paid: 1, status: 'complete' }),
    refunded: async (reference) => refunds.get(`pi_${reference}`)?.size ?? 0,
    webhook(reference, now) {
      const event = { id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object: { id: reference } } };
      const body = JSON.stringify(event);
      return { body, headers: new Headers({ 'stripe-signature': stripeSignature(body, now) }) };
    },
    cards: {
      declined(card) {
        bank.mood = 'declines';
        return card;
      },
      charges: () => intents.size,
    },
  };
  return bank;
}

/** A server with version 4 of Zarinpal's API. */
export async function zarinpalBank(): Promise<Bank> {
  const payments = new Map<string, { amount: number; paid: number; status: 'IN_BANK' | 'PAID' | 'VERIFIED' | 'FAILED' }>();
  const refused = (code: number) => ({ body: { data: [], errors: { code, message: 'refused' } } });
  const { origin } = await serve((request, text) => {
    const input = JSON.parse(text) as { merchant_id: string; amount?: number; currency?: string; authority?: string };
    if (input.merchant_id !== '00000000-0000-0000-0000-000000000001') return refused(-10);
    const name = /^\/pg\/v4\/payment\/(\w+)\.json$/.exec(request.url ?? '')?.[1];
    if (name === 'request') {
      const authority = `A${String(payments.size + 1).padStart(35, '0')}`;
      payments.set(authority, { amount: Number(input.amount), paid: Number(input.amount), status: 'IN_BANK' });
      return { body: { data: { code: 100, message: 'Success', authority, fee_type: 'Merchant', fee: 100 }, errors: [] } };
    }
    const payment = payments.get(input.authority ?? '');
    if (!payment) return refused(-54);
    if (name === 'inquiry') return { body: { data: { code: 100, message: 'Success', status: payment.status }, errors: [] } };
    if (payment.status !== 'PAID' && payment.status !== 'VERIFIED') return refused(-51);
    if (input.amount !== payment.paid) return refused(-50);
    const code = payment.status === 'PAID' ? 100 : 101;
    payment.status = 'VERIFIED';
    return { body: { data: { code, message: 'Verified', ref_id: 201, card_pan: '502229******5995', fee: 0 }, errors: [] } };
  });
  const set = (reference: string, values: object) => void Object.assign(payments.get(reference) ?? {}, values);
  return {
    currency: 'IRR',
    gateway: zarinpalGateway({ merchantId: '00000000-0000-0000-0000-000000000001', url: origin, divisor: 10 }),
    pay: async (reference) => set(reference, { status: 'PAID' }),
    decline: async (reference) => set(reference, { status: 'FAILED' }),
    payOther: async (reference) => set(reference, { status: 'PAID', paid: 1 }),
  };
}
