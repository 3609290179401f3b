import { writeSystemChange } from '../../core/changes.ts';
import { domainForJob } from '../../db/owned.ts';
import type { CnameSetupRow, Db, Domain, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { cdnJobs } from '../jobs.ts';
import { applyLookup, hostsToCheck } from './apply.ts';
import { lookUpSetup } from './lookup.ts';
import { loadSetup, verificationName } from './state.ts';

/** The CNAME setup of a domain when it is pending or in effect. */
export async function openSetup<D extends Domain>(db: Db | Tx, domain: D): Promise<{ domain: D; row: CnameSetupRow } | null> {
  const row = await loadSetup(db, domain);
  return row && (row.pending || domain.setupMode === 'cname') ? { domain, row } : null;
}

/**
 * Checks the verification record and the hosts of one domain. The job enqueues its next run in the transaction that stores the result,
 * so a crash in between only repeats the check. The job ends when nothing is left to check.
 */
export const checkCnameSetup: JobHandler<typeof cdnJobs.checkCnameSetup> = async (ctx, { domainId }) => {
  const { store, resolver } = ctx.services;
  const open = async (db: Db | Tx) => {
    const domain = await domainForJob(db, domainId);
    return domain ? openSetup(db, domain) : null;
  };
  const found = await open(store.reader);
  if (!found) return;
  const { domain, row } = found;
  const look = await lookUpSetup(resolver, domain.name, verificationName(domain), await hostsToCheck(store.reader, domain, row));
  await store.write(`account:${domain.accountId}`, async (tx) => {
    const current = await open(tx);
    if (!current) return;
    const { change } = await applyLookup(tx, ctx, current, look);
    const { accountId } = domain;
    if (change) await writeSystemChange(tx, ctx, { ...change, kind: 'cnameSetup.check', group: 'cnameSetup', accountId });
  });
};
