import { writeSystemChange } from '../changes.ts';
import type { OwnedDomain } from '../db/owned.ts';
import type { CnameSetupRow, Db, Domain, Tx } from '../db/schema.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { lookAtSetup } from './look.ts';
import { hostsToLookAt, settleSetup } from './settle.ts';
import { setupOf, verificationName } from './state.ts';

/** The setup of a domain, where there is one to look at: it is asked for, or in effect. */
export async function openSetup<D extends Domain>(db: Db | Tx, domain: D): Promise<{ domain: D; row: CnameSetupRow } | null> {
  const row = await setupOf(db, domain);
  return row && (row.pending === 1 || domain.setupMode === 'cname') ? { domain, row } : null;
}

/**
 * Looks at the verification record and the hosts of one domain. Asks for itself again in the transaction that keeps what it saw, so a
 * crash in between only means to look once more; with nothing left to look at it ends.
 */
export const checkCnameSetup: JobHandler = async ({ store, env, now, newId, resolver, ask }, { domainId }) => {
  const open = async (db: Db | Tx) => {
    const domain = await db.selectFrom('domain').selectAll().where('id', '=', String(domainId)).executeTakeFirst();
    return domain ? openSetup(db, domain as OwnedDomain) : null; // the job works for its owner
  };
  const found = await open(store.reader);
  if (!found) return;
  const { domain, row } = found;
  const look = await lookAtSetup(resolver, domain.name, verificationName(domain), await hostsToLookAt(store.reader, domain, row));
  await store.write(`user:${domain.userId}`, async (tx) => {
    const current = await open(tx);
    if (!current) return;
    const { change } = await settleSetup(tx, { now, newId, env, jobs: { ask } }, current, look);
    const { userId } = domain;
    if (change) await writeSystemChange(tx, { now, newId }, { ...change, kind: 'cnameSetup.check', area: 'cnameSetup', userId });
  });
};
