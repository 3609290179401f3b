import { z } from 'zod';
import { get, group, stream } from './call.ts';
import { Id, Time } from './fields.ts';

export const taskStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export const Task = z
  .object({
    id: Id,
    kind: z.string().describe('What is done, as in `zone.deploy`.'),
    title: z.string().describe('The same in the caller’s language.'),
    entity: z.object({ type: z.string(), id: z.string(), name: z.string() }).describe('What it is done to.'),
    status: z.enum(taskStatuses),
    percent: z.int().min(0).max(100).nullable(),
    message: z.string().nullable().describe('The result, or why it failed, in the caller’s language.'),
    startedAt: Time,
    updatedAt: Time,
    endedAt: Time.nullable(),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

/** A hint that what a group of calls reads has changed. It carries no data: the reader asks again through the ordinary calls. */
export const Hint = z
  .object({
    group: z.string().describe('A group of calls, as in `dns`; its reads are out of date.'),
    by: z.string().describe('`requestId` of the call that changed it last; empty when no call did.'),
  })
  .meta({ id: 'Hint' });
export type Hint = z.infer<typeof Hint>;

/** Events that carry a hint, by what has changed. */
export const hintEvents = ['task', 'notification', 'balance', 'domain', 'server', 'account'] as const;

/** Why the provider ends a stream by itself. `session`: sign in or refresh first. `limit`: a newer stream took its place. */
export const endings = ['session', 'limit', 'stopping'] as const;
export type Ending = (typeof endings)[number];

export const task = group('task', {
  list: get('/task/list', {
    summary: 'Tasks of the account: those under way, and what ended in the last 24 hours',
    input: z.object({
      since: Time.optional().describe('Those that moved since this time instead.'),
      status: z.enum(taskStatuses).optional(),
    }),
    output: z.object({ tasks: z.array(Task) }),
    example: {},
  }),
  get: get('/task/get', {
    summary: 'One task',
    input: z.object({ taskId: Id }),
    output: z.object({ task: Task }),
    example: { taskId: 'no-task' },
  }),
  stream: stream('/task/stream', {
    summary: 'Live events: what has changed in the account, as it changes',
    input: z.object({
      since: z
        .string()
        .max(2000)
        .optional()
        .describe('The `id` of the last event that was seen, or a time (ISO 8601). `Last-Event-ID` counts before it.'),
    }),
    events: {
      ready: z.object({}).describe('The first one: everything from here on is told.'),
      ...(Object.fromEntries(hintEvents.map((name) => [name, Hint])) as Record<(typeof hintEvents)[number], typeof Hint>), // of that list
      end: z.object({ reason: z.enum(endings) }),
    },
    example: {},
  }),
});
