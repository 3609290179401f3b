import { z } from 'zod';
import type { PaymentGateway } from './payment.ts';

interface ZarinpalOptions {
  merchantId: string;
  /** Origin of the API and the payment page. */
  url: string;
  /** Mills per unit of its amounts: 10,000 mills are 10 rials if the currency has no minor digits. */
  divisor: number;
}

/** Its status codes (zarinpal.com/docs/paymentGateway): verified now, and verified before. */
const VERIFIED = 100;
const VERIFIED_BEFORE = 101;

/** `errors` is an empty list or an object; `data` is an object or, after a failure, an empty list. */
const answerSchema = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ data: z.union([z.object(shape), z.array(z.never())]), errors: z.unknown().optional() });
const Requested = answerSchema({ code: z.number(), authority: z.string().min(1) });
const Inquired = answerSchema({ status: z.enum(['PAID', 'VERIFIED', 'IN_BANK', 'FAILED', 'REVERSED']) });
const WrongAmount = z.object({ code: z.literal(-50) });
const Verified = answerSchema({ code: z.number(), ref_id: z.union([z.number(), z.string()]) });

/**
 * A redirect gateway compatible with Zarinpal, version 4: request, redirect, verify. It sends no webhooks, and refunds customers whose
 * payment isn't verified, so the job that queries open payments is essential. Amounts are rials.
 */
export function zarinpalGateway({ merchantId, url, divisor }: ZarinpalOptions): PaymentGateway {
  async function post<S extends z.ZodType>(path: string, schema: S, body: object, signal: AbortSignal): Promise<z.output<S>> {
    const response = await fetch(`${url}/pg/v4/payment/${path}.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ merchant_id: merchantId, ...body }),
      signal,
    });
    if (response.status >= 500) throw new Error(`Zarinpal responded with ${response.status}`);
    return schema.parse(await response.json());
  }
  return {
    id: 'zarinpal',
    capabilities: { simulated: false, webhook: false, refund: false },
    timeoutMs: 12_000,
    async start({ paymentId, amount, description, email, returnUrl }, signal) {
      const { data, errors } = await post(
        'request',
        Requested,
        { amount: amount / divisor, currency: 'IRR', callback_url: returnUrl, description, metadata: { email, order_id: paymentId } },
        signal,
      );
      if (Array.isArray(data) || data.code !== VERIFIED) throw new Error(`Zarinpal refused: ${JSON.stringify(errors)}`);
      return { reference: data.authority, redirectUrl: `${url}/pg/StartPay/${encodeURIComponent(data.authority)}` };
    },
    async verify({ reference, amount, currency }, signal) {
      const { data: inquired, errors } = await post('inquiry', Inquired, { authority: reference }, signal);
      if (Array.isArray(inquired)) throw new Error(`Zarinpal doesn't know the payment: ${JSON.stringify(errors)}`);
      if (inquired.status === 'IN_BANK') return { status: 'pending' };
      if (inquired.status === 'FAILED' || inquired.status === 'REVERSED') return { status: 'failed', reason: 'declined' };
      // The request contains the amount that we expect, and is refused if a different one was paid.
      const { data, errors: refused } = await post('verify', Verified, { amount: amount / divisor, authority: reference }, signal);
      // The amount differs from the stored one: the payment doesn't count.
      if (WrongAmount.safeParse(refused).success) return { status: 'paid', amount: 0, currency, paymentId: null, transactionId: null };
      if (Array.isArray(data)) throw new Error(`Zarinpal did not verify: ${JSON.stringify(refused)}`);
      if (data.code !== VERIFIED && data.code !== VERIFIED_BEFORE) throw new Error(`Zarinpal responded with code ${data.code}`);
      return { status: 'paid', amount, currency, paymentId: null, transactionId: String(data.ref_id) };
    },
    webhook: async () => null,
    refund: async () => {
      throw new Error('Zarinpal refunds are made in its own panel');
    },
  };
}
