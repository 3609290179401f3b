import { z } from 'zod';
import { get, group } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';

/** A logged value; lists and objects are JSON, cut at 500 characters. */
const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const ChangedField = z.object({
  field: z.string(),
  label: z.string().describe('Name of the field in the caller’s language.'),
  before: Value,
  after: Value,
  beforeText: z
    .string()
    .optional()
    .describe('`before` in the caller’s language, if it is a state or a kind, or JSON with the names of fields.'),
  afterText: z.string().optional().describe('The same for `after`.'),
});

/** Who made a change, as the list is narrowed by it. */
export const actorTypes = ['user', 'apiKey', 'system', 'support'] as const;

export const Change = z
  .object({
    id: Id,
    time: Time,
    actor: z.object({ type: z.enum(actorTypes), name: z.string() }),
    via: z.enum(['panel', 'api', 'system']),
    ip: z.string().describe('Empty if it wasn’t caused by a request.'),
    group: z.string(),
    action: z.string(),
    entity: z.object({ type: z.string(), id: z.string(), name: z.string() }),
    domain: z.object({ id: Id, name: z.string() }).nullable().describe('The domain it belongs to, as long as the account has it.'),
    changes: z.array(ChangedField).describe('Changed fields; null where there is no value. Values of secrets are always null.'),
    complete: z.boolean().describe('False if the change is too large to compare in a list; `changes` is then empty.'),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof Change>;

const filters = z.object({
  domainId: Id.optional(),
  entityId: z.string().max(100).optional().describe('The item that was changed, by its ID, such as a server.'),
  group: z.string().max(60).optional().describe('The group of calls, as in "dns".'),
  action: z.string().max(60).optional().describe('As in "create", "update", "delete", "import".'),
  actor: z.enum(actorTypes).optional(),
  from: Time.optional(),
  to: Time.optional().describe('Up to this moment, exclusive.'),
  q: z.string().max(200).optional().describe('Part of the name of what was changed, or of who changed it.'),
});

export const log = group('log', null, {
  list: get('/log/audit/list', {
    summary: 'List the changes to the account or to one domain, newest first',
    input: filters.extend({
      cursor: z.string().max(100).optional().describe('`nextCursor` of the previous response.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ logs: z.array(Change), nextCursor: z.string().nullable() }),
    example: { domainId: demo.domainId, limit: 5 },
  }),
  get: get('/log/audit/get', {
    summary: 'Get one change with all its fields, even if it is too large for the list',
    input: z.object({ logId: Id }),
    output: z.object({ log: Change }),
    example: { logId: demo.domainId },
    exampleStatus: 404,
  }),
  export: get('/log/audit/export', {
    summary: 'Export the same changes as CSV, at most the newest 10,000',
    input: filters,
    output: z.object({ fileName: z.string(), csv: z.string(), complete: z.boolean().describe('False: there are more.') }),
    example: { domainId: demo.domainId },
  }),
});
