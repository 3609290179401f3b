import { z } from 'zod';
import { get, group, post, stream } from '../call.ts';
import { Id, Time } from '../fields.ts';

export const taskStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export const Task = z
  .object({
    id: Id,
    kind: z.string().describe('What the task does, for example `zone.deploy`.'),
    title: z.string().describe('The kind in the caller’s language.'),
    entity: z.object({ type: z.string(), id: z.string(), name: z.string() }).describe('What the task works on.'),
    status: z.enum(taskStatuses),
    percent: z.int().min(0).max(100).nullable(),
    message: z.string().nullable().describe('The result, or why the task failed, in the caller’s language.'),
    startedAt: Time,
    updatedAt: Time,
    endedAt: Time.nullable(),
    cancellable: z.boolean().describe('Whether it can be canceled now.'),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

/** A hint that the reads of a group are stale. It carries no data: clients read again through the ordinary calls. */
export const Hint = z
  .object({
    group: z.string().describe('A group of calls whose reads are stale, for example `dns`.'),
    by: z.string().describe('`requestId` of the call that changed it last; empty if no call did.'),
  })
  .meta({ id: 'Hint' });
export type Hint = z.infer<typeof Hint>;

/** Events that carry a hint, by what changed. */
export const liveTopics = ['task', 'notification', 'balance', 'domain', 'server', 'account', 'ticket'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/**
 * Why the provider closes a stream. `session`: sign in or refresh first. `account`: the session acts for
 * another account now. `limit`: a newer stream replaced it.
 */
export const endings = ['session', 'account', 'limit', 'stopping'] as const;
export type Ending = (typeof endings)[number];

export const task = group('task', 'task', {
  list: get('/task/list', {
    summary: 'List the tasks of the account: in progress, and finished in the last 24 hours',
    input: z.object({
      since: Time.optional().describe('Return tasks that changed since this time instead.'),
      status: z.enum(taskStatuses).optional(),
    }),
    output: z.object({ tasks: z.array(Task) }),
    example: {},
  }),
  get: get('/task/get', {
    summary: 'Get a task',
    input: z.object({ taskId: Id }),
    output: z.object({ task: Task }),
    example: { taskId: 'no-task' },
    exampleStatus: 404,
  }),
  cancel: post('/task/cancel', {
    summary: 'Cancel a task that hasn’t started, or whose work can be stopped',
    input: z.object({ taskId: Id }),
    output: z.object({ task: Task }),
    success: 'task:cancelled',
    errors: ['task:error.ended', 'task:error.kind', 'task:error.started'],
    touches: ['backup', 'dataExport'],
    example: { taskId: 'no-task' },
    exampleStatus: 404,
  }),
  stream: stream('/task/stream', {
    summary: 'Stream live events about changes in the account',
    input: z.object({
      since: z
        .string()
        .max(2000)
        .optional()
        .describe('The `id` of the last event received, or a time (ISO 8601). The `Last-Event-ID` header takes precedence.'),
    }),
    events: {
      ready: z.object({}).describe('The first event: every later change is reported.'),
      ...(Object.fromEntries(liveTopics.map((topic) => [topic, Hint])) as Record<LiveTopic, typeof Hint>), // one entry per topic
      end: z.object({ reason: z.enum(endings) }),
    },
    example: {},
  }),
});
