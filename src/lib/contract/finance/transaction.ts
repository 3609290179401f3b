import { z } from 'zod';
import { get, group } from '../call.ts';
import { Id, Mills, Time } from '../fields.ts';

export const transactionTypes = ['topUp', 'gift', 'bonus', 'usage', 'invoice', 'refund'] as const;

export const Transaction = z
  .object({
    id: Id,
    type: z.enum(transactionTypes),
    amount: Mills.describe('Negative for a charge.'),
    balanceAfter: Mills,
    description: z.string().describe('In the caller’s language.'),
    reference: z.string().nullable().describe('Reference, such as the ID of a domain or a payment.'),
    createdAt: Time,
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.infer<typeof Transaction>;

const filters = z.object({
  type: z.enum(transactionTypes).optional(),
  from: Time.optional(),
  to: Time.optional().describe('End of the period, exclusive.'),
  q: z.string().max(200).optional().describe('Part of the description in the caller’s language, or of the reference.'),
});

export const transaction = group('transaction', 'balance', {
  list: get('/fin/transaction/list', {
    area: 'finance',
    summary: 'List the transactions of the wallet, newest first, with the balance after each',
    input: filters.extend({
      cursor: z.string().max(100).optional().describe('`nextCursor` of the previous page.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ transactions: z.array(Transaction), nextCursor: z.string().nullable() }),
    example: { limit: 5 },
  }),
  export: get('/fin/transaction/export', {
    area: 'finance',
    summary: 'Export the same transactions as CSV, at most the newest 10,000',
    input: filters,
    output: z.object({ fileName: z.string(), csv: z.string(), complete: z.boolean().describe('False if there are more.') }),
    example: {},
  }),
});
