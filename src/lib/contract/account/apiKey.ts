import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { accessLevels } from '../../rules/core/apiKeyAccess.ts';
import { TypedNetwork } from '../address.ts';
import { areas, get, group, post } from '../call.ts';
import { demo, Id, Mills, Time, Warning } from '../fields.ts';

export const maxKeys = 50;

const Access = z
  .partialRecord(z.enum(areas), z.enum(accessLevels))
  .refine((access) => Object.values(access).some((level) => level !== 'none'), key('apiKey:error.noArea'));

const ApiKey = z
  .object({
    id: Id,
    creatorId: Id.describe('The user in whose name the key acts. It ends with their membership.'),
    name: z.string(),
    tokenHint: z.string().describe('The first characters of the token.'),
    createDate: Time,
    expireDate: Time.nullable().describe('Null: never.'),
    expired: z.boolean(),
    lastActivity: Time.nullable(),
    lastIp: z.string().nullable(),
    rolledUntil: Time.nullable().describe('Until when the previous token is still valid after a roll.'),
    access: z.record(z.enum(areas), z.enum(accessLevels)),
    domainIds: z.array(Id).nullable().describe('Null: all domains of the account.'),
    serverIds: z.array(Id).nullable().describe('Null: all servers of the account.'),
    allowedIps: z.array(z.string()).describe('Empty: any address.'),
    needsApproval: z.boolean().describe('It proposes changes, and makes none itself.'),
    monthlyLimit: Mills.nullable().describe('What its calls may charge to the wallet in a calendar month (UTC); null: no limit.'),
    spent: Mills.describe('What its calls have charged this month. Usage by the hour or gigabyte isn’t included.'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

/** What a customer decides about a key. */
export const ApiKeyForm = z.object({
  name: z.string().trim().min(1, key('apiKey:error.name')).max(80, key('error:tooLong')),
  expireDate: Time.nullable().optional().describe('Null or absent: never.'),
  access: Access,
  domainIds: z.array(Id).min(1, key('apiKey:error.noDomain')).max(1000).nullable().optional(),
  serverIds: z.array(Id).min(1, key('apiKey:error.noServer')).max(1000).nullable().optional(),
  allowedIps: z.array(TypedNetwork).max(100, key('error:tooMany')).optional().describe('Addresses and networks; host bits are cleared.'),
  needsApproval: z.boolean().optional().describe('Its changes are refused: it proposes them, and a person approves them. Absent: false.'),
  monthlyLimit: z
    .int(key('apiKey:error.limitAmount'))
    .min(1, key('apiKey:error.limitAmount'))
    .max(1_000_000_000_000, key('apiKey:error.limitAmount'))
    .nullable()
    .optional()
    .describe(
      'Mills that its calls may charge to the wallet in a calendar month (UTC), such as invoices and prepaid servers; usage by the hour or gigabyte isn’t limited. Null or absent: no limit. Required for write access to `finance`.',
    ),
});
export type ApiKeyForm = z.input<typeof ApiKeyForm>;

const KeyCall = z.object({
  id: Id,
  time: Time,
  call: z.string().describe('As in `dns.create`.'),
  path: z.string().nullable().describe('Null: the call no longer exists.'),
  status: z.int().describe('HTTP status of the response.'),
  ip: z.string(),
});
export type KeyCall = z.infer<typeof KeyCall>;

const ofKey = z.object({ apiKeyId: Id });
const warnings = z.array(Warning).describe('A range of the allowed IPs includes every address.');
export const Token = z.string().describe('The token. It is only returned once.');
const refused = [
  'auth:error.confirm',
  'apiKey:error.date',
  'apiKey:error.taken',
  'apiKey:error.unknownDomain',
  'apiKey:error.unknownServer',
  'apiKey:error.noLimit',
] as const;

export const apiKey = group('apiKey', 'account', {
  list: get('/auth/apiKey/list', {
    summary: 'List the API keys of the account',
    output: z.object({ apiKeys: z.array(ApiKey), limit: z.int() }),
  }),
  get: get('/auth/apiKey/get', {
    summary: 'Get an API key',
    input: ofKey,
    output: z.object({ apiKey: ApiKey }),
    example: { apiKeyId: demo.apiKeyId },
  }),
  current: get('/auth/apiKey/current', {
    summary: 'Get the API key that makes the call',
    everyKey: true,
    output: z.object({ apiKey: ApiKey }),
    // A session has no key.
    exampleStatus: 404,
  }),
  calls: get('/auth/apiKey/calls', {
    summary: 'List the newest calls of an API key',
    input: ofKey,
    output: z.object({ calls: z.array(KeyCall), limit: z.int().describe('Calls kept of each key.') }),
    example: { apiKeyId: demo.apiKeyId },
  }),
  add: post('/auth/apiKey/add', {
    summary: 'Create an API key; its token is only returned once',
    input: ApiKeyForm,
    output: z.object({ apiKey: ApiKey, token: Token, warnings }),
    success: 'apiKey:added',
    touches: ['team'],
    errors: [...refused, 'apiKey:error.limit'],
    example: { name: 'Deployment', access: { dns: 'write', caching: 'write', reports: 'read' } },
  }),
  edit: post('/auth/apiKey/edit', {
    idempotent: true,
    summary: 'Change the name, access, expiry, domains, servers, addresses, monthly limit or approval of a key',
    input: ofKey.extend(ApiKeyForm.partial().shape),
    output: z.object({ apiKey: ApiKey, warnings }),
    success: 'apiKey:edited',
    touches: ['team'],
    errors: refused,
    example: { apiKeyId: demo.apiKeyId, name: 'Monitoring' },
  }),
  roll: post('/auth/apiKey/roll', {
    summary: 'Roll the token of a key; the old one works for another hour',
    input: ofKey,
    output: z.object({ apiKey: ApiKey, token: Token }),
    success: 'apiKey:rolled',
    errors: ['auth:error.confirm', 'apiKey:error.otherMaker'],
    example: { apiKeyId: demo.apiKeyId },
  }),
  remove: post('/auth/token/remove', {
    summary: 'Delete a key; it stops working immediately',
    input: ofKey,
    output: z.object({ apiKeys: z.array(ApiKey), limit: z.int() }),
    success: 'apiKey:removed',
    touches: ['team'],
    example: { apiKeyId: demo.apiKeyId },
  }),
});
