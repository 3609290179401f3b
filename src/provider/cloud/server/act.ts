import type { Updateable } from 'kysely';
import { key } from '../../../lib/i18n/key.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import {
  type ActionFacts,
  actionFault,
  actionRules,
  restingState,
  type ServerAction,
  type ServerChange,
} from '../../../lib/rules/cloud/server/actions.ts';
import type { Services, Work } from '../../core/services.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import type { ServerTable } from '../../db/tables/cloud/server.ts';
import { setDesired } from '../../jobs/desired.ts';
import { moveTask, startTask } from '../../jobs/tasks.ts';
import { refuse } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';
import { cloudJobs } from '../jobs.ts';

export const actionFacts = (row: ServerRow): ActionFacts => ({
  state: row.state,
  power: row.power,
  protect: row.protect,
  suspended: row.suspendedAt !== null,
});

/** Delay before the driver is polled first. */
const REQUEST_MS = 2_000;

export const follow = (tx: Tx, { services, now }: Pick<Work, 'services' | 'now'>, serverId: string, inMs = REQUEST_MS): Promise<void> =>
  services.jobs.enqueue(tx, cloudJobs.followServer, { serverId }, { runAt: now + inMs });

export interface Begun {
  row: ServerRow;
  taskId: string;
}

/** Refuses actions that the action table forbids in the server's current state. */
export function refuseFault(row: ServerRow, action: ServerAction, services: Pick<Services, 'drivers'>): void {
  if (!services.drivers.compute) refuse(409, 'server:reason.noCompute');
  const fault = actionFault(actionFacts(row), action);
  if (fault) refuse(409, fault, { extra: { state: row.state } });
}

/**
 * Starts an action in the caller's transaction: the server's new state, a task, an event, and the desired state for the driver.
 * The driver is notified afterward, with retries.
 * @param patch the columns that the action changes
 * @param options.change what a `change` does
 * @throws Refusal 409 when the server's state forbids it
 */
export async function begin(
  tx: Tx,
  ctx: Work,
  row: ServerRow,
  action: ServerAction,
  patch: Updateable<ServerTable> = {},
  { isSystem = false, desires = true, change }: { isSystem?: boolean; desires?: boolean; change?: ServerChange } = {},
): Promise<Begun> {
  if (!isSystem) refuseFault(row, action, ctx.services);
  const to = action === 'retry' ? row.doing : actionRules[action].to;
  return start(tx, ctx, { ...row, ...(patch as Partial<ServerRow>) }, change ?? action, to, desires);
}

/** Writes the row and the related records of an action. */
export async function start(
  tx: Tx,
  ctx: Work,
  wanted: ServerRow,
  action: ServerAction | ServerChange | 'create',
  state: ServerRow['state'],
  desires = true,
): Promise<Begun> {
  const { now, newId } = ctx;
  const { id, accountId, name } = wanted;
  const taskId = await startTask(tx, ctx, { accountId, kind: `server.${action}`, entity: { type: 'server', id, name } });
  await moveTask(tx, ctx, taskId, { status: 'running', percent: 0 });
  const eventId = newId();
  const row: ServerRow = {
    ...wanted,
    state,
    doing: state,
    problem: null,
    problemParams: null,
    taskId,
    eventId,
    version: wanted.version + 1,
  };
  const { id: _, ...values } = row;
  await tx.updateTable('server').set(values).where('id', '=', id).execute();
  await tx
    .insertInto('serverEvent')
    .values({
      id: eventId,
      accountId,
      serverId: id,
      time: now,
      endedAt: null,
      actor: ctx.user?.email ?? '',
      action,
      status: 'running',
      message: null,
      messageParams: null,
      taskId,
    })
    .execute();
  if (desires) await setDesired(tx, ctx, { kind: 'server', entityId: id, accountId, domainId: null, isRemoved: state === 'removing' });
  await follow(tx, ctx, id);
  return { row, taskId };
}

/**
 * Ends the current action: the server becomes idle, and task and event get the outcome.
 * @param options.isUnharmed the server is as before, although the action failed
 */
export async function end(
  tx: Tx,
  { now }: Pick<Work, 'now'>,
  row: ServerRow,
  failure: { key: TKey; params?: TParams } | null = null,
  patch: Updateable<ServerTable> = {},
  { isUnharmed = false } = {},
): Promise<void> {
  const problem = isUnharmed ? null : failure;
  const state = problem ? 'failed' : restingState({ rescue: row.rescue, trial: row.previousSize !== null });
  await tx
    .updateTable('server')
    .set({
      ...patch,
      state,
      problem: problem?.key ?? null,
      problemParams: problem && (problem.params ?? {}),
      taskId: null,
      eventId: null,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  await endEvent(tx, { now }, row, failure);
  markStale(tx, row.accountId, 'server', now);
}

export async function endEvent(
  tx: Tx,
  { now }: Pick<Work, 'now'>,
  { taskId, eventId, name }: Pick<ServerRow, 'taskId' | 'eventId' | 'name'>,
  failure: { key: TKey; params?: TParams } | null,
): Promise<void> {
  const status = failure ? 'failed' : 'done';
  const message = failure ? { message: failure.key, params: failure.params ?? {} } : { message: key('server:done'), params: { name } };
  if (taskId) await moveTask(tx, { now }, taskId, { status, percent: 100, ...message });
  if (eventId)
    await tx
      .updateTable('serverEvent')
      .set({
        status,
        endedAt: now,
        message: failure?.key ?? null,
        messageParams: failure && (failure.params ?? {}),
      })
      .where('id', '=', eventId)
      .execute();
}
