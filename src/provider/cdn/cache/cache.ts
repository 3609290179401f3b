import { cache } from '../../../lib/contract/cdn/cache.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { developmentTime } from '../../../lib/rules/cdn/cache/times.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { refuseField } from '../../kernel/refusal.ts';
import { loadSetting, writeSetting } from '../edge/index.ts';
import { cdnJobs } from '../jobs.ts';
import { plansWithLimits } from '../plans.ts';
import { deletions } from './deletions.ts';
import { showCache } from './development.ts';

export const cacheHandlers = implement(cache, {
  ...deletions,

  async get({ db, account, now }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    return { cache: await showCache(db, await loadSetting(db, domain, 'cache'), domain, now) };
  },

  update: (ctx, { domainId, version, ...change }) =>
    writeSetting(
      ctx,
      'cache',
      { domainId, version },
      async ({ plan }, _, tx) => {
        const least = (await plansWithLimits(tx))[plan].minCacheTtl ?? 0;
        for (const name of ['ttl', 'defaultTtl'] as const) {
          const time = change[name];
          if (time && durationSeconds(time) < least)
            refuseField(name, 'cache:error.tooShort', { time: formatTtl(least, ctx.locale, 'long') });
        }
        return change;
      },
      async (after, domain, tx) => ({ cache: await showCache(tx, after, domain, ctx.now) }),
    ),

  developmentMode: (ctx, { domainId, enabled, for: time = developmentTime }) =>
    writeSetting(
      ctx,
      'cache',
      { domainId, version: undefined },
      async ({ id }, _, tx) => {
        if (!enabled) return { developmentMode: false, developmentUntil: null };
        const until = ctx.now + durationSeconds(time) * 1000;
        // One job per domain: turning the mode on again reschedules it, and a job that finds the mode off does nothing.
        await ctx.services.jobs.enqueue(tx, cdnJobs.endDevelopment, { domainId: id }, { runAt: until });
        return { developmentMode: true, developmentUntil: iso(until) };
      },
      async (after, domain, tx) => ({ cache: await showCache(tx, after, domain, ctx.now) }),
    ),
});
