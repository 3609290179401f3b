import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { Mills, Time } from '../fields.ts';

export const GiftCode = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .max(40, key('error:tooLong'))
  .regex(/^[A-Za-z0-9-]+$/, key('voucher:error.unknown'));

export const Voucher = z
  .object({
    code: z.string(),
    kind: z.enum(['gift', 'percent']),
    value: z.number().describe('Mills of a gift; percent otherwise.'),
    max: Mills.nullable().describe('The most that a percentage adds.'),
    expiresAt: Time.nullable(),
  })
  .meta({ id: 'Voucher' });
export type Voucher = z.infer<typeof Voucher>;

const errors = [key('voucher:error.unknown'), key('voucher:error.used'), key('voucher:error.expired'), key('voucher:error.declined')];

export const voucher = group('voucher', 'balance', {
  check: post('/fin/voucher/check', {
    summary: 'What a gift code adds to a top-up',
    input: z.object({ code: GiftCode, amount: z.int().min(0).max(1e12).optional() }),
    output: z.object({ voucher: Voucher, gift: Mills.describe('What it adds to `amount`, or to a top-up of any amount.') }),
    changes: false,
    success: false,
    errors,
    example: { code: 'SPRING10', amount: 50_000 },
  }),
  apply: post('/fin/voucher/apply', {
    summary: 'Set a gift code aside for the next top-up',
    input: z.object({ code: GiftCode }),
    output: z.object({ voucher: Voucher, pending: z.literal(true) }),
    success: 'voucher:applied',
    touches: ['walletDetail'],
    errors,
    example: { code: 'SPRING10' },
  }),
  pending: get('/fin/voucher/pending', {
    summary: 'The gift code that waits for the next top-up',
    output: z.object({ voucher: Voucher.nullable() }),
  }),
  clear: post('/fin/voucher/clear', {
    summary: 'Remove the gift code that waits for the next top-up',
    output: z.object({ done: z.literal(true) }),
    success: 'voucher:cleared',
    touches: ['walletDetail'],
  }),
});
