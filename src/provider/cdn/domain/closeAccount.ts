import type { AccountClosing } from '../../core/registry.ts';
import { domainForJob, ownedDomains } from '../../db/owned.ts';
import { markStale } from '../../live/stale.ts';
import { removeDomain } from './remove.ts';

/** The domains of an account that is being closed, as if its owner had removed each. */
export const closeDomains: AccountClosing = {
  async removes(db, account) {
    const { n } = await ownedDomains(db, account)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return [{ kind: 'domains', count: Number(n) }];
  },
  async release(ctx, account) {
    const ids = await ownedDomains(ctx.services.store.reader, account).select('domain.id').orderBy('domain.id').execute();
    for (const { id } of ids) {
      if (ctx.leaving.aborted) return false;
      await ctx.services.store.write(`account:${account.id}`, async (tx) => {
        const owned = await domainForJob(tx, id);
        if (!owned) return;
        await removeDomain(tx, ctx, owned);
        markStale(tx, account.id, 'domain', ctx.now);
      });
      await ctx.services.logs.forget(id);
    }
    // None of them can be restored anymore.
    const removed = await ctx.services.store.reader.selectFrom('removedDomain').select('id').where('accountId', '=', account.id).execute();
    for (const { id } of removed) await ctx.services.logs.forget(id);
    return true;
  },
  async forget(tx, _ctx, account) {
    // Traffic since the last charge isn't charged anymore: the last invoice is written now.
    for (const table of ['removedDomain', 'firewallGroup', 'domainTraffic', 'trafficHour'] as const)
      await tx.deleteFrom(table).where('accountId', '=', account.id).execute();
  },
};
