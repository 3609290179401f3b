import { z } from 'zod';
import { get, group } from './call.ts';
import { demo, Id, Time } from './fields.ts';

/** A value as it was logged; a list or an object is JSON, cut at 500 characters. */
const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const Change = z
  .object({
    id: Id,
    time: Time,
    actor: z.object({ type: z.enum(['user', 'apiKey', 'system', 'support']), name: z.string() }),
    via: z.enum(['panel', 'api', 'system']),
    ip: z.string().describe('Empty when no request caused it.'),
    area: z.string(),
    action: z.string(),
    entity: z.object({ type: z.string(), id: z.string(), name: z.string() }),
    domain: z.object({ id: Id, name: z.string() }).nullable().describe('The domain it belongs to, while the account has it.'),
    changes: z
      .array(z.object({ field: z.string(), before: Value, after: Value }))
      .describe('Fields that differ; null where there was or is none. The values of secrets are null.'),
    complete: z.boolean().describe('False when the change is too large to be compared in a list; `changes` is then empty.'),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof Change>;

export const log = group('log', {
  list: get('/log/audit/list', {
    summary: 'What was changed, newest first: in the whole account, or in one domain',
    input: z.object({
      domainId: Id.optional(),
      area: z.string().max(60).optional().describe('The group of calls, as in "dns".'),
      action: z.string().max(60).optional().describe('As in "create", "update", "delete", "import".'),
      from: Time.optional(),
      to: Time.optional().describe('Up to this moment, which does not belong to it any more.'),
      q: z.string().max(200).optional().describe('Part of the name of what was changed, or of who changed it.'),
      cursor: z.string().max(100).optional().describe('`nextCursor` of the answer before.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ logs: z.array(Change), nextCursor: z.string().nullable() }),
    example: { domainId: demo.domainId, limit: 5 },
  }),
});
