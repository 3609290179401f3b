import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { bodyLimits, get, group, post } from '../call.ts';
import { demo, Id, Mills, Time } from '../fields.ts';
import { GiftCode } from './voucher.ts';

export const gatewayIds = ['sandbox', 'stripe', 'zarinpal'] as const;
export const paymentStatuses = ['pending', 'paid', 'failed'] as const;
export const paymentFailures = ['cancelled', 'declined', 'expired', 'mismatch', 'replaced'] as const;
/** Cards of the sandbox gateway, by how later charges of them end. */
export const sandboxCardKinds = ['accepted', 'declined'] as const;
export const sandboxOutcomes = ['pay', 'fail', 'cancel', 'delay'] as const;

export const Payment = z
  .object({
    id: Id,
    gateway: z.enum(gatewayIds),
    status: z.enum(paymentStatuses),
    failure: z
      .enum(paymentFailures)
      .nullable()
      .describe('`replaced`: its gift code was used for a later top-up. Money that still arrives is credited without the gift.'),
    amount: Mills,
    bonus: Mills,
    gift: Mills,
    giftCode: z
      .string()
      .nullable()
      .describe('The gift code that the payment was started with. After a payment that wasn’t paid, it waits for the next top-up.'),
    total: Mills.describe('Amount credited to the wallet: amount, bonus and gift. For an invoice, the amount is charged immediately.'),
    currency: z.string(),
    invoiceId: Id.nullable().describe('The invoice that it pays; null for a top-up.'),
    returnTo: z.string().nullable().describe('The panel path to return to.'),
    saveCard: z.boolean().describe('Whether the gateway saves the card.'),
    cardLast4: z.string().nullable().describe('The saved card charged by an automatic top-up; null for all other payments.'),
    createdAt: Time,
    expiresAt: Time,
    settledAt: Time.nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof Payment>;

const ofPayment = z.object({ paymentId: Id });
/** A path of the panel: nothing that a browser could read as another host. */
const ReturnPath = z
  .string()
  .max(300)
  .regex(/^\/(domains|servers|dashboard|finance|tickets)(\/[\w.~%-]+)*(\?[\w.~%&=+-]*)?$/, key('error:invalid'));

const anyAmount = z.int(key('payment:error.amount')).min(1, key('payment:error.amount')).max(1e12, key('payment:error.amount'));

export const TopUpForm = z.object({
  amount: anyAmount.describe('Mills. The provider calculates the bonus and the gift.'),
  gateway: z.enum(gatewayIds, key('payment:error.gatewayRequired')),
  giftCode: GiftCode.optional(),
  returnTo: ReturnPath.optional(),
  saveCard: z.boolean().optional().describe('Save the card at the gateway for automatic top-up.'),
});

export const payment = group('payment', 'balance', {
  gateways: get('/fin/gateway/list', {
    summary: 'List the payment gateways and the limits of a top-up',
    output: z.object({
      gateways: z.array(
        z.object({
          id: z.enum(gatewayIds),
          simulated: z.boolean(),
          savesCards: z.boolean(),
          min: Mills,
          max: Mills,
          currency: z.string(),
          enabled: z.boolean(),
        }),
      ),
      presets: z.array(Mills),
    }),
  }),
  bonus: get('/fin/topUp/bonus', {
    summary: 'List the bonus tiers for top-ups',
    output: z.object({ bonus: z.array(z.object({ threshold: Mills, percent: z.number() })) }),
  }),
  create: post('/fin/topUp/create', {
    summary: 'Start a top-up through a gateway',
    input: TopUpForm,
    output: z.object({ payment: Payment, redirectUrl: z.url() }),
    money: true,
    success: false,
    touches: ['voucher', 'walletDetail'],
    errors: [
      key('payment:error.amountRange'),
      key('payment:error.gateway'),
      key('payment:error.saveUnsupported'),
      key('payment:error.tooManyCards'),
      key('voucher:error.used'),
    ],
    example: { amount: 100_000, gateway: 'sandbox' },
  }),
  verify: post('/fin/topUp/verify', {
    summary: 'Check a payment with its gateway after the customer returns, and credit it if it was paid',
    input: ofPayment,
    output: z.object({ payment: Payment, balance: Mills }),
    // It changes something only if the gateway confirms it, and then logs it.
    changes: false,
    success: false,
    touches: ['wallet', 'walletDetail', 'transaction', 'voucher', 'invoice', 'autoTopUp'],
    errors: [key('payment:error.gateway')],
    example: { paymentId: demo.paymentId },
  }),
  get: get('/fin/payment/get', {
    summary: 'Get a payment',
    input: ofPayment,
    output: z.object({ payment: Payment }),
    example: { paymentId: demo.paymentId },
  }),
  webhook: post('/fin/gateway/webhook', {
    bodyLimit: bodyLimits.json,
    summary: 'Webhook for gateways; the signature is verified, and the payment is checked with the gateway',
    access: 'public',
    input: z.looseObject({}),
    output: z.object({ done: z.literal(true) }),
    changes: false,
    success: false,
    errors: [key('payment:error.signature')],
    example: { type: 'checkout.session.completed' },
    // Needs a signature.
    exampleStatus: 400,
  }),
  sandboxChoose: post('/fin/sandbox/choose', {
    summary: 'Set the bank’s result of a payment in the sandbox gateway; no money is moved',
    input: ofPayment.extend({
      outcome: z.enum(sandboxOutcomes),
      card: z.enum(sandboxCardKinds).optional().describe('Result of later charges if the card is saved.'),
    }),
    output: z.object({ done: z.literal(true) }),
    success: false,
    errors: [key('payment:error.sandboxDone')],
    example: { paymentId: demo.paymentId, outcome: 'pay' },
  }),
});
