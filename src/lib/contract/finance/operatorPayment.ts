import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills, paging, Time } from '../fields.ts';
import { Payment, paymentStatuses } from './payment.ts';

export const Refund = z
  .object({
    id: Id,
    amount: Mills,
    reason: z.string(),
    status: z
      .enum(['waiting', 'pending', 'done', 'rejected'])
      .describe('`waiting`: for a second operator. `pending`: the gateway has not confirmed it yet and is polled until it does.'),
    requestedBy: z.string(),
    decidedBy: z.string().nullable(),
    own: z.boolean().describe('True if the caller requested it, and therefore can’t approve it.'),
    createdAt: Time,
    doneAt: Time.nullable(),
  })
  .meta({ id: 'Refund' });
export type Refund = z.infer<typeof Refund>;

/** A payment as operators see it. */
export const OperatorPayment = Payment.extend({
  account: z.object({ id: Id, email: z.string() }),
  refunds: z.array(Refund),
  refundable: Mills.describe('Refundable amount: limited by the payment and by the balance of the wallet.'),
  canRefund: z.boolean().describe('Whether its gateway pays back.'),
}).meta({ id: 'OperatorPayment' });
export type OperatorPayment = z.infer<typeof OperatorPayment>;

export const RefundForm = z.object({
  amount: z.int(key('payment:error.amount')).positive(key('payment:error.amount')).describe('Mills, in whole minor units.'),
  reason: z
    .string(key('error:required'))
    .trim()
    .min(1, key('error:required'))
    .max(500, key('error:tooLong'))
    .describe('Shown to the customer.'),
});
export type RefundForm = z.infer<typeof RefundForm>;

const touches = ['payment', 'operatorCustomer', 'wallet', 'walletDetail', 'transaction'];

/** For operators alone; everybody else gets a 404. */
export const operatorPayment = group('operatorPayment', 'balance', {
  list: get('/operator/payment/list', {
    summary: 'List the payments of all accounts with their refunds, newest first (operators only)',
    input: z.object({
      status: z.enum(paymentStatuses).optional(),
      accountId: Id.optional().describe('Of this account alone.'),
      q: paging.q.describe('Searches the payment ID, the gateway’s reference and the email address.'),
      page: paging.page,
      perPage: paging.perPage,
    }),
    output: z.object({ payments: z.array(OperatorPayment), total: z.int() }),
    example: { status: 'paid' },
  }),
  refund: post('/operator/payment/refund', {
    summary:
      'Refund a payment through its gateway, in full or in part; the amount is deducted from the wallet immediately. Large refunds need a second operator (operators only)',
    input: RefundForm.extend({ paymentId: Id }),
    output: z.object({ payment: OperatorPayment }),
    money: true,
    success: false,
    touches,
    errors: [
      key('payment:error.notPaid'),
      key('payment:error.refundRange'),
      key('payment:error.refundBalance'),
      key('payment:error.refundUnsupported'),
      key('operatorPayment:error.self'),
    ],
    example: { paymentId: demo.paymentId, amount: 10_000, reason: 'Paid twice by mistake' },
    // No demo payment was paid.
    exampleStatus: 409,
  }),
  decide: post('/operator/payment/decide', {
    summary: 'Approve or reject a refund that another operator requested (operators only)',
    input: z.object({ refundId: Id, approve: z.boolean() }),
    output: z.object({ payment: OperatorPayment }),
    money: true,
    success: key('operatorPayment:decided'),
    touches,
    errors: [
      key('payment:error.refundBalance'),
      key('payment:error.refundUnsupported'),
      key('operatorPayment:error.decided'),
      key('operatorPayment:error.own'),
      key('operatorPayment:error.self'),
    ],
    example: { refundId: demo.paymentId, approve: true },
    // No refund of the demo data waits.
    exampleStatus: 404,
  }),
});
