import { sql } from 'kysely';
import type { LiveTopic } from '../../lib/contract/core/task.ts';
import { type GroupName, topics } from '../../lib/contract/index.ts';
import type { Tx } from '../db/schema.ts';
import type { LiveTable } from '../db/tables/core/work.ts';

/** The data that a customer reads with the calls of a group has changed. */
export type Stale = LiveTable;

/** The live event of a group of calls; null: no event is sent for it. The group of a row may be from an older version. */
export const groupTopic = (group: string): LiveTopic | null => (topics as Readonly<Record<string, LiveTopic | null>>)[group] ?? null;

/** Domains that a transaction has changed, for the listeners of its commit. */
const touched = new WeakMap<Tx, Set<string>>();

/** Notes that a transaction changes a domain, or something that belongs to it. Entries of the change log do it themselves. */
export function touchDomain(tx: Tx, domainId: string): void {
  const domains = touched.get(tx) ?? new Set();
  touched.set(tx, domains.add(domainId));
}

/** The domains that a transaction has changed. */
export const touchedDomains = (tx: Tx): ReadonlySet<string> => touched.get(tx) ?? new Set();

const marked = new WeakMap<Tx, Map<string, Omit<Stale, 'version'>>>();

/**
 * Marks a customer's data as changed by a transaction. `writeMarks` writes the marks directly before the commit.
 * @param by `requestId` of the call, so that its window doesn't read the data twice
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
 * Increments the version of every marked group. Rows are locked in a fixed order and nothing is locked after them, which prevents
 * deadlocks. Unlike a time or an ID, a version is exact: a later commit always has a higher one.
 */
export async function writeMarks(tx: Tx): Promise<Stale[]> {
  const marks = marked.get(tx);
  if (!marks) return [];
  marked.delete(tx);
  const sorted = [...marks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark);
  // Groups without an event are reported only within this process: a sign-out, for example, ends its streams immediately.
  const internal = sorted.filter(({ group }) => !groupTopic(group)).map((mark) => ({ ...mark, version: 0 }));
  const published = sorted.filter(({ group }) => groupTopic(group));
  if (published.length === 0) return internal;
  const counted = await tx
    .insertInto('live')
    .values(published.map((mark) => ({ ...mark, version: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'group']).doUpdateSet((e) => ({
        version: sql<number>`${sql.ref('live.version')} + 1`,
        changedAt: e.ref('excluded.changedAt'),
        changedBy: e.ref('excluded.changedBy'),
      })),
    )
    .returningAll()
    .execute();
  return [...internal, ...counted];
}
