import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { DAY } from '../../../lib/time.ts';
import type { Services } from '../../core/services.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { cdnJobs } from '../jobs.ts';
import { type AreaState, areas, type HistoryArea, readArea } from './areas.ts';

const unzip = promisify(gunzip);
const BATCH = 100;
/** How long versions are stored. The latest state of each area stays, however old. */
export const versionDays = 90;
/** Large zones are captured at most this often: each capture stores the whole area. */
const LARGE = 5000;
const LARGE_MS = 10 * 60_000;

interface Ids {
  now: number;
  newId(): string;
}

const latestPosition = async (db: Db | Tx, domainId: string): Promise<number> =>
  Number((await db.selectFrom('logPlace').select('place').where('domainId', '=', domainId).executeTakeFirst())?.place ?? 0);

/**
 * Stores the current state of a domain as a version, if an area differs from its last stored state. Runs in one transaction, under
 * the lock of its customer's calls, so the state belongs to exactly one place in the change log.
 */
export async function capture(tx: Tx, { now, newId }: Ids, domain: Pick<Domain, 'id' | 'plan'>): Promise<void> {
  const domainId = domain.id;
  const place = await latestPosition(tx, domainId);
  let isNew = false;
  for (const area of areas) {
    const json = JSON.stringify(await readArea(tx, domainId, area));
    const hash = createHash('sha256').update(json).digest('hex');
    const last = await tx
      .selectFrom('domainState')
      .select(['hash', 'place'])
      .where('domainId', '=', domainId)
      .where('area', '=', area)
      .orderBy('place', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last?.hash === hash) continue;
    isNew = true;
    const data = gzipSync(json).toString('base64');
    await tx
      .insertInto('domainState')
      .values({ domainId, area, place, hash, data })
      .onConflict((conflict) => conflict.columns(['domainId', 'area', 'place']).doUpdateSet({ hash, data }))
      .execute();
  }
  if (isNew)
    await tx
      .insertInto('domainVersion')
      .values({ id: newId(), domainId, place, at: now, plan: domain.plan })
      .onConflict((conflict) => conflict.columns(['domainId', 'place']).doUpdateSet({ at: now, plan: domain.plan }))
      .execute();
  await tx
    .insertInto('domainCapture')
    .values({ domainId, place, at: now })
    .onConflict((conflict) => conflict.column('domainId').doUpdateSet({ place, at: now }))
    .execute();
}

/** The state of an area at a place in the change log. */
export async function stateAt(db: Db | Tx, domainId: string, area: HistoryArea, place: number): Promise<AreaState> {
  const row = await db
    .selectFrom('domainState')
    .select('data')
    .where('domainId', '=', domainId)
    .where('area', '=', area)
    .where('place', '<=', place)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (JSON.parse((await unzip(Buffer.from(row.data, 'base64'))).toString()) as AreaState) : {}; // as `capture` wrote it
}

/** Domains with changes that weren't captured. */
const pending = (db: Db | Tx) =>
  db
    .selectFrom('domain')
    .innerJoin('logPlace', 'logPlace.domainId', 'domain.id')
    .leftJoin('domainCapture', 'domainCapture.domainId', 'domain.id')
    .where((e) => e.or([e('domainCapture.place', 'is', null), e('domainCapture.place', '<', e.ref('logPlace.place'))]));

/** Captures every domain with new changes, each in a transaction of its own. */
export const captureDomains: JobHandler = async (ctx) => {
  for (;;) {
    const found = await pending(ctx.services.store.reader)
      .where((e) =>
        e.or([e('domain.recordCount', '<', LARGE), e('domainCapture.at', 'is', null), e('domainCapture.at', '<', ctx.now - LARGE_MS)]),
      )
      .select(['domain.id', 'domain.accountId'])
      .limit(BATCH)
      .execute();
    for (const { id, accountId } of found) {
      ctx.leaving.throwIfAborted();
      await ctx.services.store.write(`account:${accountId}`, async (tx) => {
        const domain = await tx.selectFrom('domain').select(['id', 'plan']).where('id', '=', id).executeTakeFirst();
        if (domain) await capture(tx, ctx, domain);
      });
    }
    if (found.length < BATCH) return;
  }
};

/** Enqueues the job when a commit of this process changes a domain. Those of other processes are found by its schedule. */
export const captureWhenChanged = ({ store, jobs, log }: Services): (() => void) =>
  store.committed((stale) => {
    const accounts = [...new Set(stale.map(({ accountId }) => accountId))];
    const enqueue = async () => {
      const found = await pending(store.reader).select('domain.id').where('domain.accountId', 'in', accounts).limit(1).executeTakeFirst();
      if (!found) return;
      await store.write('history.capture', (tx) => jobs.enqueue(tx, cdnJobs.captureDomains, {}));
      jobs.wake();
    };
    enqueue().catch((error: unknown) => log.error({ err: error }, 'domain history failed to enqueue a capture'));
  });

/** Removes versions past their retention. A state that is the latest of its area at the oldest remaining version stays. */
export async function deleteOldVersions(tx: Tx, now: number): Promise<void> {
  const old = now - versionDays * DAY;
  await tx.deleteFrom('domainVersion').where('at', '<', old).execute();
  await tx
    .deleteFrom('domainState')
    .where((e) =>
      e.exists(
        e
          .selectFrom('domainState as later')
          .select('later.place')
          .whereRef('later.domainId', '=', 'domainState.domainId')
          .whereRef('later.area', '=', 'domainState.area')
          .whereRef('later.place', '>', 'domainState.place')
          .where((inner) =>
            inner(
              'later.place',
              '<=',
              inner.fn.coalesce(
                inner
                  .selectFrom('domainVersion')
                  .select((v) => v.fn.min('domainVersion.place').as('first'))
                  .whereRef('domainVersion.domainId', '=', 'domainState.domainId'),
                inner.ref('later.place'),
              ),
            ),
          ),
      ),
    )
    .execute();
}
