import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { TaskKind } from '../../lib/rules/core/taskTitles.ts';
import type { Tx } from '../db/schema.ts';
import type { TaskTable } from '../db/tables/core/work.ts';
import { markStale } from '../live/stale.ts';

interface Clock {
  now: number;
  newId(): string;
}

export interface NewTask {
  accountId: string;
  /** What the task does, for example `zone.deploy`. */
  kind: TaskKind;
  entity: { type: string; id: string; name: string };
}

/** Work that continues after the response, for the activity tray. Returns its id, which calls return as `taskId`. */
export async function startTask(tx: Tx, { now, newId }: Clock, { accountId, kind, entity }: NewTask): Promise<string> {
  const id = newId();
  await tx
    .insertInto('task')
    .values({
      id,
      accountId,
      kind,
      entityType: entity.type,
      entityId: entity.id,
      entityName: entity.name,
      status: 'queued',
      percent: null,
      message: null,
      messageParams: null,
      startedAt: now,
      updatedAt: now,
      endedAt: null,
    })
    .execute();
  markStale(tx, accountId, 'task', now);
  return id;
}

export interface TaskStep {
  status: TaskTable['status'];
  /** 0 to 100. */
  percent?: number;
  message?: TKey;
  params?: TParams;
}

/** Progress of a task. A finished task doesn't change. */
export async function moveTask(
  tx: Tx,
  { now }: { now: number },
  id: string,
  { status, percent, message, params }: TaskStep,
): Promise<void> {
  const ended = status === 'done' || status === 'failed' || status === 'cancelled';
  const moved = await tx
    .updateTable('task')
    .set({
      status,
      updatedAt: now,
      ...(percent !== undefined && { percent }),
      ...(message !== undefined && { message, messageParams: params ?? {} }),
      ...(ended && { endedAt: now }),
    })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst();
  if (moved) markStale(tx, moved.accountId, 'task', now);
}
