import { sql } from 'kysely';
import type { LiveTopic } from '../../lib/contract/core/task.ts';
import { type GroupName, topics } from '../../lib/contract/index.ts';
import type { Tx } from '../db/schema.ts';
import type { LiveTable } from '../db/tables/core/work.ts';

/** What a customer reads by the calls of a group is out of date. */
export type Stale = LiveTable;

/** The live event of a group of calls; null: no event is sent for it. */
export const topicOf = (group: string): LiveTopic | null => (topics as Readonly<Record<string, LiveTopic | null>>)[group] ?? null; // the group of a row may be of an older version

const marked = new WeakMap<Tx, Map<string, Omit<Stale, 'version'>>>();

/**
 * Notes that a transaction changes what a customer reads. Written by `writeMarks` as the last thing before the commit.
 * @param by `requestId` of the call, so that the window that made it does not read twice
 */
export function markStale(tx: Tx, accountId: string, group: GroupName, now: number, by = ''): void {
  let marks = marked.get(tx);
  if (!marks) {
    marks = new Map();
    marked.set(tx, marks);
  }
  marks.set(`${accountId} ${group}`, { accountId, group, changedAt: now, changedBy: by });
}

/**
 * Counts every marked group up. The rows are taken in one order and nothing is locked after them, so that two transactions can't
 * wait for each other. A count is exact where a time or an id is not: what is committed late is higher all the same.
 */
export async function writeMarks(tx: Tx): Promise<Stale[]> {
  const marks = marked.get(tx);
  if (!marks) return [];
  marked.delete(tx);
  const sorted = [...marks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark);
  // What has no event is told within this process only: a sign-out, so that its streams end at once.
  const untold = sorted.filter(({ group }) => !topicOf(group)).map((mark) => ({ ...mark, version: 0 }));
  const told = sorted.filter(({ group }) => topicOf(group));
  if (told.length === 0) return untold;
  const counted = await tx
    .insertInto('live')
    .values(told.map((mark) => ({ ...mark, version: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'group']).doUpdateSet((e) => ({
        version: sql<number>`${sql.ref('live.version')} + 1`,
        changedAt: e.ref('excluded.changedAt'),
        changedBy: e.ref('excluded.changedBy'),
      })),
    )
    .returningAll()
    .execute();
  return [...untold, ...counted];
}
