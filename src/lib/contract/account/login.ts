import { z } from 'zod';
import { get, group } from '../call.ts';
import { Id, Time } from '../fields.ts';
import { signInMethods } from './auth.ts';

export const loginResults = ['success', 'failure'] as const;
/** Why a sign-in was refused. */
export const loginReasons = ['credentials', 'code', 'ip', 'limit'] as const;

const Login = z
  .object({
    id: Id,
    time: Time,
    result: z.enum(loginResults),
    reason: z.enum(loginReasons).nullable().describe('Why it was refused; null: it wasn’t.'),
    method: z.enum(['password', ...signInMethods]).describe('What proved it last, or should have.'),
    browser: z.string().describe('Empty when the browser didn’t say.'),
    os: z.string().describe('Empty when the browser didn’t say.'),
    ip: z.string(),
  })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

const filters = z.object({
  result: z.enum(loginResults).optional(),
  from: Time.optional(),
  to: Time.optional().describe('Up to this moment, which doesn’t belong to it any more.'),
  q: z.string().max(200).optional().describe('Part of the IP address.'),
});

export const login = group('login', null, {
  list: get('/log/login/list', {
    summary: 'Sign-ins to the account, refused ones included, newest first',
    input: filters.extend({
      cursor: z.string().max(100).optional().describe('`nextCursor` of the answer before.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ logins: z.array(Login), nextCursor: z.string().nullable() }),
    example: { limit: 5 },
  }),
  export: get('/log/login/export', {
    summary: 'The same sign-ins as CSV, the newest 10,000',
    input: filters,
    output: z.object({ fileName: z.string(), csv: z.string(), complete: z.boolean().describe('False: there are more.') }),
    example: {},
  }),
});
