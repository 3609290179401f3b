import { sql } from 'kysely';
import type { hintEvents } from '../../lib/contract/task.ts';
import type { Tx } from '../db/schema.ts';
import type { LiveTable } from '../db/tables/work.ts';

/** What a customer reads by the calls of a group is out of date. */
export type Stale = LiveTable;

/** Groups of the account itself. */
const ofAccount = ['twoFactor'];
/** A sign-in is nobody's news; the catalogue and the texts do not change by calls; the change log is a reading of all the others. */
const quiet = ['auth', 'log', 'provider', 'translation'];

/** The name of the event that tells of a group (api.md section 41); null for groups that no stream tells of. */
export function eventOf(group: string): (typeof hintEvents)[number] | null {
  if (group === 'task' || group === 'notification' || group === 'server') return group;
  if (group === 'wallet') return 'balance';
  if (ofAccount.includes(group)) return 'account';
  // Everything else stands below a domain: dns, zone, ssl, cache …
  return quiet.includes(group) ? null : 'domain';
}

const marked = new WeakMap<Tx, Map<string, Omit<Stale, 'version'>>>();

/**
 * Notes that a transaction changes what a customer reads. Written by `writeMarks` as the last thing before the commit.
 * @param by `requestId` of the call, so that the window that made it does not read twice
 */
export function markStale(tx: Tx, userId: string, group: string, now: number, by = ''): void {
  let marks = marked.get(tx);
  if (!marks) {
    marks = new Map();
    marked.set(tx, marks);
  }
  marks.set(`${userId} ${group}`, { userId, group, changedAt: now, changedBy: by });
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
  const untold = sorted.filter(({ group }) => !eventOf(group)).map((mark) => ({ ...mark, version: 0 }));
  const told = sorted.filter(({ group }) => eventOf(group));
  if (told.length === 0) return untold;
  const counted = await tx
    .insertInto('live')
    .values(told.map((mark) => ({ ...mark, version: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'group']).doUpdateSet((e) => ({
        version: sql<number>`${sql.ref('live.version')} + 1`,
        changedAt: e.ref('excluded.changedAt'),
        changedBy: e.ref('excluded.changedBy'),
      })),
    )
    .returningAll()
    .execute();
  return [...untold, ...counted];
}
