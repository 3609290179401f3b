import { randomBytes } from 'node:crypto';
import type { CnameSetup } from '../../../lib/contract/cdn/cnameSetup.ts';
import { cnameTarget, isRight, setupHosts } from '../../../lib/rules/cdn/cnameSetup/hosts.ts';
import { type RecordObservation, verificationLabel } from '../../../lib/rules/cdn/cnameSetup/verification.ts';
import { iso } from '../../../lib/time.ts';
import { type OwnedDomain, selectRecords } from '../../db/owned.ts';
import type { CnameSetupRow, Db, Domain, Tx } from '../../db/schema.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { cdnJobs } from '../jobs.ts';

export const loadSetup = (db: Db | Tx, { id }: Pick<Domain, 'id'>): Promise<CnameSetupRow | undefined> =>
  db.selectFrom('cnameSetup').selectAll().where('domainId', '=', id).executeTakeFirst();

/** The row for a domain's first request. */
export const newSetup = (domainId: string, now: number): CnameSetupRow => ({
  domainId,
  pending: false,
  token: randomBytes(16).toString('hex'),
  requestedAt: now,
  verifiedAt: null,
  seen: 'unchecked',
  misses: 0,
  missingSince: null,
  hosts: {},
  checkedAt: null,
  nextAt: null,
  version: 0,
});

export async function saveSetup(tx: Tx, row: CnameSetupRow): Promise<void> {
  const { domainId: _id, ...columns } = row;
  await tx
    .insertInto('cnameSetup')
    .values(row)
    .onConflict((conflict) => conflict.column('domainId').doUpdateSet(columns))
    .execute();
}

/** Schedules the check of a setup. Each domain has one job, which reschedules itself; scheduling again moves it. */
export const scheduleLookup = (tx: Tx, jobs: Pick<Jobs, 'enqueue'>, domainId: string, runAt: number): Promise<void> =>
  jobs.enqueue(tx, cdnJobs.checkCnameSetup, { domainId }, { runAt });

/** The hosts of a domain that go through the CDN. */
export async function proxiedHosts(db: Db | Tx, domain: OwnedDomain): Promise<string[]> {
  const rows = await selectRecords(db, domain)
    .select('name')
    .distinct()
    .where('proxy', '=', true)
    .where('type', 'in', ['A', 'AAAA', 'CNAME'])
    .execute();
  return setupHosts(
    rows.map(({ name }) => name),
    domain.name,
  );
}

export const verificationName = ({ name }: Pick<Domain, 'name'>): string => `${verificationLabel}.${name}`;

/** As the contract returns it. */
export async function showSetup(db: Db | Tx, domain: OwnedDomain, row: CnameSetupRow | undefined, edgeZone: string): Promise<CnameSetup> {
  const mode = domain.setupMode;
  const isPending = row?.pending === true;
  if (!row || (mode === 'ns' && !isPending)) return { mode, hosts: [], version: row?.version ?? 0 };
  const { hosts: observed } = row;
  const target = cnameTarget(domain.name, edgeZone);
  return {
    mode,
    ...(isPending && { pending: 'cname' as const }),
    verification: { name: verificationName(domain), value: row.token, seen: row.seen as RecordObservation }, // only `applyLookup` writes it
    ...(row.verifiedAt !== null && { verifiedAt: iso(row.verifiedAt) }),
    ...(row.missingSince !== null && { missingSince: iso(row.missingSince) }),
    ...(row.checkedAt !== null && { checkedAt: iso(row.checkedAt) }),
    ...(row.nextAt !== null && { nextCheckAt: iso(row.nextAt) }),
    hosts:
      mode === 'ns'
        ? []
        : (await proxiedHosts(db, domain)).map((host) => ({
            host,
            apex: host === domain.name,
            target,
            ok: isRight(host, domain.name, target, observed[host]?.seen),
            ...(observed[host] && { seen: observed[host].seen, checkedAt: iso(observed[host].at) }),
          })),
    version: row.version,
  };
}
