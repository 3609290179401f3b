import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { orderedLists } from '../../rules/cdn/edge/ruleLists.ts';
import { attackKinds } from '../../rules/cdn/edge/waf/patternTable.ts';
import { get, group } from '../call.ts';
import { demo, Flag, Id, Time } from '../fields.ts';
import { logFilters, ofRange } from './report.ts';

const RequestId = z.string().trim().min(1, key('error:required')).max(100, key('error:tooLong'));

/** One request, as an edge has logged it. */
export const Event = z
  .object({
    requestId: z.string(),
    time: Time,
    ip: z.string(),
    country: z.string().describe('Empty: unknown.'),
    asn: z.int().nullable(),
    method: z.string(),
    host: z.string(),
    path: z.string(),
    query: z.string().describe('With the values of secrets masked.'),
    target: z.string().nullable().describe('Path and query as received, if the edge has normalized or refused them; secrets masked.'),
    status: z.int(),
    outcome: z.string(),
    layer: z.string().describe('The layer that ended the request; empty: none.'),
    ruleId: z.string(),
    rule: z
      .object({ id: z.string(), title: z.string(), list: z.enum(orderedLists) })
      .nullable()
      .describe('The rule that ended the request, as it is named now; null: none, or deleted since.'),
    allowance: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('address'), ip: z.string() }),
        z.object({ kind: z.literal('rule'), ruleId: z.string(), ip: z.string() }),
        z.object({
          kind: z.literal('signatures'),
          path: z.string(),
          exceptions: z.array(z.object({ patterns: z.array(z.string()), argument: z.string().optional() })),
        }),
      ])
      .nullable()
      .describe(
        'The narrowest change that lets such requests through: a firewall rule for the address, turning off the rule for exactly this address, or WAF exceptions on this path, one for each parameter, header or cookie with a match. Null: the rule or setting itself has to change.',
      ),
    reason: z.string().describe('Code of the reason.'),
    message: z.string().describe('The reason as a sentence, in the caller’s language.'),
    findings: z.array(z.string()).describe('WAF patterns that matched, even if only logged.'),
    matches: z
      .array(
        z.object({
          pattern: z.string(),
          kind: z.enum(attackKinds).nullable().describe('What an attacker would achieve; null: a pattern of another version.'),
          place: z.string().describe('path, parameter, parameterName, header, cookie, body or request.'),
          name: z.string().describe('The parameter, header or cookie; empty: none.'),
          text: z.string().describe('The part that matched: shortened, with control characters made visible, secrets masked.'),
        }),
      )
      .describe('Where the first findings matched, and what.'),
    userAgent: z.string(),
    referer: z.string(),
    protocol: z.string(),
    tls: z.string().nullable(),
    cache: z.string(),
    bytes: z.int(),
    originBytes: z.int(),
    originStatus: z.int().nullable(),
    ms: z.int(),
    originMs: z.int().nullable(),
    server: z.string(),
  })
  .meta({ id: 'Event' });
export type Event = z.output<typeof Event>;

export const event = group('event', null, {
  list: get('/domain/event/list', {
    summary: 'List requests of the last 24 hours that a layer acted on, newest first',
    area: 'reports',
    input: z.object({
      domainId: Id,
      ...ofRange,
      ...logFilters,
      outcome: z.string().max(30, key('error:tooLong')).optional(),
      all: Flag.optional().describe('Also requests that no layer acted on.'),
      cursor: z
        .string()
        .regex(/^\d{1,16}-\d{1,16}$/, key('error:invalid'))
        .optional()
        .describe('`nextCursor` of the previous page.'),
      limit: z.coerce.number().int().min(1).max(200).optional().describe('Default: 50.'),
    }),
    output: z.object({ events: z.array(Event), nextCursor: z.string().nullable() }),
    errors: [key('report:error.range')],
    example: { domainId: demo.domainId, window: '24h', limit: 20 },
  }),
  get: get('/domain/event/get', {
    summary: 'Find a request of the last 24 hours by its ID, as in the header `x-request-id`',
    area: 'reports',
    input: z.object({ domainId: Id, requestId: RequestId }),
    output: z.object({ event: Event }),
    example: { domainId: demo.domainId, requestId: '0' },
    exampleStatus: 404,
  }),
  find: get('/domain/event/find', {
    summary: 'Find a request of the last 24 hours by its ID on all domains of the account',
    area: 'reports',
    input: z.object({ requestId: RequestId }),
    output: z.object({ event: Event, domain: z.object({ id: Id, name: z.string() }) }),
    example: { requestId: '0' },
    exampleStatus: 404,
  }),
});
