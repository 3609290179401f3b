import { planCodes } from '../../../lib/rules/core/plans.ts';
import { catalog } from '../../core/catalog.ts';
import type { Services } from '../../core/services.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { cdnJobs } from '../jobs.ts';
import type { Due } from './forward.ts';

/** The job is scheduled under this lock, so that a later time never replaces an earlier one. */
export const FORWARD_LOCK = 'log.forward';

/** On other plans, targets remain but nothing is sent. */
const plansWith = planCodes.filter((code) => catalog.plans[code].features.includes('logForward'));

/** Targets of active domains that are on, have a plan with log forwarding and haven't received everything. */
const waiting = (db: Db | Tx) =>
  db
    .selectFrom('logTarget')
    .innerJoin('domain', 'domain.id', 'logTarget.domainId')
    .innerJoin('logPlace', 'logPlace.domainId', 'domain.id')
    .where('logTarget.enabled', '=', true)
    .where('domain.status', '=', 'active')
    .where('domain.plan', 'in', plansWith)
    .whereRef('logTarget.place', '<', 'logPlace.place');

interface Wanted {
  now: number;
  /** Targets with a request in progress. */
  except: readonly string[];
  /** Customers at their limit. */
  without: readonly string[];
  limit: number;
}

/** The targets to send to, longest waiting first. */
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

/** Schedules the job for when the next target is due, if there is one. */
export async function planNext(tx: Tx, { enqueue }: Pick<Jobs, 'enqueue'>): Promise<void> {
  const next = await waiting(tx)
    .select((e) => e.fn.min('logTarget.nextAttemptAt').as('at'))
    .executeTakeFirst();
  if (next?.at != null) await enqueue(tx, cdnJobs.forwardLogs, {}, { runAt: Number(next.at) });
}

/**
 * Enqueues the job when a commit of this process adds entries for a target, so that they are sent within a second. Commits
 * of other processes, and those lost in a crash, are found by the schedule of the job.
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
    enqueue().catch((error: unknown) => log.error({ err: error }, 'log forwarder failed to enqueue a job'));
  });
