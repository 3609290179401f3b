import { z } from 'zod';
import { signInProofs } from '../../rules/core/signIn.ts';
import { get, group } from '../call.ts';
import { Id, Time } from '../fields.ts';

export const loginResults = ['success', 'failure'] as const;
/** Why a sign-in was refused. */
export const loginReasons = ['credentials', 'code', 'passkey', 'copied', 'ip', 'limit'] as const;

const Login = z
  .object({
    id: Id,
    time: Time,
    result: z.enum(loginResults),
    reason: z.enum(loginReasons).nullable().describe('Reason for a refusal; null: not refused.'),
    method: z.enum(signInProofs).describe('The last sign-in method that was used or required.'),
    browser: z.string().describe('Empty if unknown.'),
    os: z.string().describe('Empty if unknown.'),
    ip: z.string(),
  })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

const filters = z.object({
  result: z.enum(loginResults).optional(),
  from: Time.optional(),
  to: Time.optional().describe('End of the period, exclusive.'),
  q: z.string().max(200).optional().describe('Part of the IP address.'),
});

export const login = group('login', null, {
  list: get('/log/login/list', {
    summary: 'List the sign-ins to the account, including refused ones, newest first',
    input: filters.extend({
      cursor: z.string().max(100).optional().describe('`nextCursor` of the previous page.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ logins: z.array(Login), nextCursor: z.string().nullable() }),
    example: { limit: 5 },
  }),
  export: get('/log/login/export', {
    summary: 'Export the same sign-ins as CSV, at most the newest 10,000',
    input: filters,
    output: z.object({ fileName: z.string(), csv: z.string(), complete: z.boolean().describe('False if there are more.') }),
    example: {},
  }),
});
