import { cache } from '../../../lib/contract/cdn/cache.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { developmentTime } from '../../../lib/rules/cdn/cache/times.ts';
import { secondsOf } from '../../../lib/rules/cdn/edge/types.ts';
import { iso } from '../../../lib/time.ts';
import { catalogue } from '../../core/catalogue.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { refuseField } from '../../kernel/refusal.ts';
import { settingOf, writeSetting } from '../edge/settings.ts';
import { cdnJobs } from '../jobs.ts';
import { deletions } from './deletions.ts';
import { showCache } from './development.ts';

export const cacheHandlers = implement(cache, {
  ...deletions,

  async get({ db, account, now }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    return { cache: showCache(await settingOf(db, domain, 'cache'), domain, now) };
  },

  update: (ctx, { domainId, version, ...change }) =>
    writeSetting(
      ctx,
      'cache',
      { domainId, version },
      ({ plan }) => {
        const least = catalogue.plans[plan].minCacheTtl ?? 0;
        if (change.ttl && secondsOf(change.ttl) < least)
          refuseField('ttl', 'cache:error.tooShort', { time: formatTtl(least, ctx.locale, 'long') });
        return change;
      },
      (after, domain) => ({ cache: showCache(after, domain, ctx.now) }),
    ),

  developmentMode: (ctx, { domainId, enabled, for: time = developmentTime }) =>
    writeSetting(
      ctx,
      'cache',
      { domainId, version: undefined },
      async ({ id }, _, tx) => {
        if (!enabled) return { developmentMode: false, developmentUntil: null };
        const until = ctx.now + secondsOf(time) * 1000;
        // One job per domain: turning the mode on again reschedules it, and a job that finds the mode off does nothing.
        await ctx.services.jobs.enqueue(tx, cdnJobs.endDevelopment, { domainId: id }, { runAt: until });
        return { developmentMode: true, developmentUntil: iso(until) };
      },
      (after, domain) => ({ cache: showCache(after, domain, ctx.now) }),
    ),
});
