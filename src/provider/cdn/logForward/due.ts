import { planCodes } from '../../../lib/rules/core/plans.ts';
import { catalogue } from '../../core/catalogue.ts';
import type { Services } from '../../core/services.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Due } from './forward.ts';

/** Whoever asks for the job does it under this lock, so that no later time takes the place of an earlier one. */
export const FORWARD_LOCK = 'log.forward';

/** Of other plans targets are kept, and nothing is sent. */
const plansWith = planCodes.filter((code) => catalogue.plans[code].features.includes('logForward'));

/** Targets that are on, whose plan has log forwarding, and that have not received everything. */
const waiting = (db: Db | Tx) =>
  db
    .selectFrom('logTarget')
    .innerJoin('domain', 'domain.id', 'logTarget.domainId')
    .innerJoin('logPlace', 'logPlace.domainId', 'domain.id')
    .where('logTarget.enabled', '=', 1)
    .where('domain.plan', 'in', plansWith)
    .whereRef('logTarget.place', '<', 'logPlace.place');

interface Wanted {
  now: number;
  /** Targets that are being sent to. */
  except: readonly string[];
  /** Customers who have enough of them. */
  without: readonly string[];
  limit: number;
}

/** The targets to send to, the one that has received nothing for the longest time first. */
export async function dueTargets(db: Db, { now, except, without, limit }: Wanted): Promise<Due[]> {
  let query = waiting(db).where('logTarget.nextAttemptAt', '<=', now);
  if (except.length > 0) query = query.where('logTarget.id', 'not in', except);
  if (without.length > 0) query = query.where('domain.accountId', 'not in', without);
  const rows = await query
    .selectAll('logTarget')
    .select(['domain.name as domainName', 'domain.accountId'])
    .orderBy((e) => e.fn.coalesce('logTarget.deliveredAt', e.lit(0)))
    .orderBy('logTarget.id')
    .limit(limit)
    .execute();
  return rows.map(({ domainName, accountId, ...row }) => ({ ...row, domain: { id: row.domainId, name: domainName, accountId } }));
}

/** Asks for the job at the time at which the next target is due; not at all when nothing waits. */
export async function planNext(tx: Tx, { enqueue }: Pick<Jobs, 'enqueue'>): Promise<void> {
  const next = await waiting(tx)
    .select((e) => e.fn.min('logTarget.nextAttemptAt').as('at'))
    .executeTakeFirst();
  if (next?.at != null) await enqueue(tx, 'log.forward', { runAt: Number(next.at) });
}

/**
 * Enqueues the job when a commit of this process has given a target something to receive, so that it is sent within a second. Commits
 * of other processes are found by the schedule of the job, as is what a crash lost.
 */
export const forwardWhenChanged = ({ store, jobs, log }: Services): (() => void) =>
  store.committed((stale) => {
    const users = [...new Set(stale.map(({ accountId }) => accountId))];
    const enqueue = async () => {
      const found = await waiting(store.reader).select('logTarget.id').where('domain.accountId', 'in', users).limit(1).executeTakeFirst();
      if (!found) return;
      await store.write(FORWARD_LOCK, (tx) => planNext(tx, jobs));
      jobs.wake();
    };
    enqueue().catch((error: unknown) => log.error({ err: error }, 'the forwarding of logs could not be enqueued'));
  });
