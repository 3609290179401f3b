import { planCodes } from '../../lib/rules/plans.ts';
import type { Store } from '../db/open.ts';
import type { Db, Tx } from '../db/schema.ts';
import { catalogue } from '../db/seeds/catalogue.ts';
import type { Jobs } from '../jobs/jobs.ts';
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
  if (without.length > 0) query = query.where('domain.userId', 'not in', without);
  const rows = await query
    .selectAll('logTarget')
    .select(['domain.name as domainName', 'domain.userId'])
    .orderBy((e) => e.fn.coalesce('logTarget.deliveredAt', e.lit(0)))
    .orderBy('logTarget.id')
    .limit(limit)
    .execute();
  return rows.map(({ domainName, userId, ...row }) => ({ ...row, domain: { id: row.domainId, name: domainName, userId } }));
}

/** Asks for the job at the time at which the next target is due; not at all when nothing waits. */
export async function planNext(tx: Tx, { ask }: Pick<Jobs, 'ask'>): Promise<void> {
  const next = await waiting(tx)
    .select((e) => e.fn.min('logTarget.nextAttemptAt').as('at'))
    .executeTakeFirst();
  if (next?.at != null) await ask(tx, 'log.forward', { runAt: Number(next.at) });
}

/**
 * Asks for the job when a commit of this process has given a target something to receive, so that it is sent within the second. What
 * other processes commit, and what a crash took from this one, the schedule of the job finds.
 */
export function forwardWhenChanged(store: Store, jobs: Pick<Jobs, 'ask' | 'wake'>, onError: (error: unknown) => void): () => void {
  return store.committed((stale) => {
    const users = [...new Set(stale.map(({ userId }) => userId))];
    const look = async () => {
      const found = await waiting(store.reader).select('logTarget.id').where('domain.userId', 'in', users).limit(1).executeTakeFirst();
      if (!found) return;
      await store.write(FORWARD_LOCK, (tx) => planNext(tx, jobs));
      jobs.wake();
    };
    look().catch(onError);
  });
}
