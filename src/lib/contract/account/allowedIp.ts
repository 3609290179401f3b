import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { TypedNetwork } from '../address.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time, Warning } from '../fields.ts';

export const maxAllowedIps = 100;

const AllowedIp = z
  .object({ id: Id, ip: z.string().describe('An address or a network.'), description: z.string(), createdAt: Time })
  .meta({ id: 'AllowedIp' });
export type AllowedIp = z.infer<typeof AllowedIp>;

export const AllowedIpForm = z.object({
  ip: TypedNetwork.describe('An IPv4 or IPv6 address, or a network such as 198.51.100.0/24. Host bits are cleared.'),
  description: z.string().trim().max(100, key('error:tooLong')).optional(),
});

const output = z.object({
  allowedIps: z.object({
    enabled: z.boolean(),
    items: z.array(AllowedIp),
    yourIp: z.string().describe('The caller’s address.'),
    yourIpAllowed: z.boolean().describe('Whether the list contains it, even while the restriction is off.'),
    limit: z.int(),
  }),
});

const refused = ['auth:error.confirm', 'allowedIp:error.lockout'] as const;

/** From where the account can be used. It holds for sign-in, sessions, API keys, streams, downloads and consoles. */
export const allowedIp = group('allowedIp', 'account', {
  list: get('/auth/allowedIp/list', { summary: 'List the addresses from which the account can be used', output }),
  add: post('/auth/allowedIp/add', {
    summary: 'Add an address or a network',
    input: AllowedIpForm,
    output: output.extend({ warnings: z.array(Warning).describe('The range includes every address.') }),
    success: 'allowedIp:added',
    errors: ['auth:error.confirm', 'allowedIp:error.taken', 'allowedIp:error.limit'],
    example: { ip: '198.51.100.0/24', description: 'Office' },
  }),
  remove: post('/auth/allowedIp/remove', {
    summary: 'Remove an address; requests from it are refused from then on',
    input: z.object({ allowedIpId: Id }),
    output,
    success: 'allowedIp:removed',
    errors: refused,
    example: { allowedIpId: demo.domainId },
    exampleStatus: 404,
  }),
  toggle: post('/auth/allowedIp/toggle', {
    idempotent: true,
    summary: 'Turn the restriction on or off',
    input: z.object({ enabled: z.boolean() }),
    output,
    success: 'allowedIp:saved',
    errors: refused,
    example: { enabled: false },
  }),
});
