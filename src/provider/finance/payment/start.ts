import { createHash } from 'node:crypto';
import { brand } from '../../../config/brand.ts';
import { publicOrigin } from '../../../config/env.ts';
import type { SignedIn } from '../../core/implement.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import type { Tx } from '../../db/schema.ts';
import type { Order, PaymentGateway, Started } from '../../drivers/payment/payment.ts';
import { refuse } from '../../kernel/refusal.ts';
import { EXPIRES_MS } from './queryGateway.ts';
import type { PaymentRow } from './settle.ts';
import { firstLook, watchPayment } from './watch.ts';

/** Each start is a request to an external service. */
const starts: Limit = { name: 'top-up', max: 60, windowMs: 10 * 60_000 };

/** @throws Refusal 429 when payments were started too often */
export const countStart = (ctx: SignedIn, also: { limit: Limit; key: string }[] = []): Promise<void> =>
  consumeAttempt(ctx, [{ limit: starts, key: ctx.account.id }, ...also]);

/** One ID for each idempotency key of an account: parallel retries start only one payment at the gateway as well. */
export function derivePaymentId({ account, headers, newId }: Pick<SignedIn, 'account' | 'headers' | 'newId'>): string {
  const key = headers.get('idempotency-key');
  return key ? `pay-${createHash('sha256').update(`${account.id}\n${key}`).digest('hex').slice(0, 32)}` : newId();
}

/** @throws Refusal 409 when the gateway can't be reached or refuses; nothing is stored */
export async function startAt(
  gateway: PaymentGateway,
  ctx: SignedIn,
  { saveCard, ...wanted }: Pick<Order, 'paymentId' | 'amount' | 'description' | 'saveCard'>,
): Promise<Started> {
  const order = {
    ...wanted,
    ...(saveCard && { saveCard }),
    currency: brand.currency.code,
    email: ctx.user.email,
    locale: ctx.locale,
    returnUrl: `${publicOrigin(ctx.services.env)}/finance/top-up/return?payment=${wanted.paymentId}`,
    expiresAt: ctx.now + EXPIRES_MS,
  };
  try {
    return await gateway.start(order, AbortSignal.any([ctx.signal, AbortSignal.timeout(gateway.timeoutMs)]));
  } catch (error) {
    ctx.services.log.warn({ err: error, gateway: gateway.id }, 'payment gateway failed to start a payment');
    return refuse(409, 'payment:error.gateway');
  }
}

type Known = Pick<PaymentRow, 'id' | 'amount'> & { gateway: PaymentGateway } & Partial<
    Pick<PaymentRow, 'bonus' | 'gift' | 'giftCode' | 'invoiceId' | 'returnTo' | 'saveCard'>
  >;

/** Stores a payment that was started at a gateway, and checks it until it is settled. */
export async function notePayment(tx: Tx, ctx: SignedIn, started: Started, { gateway, ...known }: Known): Promise<PaymentRow> {
  const { now, account } = ctx;
  const row: PaymentRow = {
    accountId: account.id,
    gateway: gateway.id,
    reference: started.reference,
    redirectUrl: started.redirectUrl,
    currency: brand.currency.code,
    bonus: 0,
    gift: 0,
    giftCode: null,
    invoiceId: null,
    status: 'pending',
    failure: null,
    returnTo: null,
    saveCard: false,
    cardId: null,
    cardLast4: null,
    transactionId: null,
    createdAt: now,
    expiresAt: now + EXPIRES_MS,
    settledAt: null,
    ...known,
  };
  await tx.insertInto('payment').values(row).execute();
  await watchPayment(tx, ctx.services.jobs, row.id, firstLook(now));
  return row;
}
