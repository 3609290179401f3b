import { z } from 'zod';
import { queueKinds } from '../../rules/core/queue.ts';
import { warningKinds } from '../../rules/core/warning.ts';
import { get, group } from '../call.ts';
import { Id, Mills, Time } from '../fields.ts';

/** Items that a list of the desk contains at most; `total` counts all. */
const QueueItem = z.object({
  id: z.string(),
  title: z.string(),
  account: z.string().nullable().describe('Email address of the account.'),
  since: Time,
  dueAt: Time.nullable(),
  link: z.string().nullable().describe('A path of the panel.'),
});
export type QueueItem = z.infer<typeof QueueItem>;

export const operatorDesk = group('operatorDesk', null, {
  today: get('/operator/desk', {
    summary:
      'Get pending items, failures, and the figures of the last 24 hours (operators only). Checks and failures are empty for a role without access to them.',
    output: z.object({
      queue: z
        .array(z.object({ kind: z.enum(queueKinds), total: z.int(), items: z.array(QueueItem) }))
        .describe('The kinds that the caller’s role works on.'),
      checks: z
        .array(z.object({ name: z.string(), ok: z.boolean().nullable(), checkedAt: Time.nullable() }))
        .describe('As on /healthz; `ok` is null if a check hasn’t run yet.'),
      warnings: z
        .array(
          z.object({
            kind: z.enum(warningKinds),
            name: z.string().describe('A file or a process.'),
            path: z.string().describe('The file that the warning comes from. Deleting it ends the warning.'),
            host: z.string().nullable().describe('The edge that reported it; null: the machine of the portal.'),
            count: z.int().nullable().describe('Starts within 10 minutes.'),
            at: Time,
          }),
        )
        .describe('As on /healthz: files that were damaged and set aside, and processes that restart in a loop.'),
      compute: z
        .object({
          isResponding: z.boolean(),
          respondedAt: Time.nullable().describe('Time of its last response; null: none since the provider started.'),
          problems: z.object({ total: z.int(), items: z.array(z.string()) }).describe('In English, as the compute process reports them.'),
        })
        .nullable()
        .describe('The compute process, which runs the servers; null: servers are simulated, or not sold.'),
      jobs: z
        .object({
          total: z.int(),
          items: z.array(z.object({ id: Id, kind: z.string(), error: z.string(), attempts: z.int(), nextAt: Time })),
        })
        .describe('Background jobs whose last run failed. They are retried at `nextAt`.'),
      faults: z
        .object({
          total: z.int(),
          items: z.array(
            z.object({
              id: z.string(),
              kind: z.string(),
              name: z.string(),
              reason: z.string().nullable(),
              attempts: z.int(),
              nextAt: Time.nullable().describe('Null: not retried until it changes.'),
            }),
          ),
        })
        .describe('Saved settings that aren’t deployed to an engine.'),
      figures: z.object({
        customers: z.int(),
        newCustomers: z.int(),
        creditAdded: Mills.nullable().describe('Null, like the next one: the caller’s role has no access to wallets.'),
        charged: Mills.nullable(),
      }),
    }),
  }),
});
