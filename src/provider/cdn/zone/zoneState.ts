import { soaTimes } from '../../../lib/rules/cdn/zone/soa.ts';
import type { Work } from '../../core/services.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import type { ZoneSnapshot } from '../../drivers/dns/dns.ts';
import type { Driver, Snapshot } from '../../drivers/driver.ts';
import type { DesiredState } from '../../jobs/desired.ts';
import { loadCustomNs, loadDnsSettings, toData, zoneServers } from '../dns/index.ts';
import { zoneKeys } from '../dnssec/index.ts';
import { registrableName } from '../registrable.ts';

/** Seconds. The next attempt has another answer. */
const CHALLENGE_TTL = 60;

/** The zone as the name servers should serve it. Null: they shouldn't; `later`: not yet (docs/decisions/0033). */
async function loadZone(
  tx: Tx,
  name: string,
  version: number,
  { services: { secrets, env } }: Pick<Work, 'services'>,
): Promise<ZoneSnapshot | 'later' | null> {
  const domain = await tx.selectFrom('domain').selectAll().where('name', '=', name).executeTakeFirst();
  if (!domain) return null;
  // A name of the provider that was added before it was refused, or became one since: never before it is proven.
  if (domain.activatedAt === null && !registrableName(name, env).ok) return null;
  if (domain.hold !== null) return 'later';
  return { id: name, version, ...(await zoneData(tx, domain)), keys: await zoneKeys(tx, domain, secrets) };
}

/** What a zone says, without its keys. */
export async function zoneData(db: Db | Tx, domain: Domain): Promise<Omit<ZoneSnapshot, 'id' | 'version' | 'keys'>> {
  const { defaultTtl, soaEmail, cnameFlattening } = await loadDnsSettings(db, domain);
  const rows = await db.selectFrom('dnsRecord').selectAll().where('domainId', '=', domain.id).execute();
  const challenges = await challengeRecords(db, domain);
  const challenged = new Set(challenges.map((record) => record.name));
  return {
    soa: { email: soaEmail, ...soaTimes(defaultTtl) },
    nameServers: zoneServers(domain, await loadCustomNs(db, domain)),
    defaultTtl,
    records: [
      // Beside a CNAME there can be no other record; it is back when the certificate is issued.
      ...rows
        .filter(({ name: owner, type }) => type !== 'CNAME' || !challenged.has(owner))
        .map((row) => ({ ...toData(row), ttl: row.ttl ?? ('auto' as const), proxy: row.proxy })),
      ...challenges,
    ],
    flattening: cnameFlattening,
    paused: domain.status === 'inactive',
  };
}

/** Records that prove control of the domain to a certificate authority while it issues (RFC 8555 section 8.4). */
async function challengeRecords(db: Db | Tx, { id, name }: Pick<Domain, 'id' | 'name'>): Promise<ZoneSnapshot['records'][number][]> {
  const rows = await db
    .selectFrom('acmeChallenge')
    .select(['host', 'answer'])
    .where('domainId', '=', id)
    .where('way', '=', 'dns-01')
    .orderBy('host')
    .orderBy('answer')
    .execute();
  return rows.map(({ host, answer }) => ({
    name: ['_acme-challenge', host.slice(0, -name.length - 1)].filter(Boolean).join('.'),
    type: 'TXT',
    content: answer,
    ttl: CHALLENGE_TTL,
    proxy: false,
  }));
}

/** Raises the zone's version above that of the name servers, after the database was restored from a backup. */
const raiseZone = (tx: Tx, name: string, version: number): Promise<unknown> =>
  tx.updateTable('domain').set({ zoneVersion: version }).where('name', '=', name).execute();

export const zoneState: DesiredState = {
  driver: ({ dns }) => dns as Driver<Snapshot, object> | null, // `load` returns the snapshots that this driver takes
  load: loadZone,
  raise: raiseZone,
  task: 'zone.deploy',
  group: 'domain',
};
