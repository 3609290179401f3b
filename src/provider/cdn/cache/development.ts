import type { Cache } from '../../../lib/contract/cdn/cache.ts';
import { defaultClientErrorTtl } from '../../../lib/rules/cdn/cache/times.ts';
import type { EdgeSettings } from '../../../lib/rules/cdn/edge/defaults.ts';
import { isUntil, parseTime } from '../../../lib/rules/cdn/edge/types.ts';
import { writeSystemChange } from '../../core/changes.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { loadSetting, saveSetting, type Versioned } from '../edge/index.ts';
import { cdnJobs } from '../jobs.ts';
import { plansWithLimits } from '../plans.ts';

/** The settings in effect at `now`: development mode is off once it has expired, even before the job has run. */
export async function showCache(
  db: Db | Tx,
  setting: Versioned<EdgeSettings['cache']>,
  { plan }: Pick<Domain, 'plan'>,
  now: number,
): Promise<Cache> {
  const {
    ttl = null,
    defaultTtl = null,
    clientErrorTtl = defaultClientErrorTtl,
    serverErrorTtl = null,
    heuristicFreshness = false,
    browserTtl = null,
    alwaysOnline = false,
    mergeSlashes = true,
    developmentUntil = null,
    developmentMode,
    ...rest
  } = setting;
  const isOn = developmentMode && isUntil(developmentUntil, now);
  return {
    ...rest,
    ttl,
    defaultTtl,
    clientErrorTtl,
    serverErrorTtl,
    heuristicFreshness,
    browserTtl,
    alwaysOnline,
    mergeSlashes,
    developmentMode: isOn,
    developmentUntil: isOn ? developmentUntil : null,
    minTtl: (await plansWithLimits(db))[plan].minCacheTtl,
  };
}

/** Turns development mode off when it expires. Reads the current settings: the mode may have been extended, turned off or removed since. */
export const endDevelopment: JobHandler<typeof cdnJobs.endDevelopment> = async (
  { now, newId, services: { store, jobs } },
  { domainId },
) => {
  const domain = await store.reader.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirst();
  if (!domain) return;
  const { id, name, accountId } = domain;
  await store.write(`account:${accountId}`, async (tx) => {
    const before = await loadSetting(tx, domain, 'cache');
    const until = parseTime(before.developmentUntil);
    if (!before.developmentMode || until === null) return;
    if (until > now) return jobs.enqueue(tx, cdnJobs.endDevelopment, { domainId }, { runAt: until });
    const after = { ...before, developmentMode: false, developmentUntil: null, version: before.version + 1 };
    await saveSetting(tx, { now }, domain, 'cache', after);
    await writeSystemChange(
      tx,
      { now, newId },
      {
        kind: 'cache.development',
        group: 'cache',
        accountId,
        action: 'update',
        entity: { type: 'cache', id, name },
        domainId: id,
        before,
        after,
      },
    );
  });
};
