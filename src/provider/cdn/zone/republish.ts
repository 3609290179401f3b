import { domainForJob } from '../../db/owned.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import { touchZone } from '../dns/index.ts';

/**
 * Publishes the zones with proxied records again, because the edges that DNS answers with have changed: for name servers that don't follow
 * the file of edges. A run that was interrupted begins again.
 */
export async function republishProxied(ctx: JobCtx): Promise<void> {
  const { store } = ctx.services;
  const rows = await store.reader
    .selectFrom('domain')
    .innerJoin('dnsRecord', 'dnsRecord.domainId', 'domain.id')
    .select(['domain.id', 'domain.accountId'])
    .distinct()
    .where('dnsRecord.proxy', '=', true)
    .where('domain.status', '!=', 'inactive')
    .orderBy('domain.id')
    .execute();
  for (const { id, accountId } of rows) {
    ctx.signal.throwIfAborted();
    await store.write(`account:${accountId}`, async (tx) => {
      const domain = await domainForJob(tx, id);
      if (domain) await touchZone(tx, ctx, domain, 0);
    });
  }
}
