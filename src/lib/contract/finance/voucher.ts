import { z } from 'zod';
import { latinDigits } from '../../format/digits.ts';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { Mills, Time } from '../fields.ts';

export const GiftCode = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .max(40, key('error:tooLong'))
  .transform(latinDigits)
  .pipe(z.string().regex(/^[A-Za-z0-9-]+$/, key('voucher:error.unknown')));

export const Voucher = z
  .object({
    code: z.string(),
    kind: z.enum(['gift', 'percent']),
    value: z.number().describe('Mills for a fixed gift, otherwise percent.'),
    max: Mills.nullable().describe('Maximum gift for a percentage.'),
    expiresAt: Time.nullable(),
  })
  .meta({ id: 'Voucher' });
export type Voucher = z.infer<typeof Voucher>;

const errors = [key('voucher:error.unknown'), key('voucher:error.used'), key('voucher:error.expired'), key('voucher:error.declined')];

export const voucher = group('voucher', 'balance', {
  check: post('/fin/voucher/check', {
    summary: 'Get the value of a gift code for a top-up',
    input: z.object({ code: GiftCode, amount: z.int().min(0).max(1e12).optional() }),
    output: z.object({ voucher: Voucher, gift: Mills.describe('Gift for `amount`, or for a top-up of any amount.') }),
    changes: false,
    success: false,
    errors,
    example: { code: 'SPRING10', amount: 50_000 },
  }),
  apply: post('/fin/voucher/apply', {
    summary: 'Save a gift code for the next top-up',
    input: z.object({ code: GiftCode }),
    output: z.object({ voucher: Voucher, pending: z.literal(true) }),
    success: 'voucher:applied',
    touches: ['walletDetail'],
    errors,
    example: { code: 'SPRING10' },
  }),
  pending: get('/fin/voucher/pending', {
    summary: 'Get the saved gift code for the next top-up',
    output: z.object({ voucher: Voucher.nullable() }),
  }),
  clear: post('/fin/voucher/clear', {
    summary: 'Remove the saved gift code',
    output: z.object({ done: z.literal(true) }),
    success: 'voucher:cleared',
    touches: ['walletDetail'],
  }),
});
