import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { closingBlockers, closingKinds, closingReasons } from '../../rules/core/closing.ts';
import { get, group, post } from '../call.ts';
import { demo, Time } from '../fields.ts';

export const Closing = z
  .object({
    closesAt: Time.nullable().describe('When everything is removed; null: closing wasn’t requested.'),
    removes: z
      .array(z.object({ kind: z.enum(closingKinds), count: z.int() }))
      .describe('What the account has and loses; kinds that it doesn’t have are omitted.'),
    balance: z.int().describe('Mills.'),
    blockers: z.array(z.enum(closingBlockers)).describe('Why the account can’t be closed now.'),
  })
  .meta({ id: 'Closing' });
export type Closing = z.infer<typeof Closing>;

const output = z.object({ closing: Closing });

export const closing = group('closing', 'account', {
  get: get('/auth/account/closing', {
    summary: 'Get what closing the account would remove, what prevents it, and whether it was requested',
    output,
  }),
  request: post('/auth/account/close', {
    summary: 'Close the account in 14 days; until then it works as before, and closing can be canceled',
    input: z.object({
      confirm: z.string().trim().min(1, key('error:required')).max(254, key('error:tooLong')).describe('The account’s email address.'),
      reason: z.enum(closingReasons).optional(),
    }),
    output,
    success: 'closing:requested',
    touches: ['auth'],
    errors: [
      'auth:error.confirm',
      'error:confirmMismatch',
      'closing:error.balance',
      'closing:error.invoice',
      'closing:error.operator',
      'closing:error.again',
    ],
    example: { confirm: demo.email, reason: 'unused' },
    // The demo customer has an unpaid invoice, and no account is being closed.
    exampleStatus: 409,
  }),
  cancel: post('/auth/account/keep', {
    summary: 'Cancel the closing of the account',
    output,
    success: 'closing:cancelled',
    touches: ['auth'],
    errors: ['closing:error.none'],
    exampleStatus: 409,
  }),
});
