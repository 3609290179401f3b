import { cache } from '../../lib/contract/cache.ts';
import { formatTtl } from '../../lib/format/quantity.ts';
import { developmentTime } from '../../lib/rules/cache/times.ts';
import { secondsOf } from '../../lib/rules/edge/types.ts';
import { ownedDomain } from '../db/owned.ts';
import { catalogue } from '../db/seeds/catalogue.ts';
import { settingOf, writeSetting } from '../edge/settings.ts';
import { implement, refuseField } from '../implement.ts';
import { deletions } from './deletions.ts';
import { developmentJob, showCache } from './development.ts';

export const cacheHandlers = implement(cache, {
  ...deletions,

  async get({ db, user, now }, { domainId }) {
    const domain = await ownedDomain(db, user, domainId);
    return { cache: showCache(await settingOf(db, domain, 'cache'), domain, now) };
  },

  async update(ctx, { domainId, version, ...change }) {
    const { domain, after } = await writeSetting(ctx, 'cache', { domainId, version }, ({ plan }) => {
      const least = catalogue.plans[plan].minCacheTtl ?? 0;
      if (change.ttl && secondsOf(change.ttl) < least)
        refuseField('ttl', 'cache:error.tooShort', { time: formatTtl(least, ctx.locale, 'long') });
      return change;
    });
    return { cache: showCache(after, domain, ctx.now) };
  },

  async developmentMode(ctx, { domainId, enabled, for: time = developmentTime }) {
    const { domain, after } = await writeSetting(ctx, 'cache', { domainId, version: undefined }, async ({ id }, _, tx) => {
      if (!enabled) return { developmentMode: false, developmentUntil: null };
      const until = ctx.now + secondsOf(time) * 1000;
      // One job for each domain: turned on again, it runs at the new time. One that finds the mode off has nothing to do.
      await ctx.services.jobs.ask(tx, 'cache.development', { ...developmentJob(id), runAt: until });
      return { developmentMode: true, developmentUntil: new Date(until).toISOString() };
    });
    return { cache: showCache(after, domain, ctx.now) };
  },
});
