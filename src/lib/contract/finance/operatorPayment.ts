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
    status: z.enum(['pending', 'done']).describe('`pending`: the gateway has not confirmed it yet and is polled until it does.'),
    createdAt: Time,
    doneAt: Time.nullable(),
  })
  .meta({ id: 'Refund' });

/** A payment as operators see it. */
export const OperatorPayment = Payment.extend({
  account: z.object({ id: Id, email: z.string() }),
  refunds: z.array(Refund),
  refundable: Mills.describe('Refundable amount: limited by the payment and by the balance of the wallet.'),
}).meta({ id: 'OperatorPayment' });

/** For operators alone; everybody else gets a 404. */
export const operatorPayment = group('operatorPayment', 'balance', {
  list: get('/operator/payment/list', {
    summary: 'List the payments of all accounts with their refunds, newest first (operators only)',
    input: z.object({
      status: z.enum(paymentStatuses).optional(),
      q: paging.q.describe('Searches the payment ID, the gateway’s reference and the email address.'),
      page: paging.page,
      perPage: paging.perPage,
    }),
    output: z.object({ payments: z.array(OperatorPayment), total: z.int() }),
    example: { status: 'paid' },
  }),
  refund: post('/operator/payment/refund', {
    summary:
      'Refund a payment through its gateway, in full or in part; the amount is deducted from the wallet immediately (operators only)',
    input: z.object({
      paymentId: Id,
      amount: z.int(key('payment:error.amount')).positive(key('payment:error.amount')).describe('Mills, in whole minor units.'),
      reason: z.string(key('error:required')).trim().min(1, key('error:required')).max(500, key('error:tooLong')),
    }),
    output: z.object({ payment: OperatorPayment }),
    money: true,
    touches: ['payment'],
    errors: [
      key('payment:error.notPaid'),
      key('payment:error.refundRange'),
      key('payment:error.refundBalance'),
      key('payment:error.refundUnsupported'),
    ],
    example: { paymentId: demo.paymentId, amount: 10_000, reason: 'Paid twice by mistake' },
  }),
});
