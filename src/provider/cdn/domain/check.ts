import { writeSystemChange } from '../../core/changes.ts';
import { domainForJob } from '../../db/owned.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { loadDnssec, noteParent } from '../dnssec/index.ts';
import type { cdnJobs } from '../jobs.ts';
import { adoptCustomNs, observe } from '../ns/index.ts';
import { applyObservation } from './lifecycle.ts';

/**
 * Checks the name servers of one domain and updates its status. The job enqueues its next run in the transaction that stores the
 * result, so a crash in between only repeats the check.
 */
export const checkDomain: JobHandler<typeof cdnJobs.checkDomain> = async (ctx, { domainId }) => {
  const { now, services } = ctx;
  const { store, resolver } = services;
  const domain = await domainForJob(store.reader, domainId);
  // The domain was removed, or uses CNAME setup, where `cnameSetup.check` looks for a record instead.
  if (domain?.setupMode !== 'ns') return;
  const observed = await observe(resolver, domain);
  await store.write(`account:${domain.accountId}`, async (tx) => {
    const current = await domainForJob(tx, domain.id);
    if (current?.setupMode !== 'ns') return;
    const adopted = await adoptCustomNs(tx, ctx, current, observed);
    if (adopted.change)
      await writeSystemChange(tx, ctx, { ...adopted.change, kind: 'domain.check', group: 'ns', accountId: domain.accountId });
    const stored = await loadDnssec(tx, current);
    const noted = stored && (await noteParent(tx, now, current, stored, observed.ds));
    if (noted?.change)
      await writeSystemChange(tx, ctx, { ...noted.change, kind: 'domain.check', group: 'dnssec', accountId: domain.accountId });
    const { change } = await applyObservation(tx, ctx, adopted.domain, adopted.look);
    if (change) await writeSystemChange(tx, ctx, { ...change, kind: 'domain.check', group: 'domain', accountId: domain.accountId });
  });
};
