import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Tx } from '../db/schema.ts';
import type { TaskTable } from '../db/tables/work.ts';
import { markStale } from '../live/stale.ts';

interface Clock {
  now: number;
  newId(): string;
}

export interface NewTask {
  userId: string;
  /** What is done: `zone.deploy`, `domain.check`. Its name for people stands in `titles` of `task.ts`. */
  kind: string;
  entity: { type: string; id: string; name: string };
}

/** Work that goes on after the answer, for the activity tray. Returns its id, which calls answer as `taskId`. */
export async function startTask(tx: Tx, { now, newId }: Clock, { userId, kind, entity }: NewTask): Promise<string> {
  const id = newId();
  await tx
    .insertInto('task')
    .values({
      id,
      userId,
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
  markStale(tx, userId, 'task', now);
  return id;
}

export interface TaskStep {
  status: TaskTable['status'];
  /** 0 to 100. */
  percent?: number;
  message?: TKey;
  params?: TParams;
}

/** How far a task is. One that has ended stays as it is. */
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
      ...(message !== undefined && { message, messageParams: JSON.stringify(params ?? {}) }),
      ...(ended && { endedAt: now }),
    })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  if (moved) markStale(tx, moved.userId, 'task', now);
}
