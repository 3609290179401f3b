import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import { writeSystemChange } from '../../core/changes.ts';
import type { Seed, Seeding } from '../../core/seeds/seed.ts';
import type { Tx } from '../../db/schema.ts';
import type { DnsRecordTable, DomainTable } from '../../db/tables/cdn/domain.ts';
import { setZone } from '../dns/index.ts';

type SeedRecord = [name: string, type: string, content: string, more?: Partial<DnsRecordTable>];

/** @param issuer the domain of the authority that issued the domain's certificate */
const parvaz = (issuer: string): SeedRecord[] => [
  ['@', 'A', '203.0.113.24', { proxy: true, id: demo.recordId }],
  ['@', 'AAAA', '2001:db8:2c::18', { proxy: true }],
  ['api', 'A', '203.0.113.25', { proxy: true }],
  ['mail', 'A', '198.51.100.14', { ttl: 300, comment: 'Ask the office before changing it', tags: ['mail'] }],
  ['assets', 'CNAME', 'parvaz-assets.storage.example', { proxy: true, ttl: 3600 }],
  ['www', 'CNAME', 'parvaz.example', { proxy: true }],
  ['@', 'MX', 'mail.parvaz.example', { priority: 10, ttl: 3600 }],
  ['_sip._tcp', 'SRV', 'sip.parvaz.example', { priority: 20, weight: 5, port: 5060, ttl: 1800 }],
  ['sip', 'A', '198.51.100.20', { ttl: 1800 }],
  ['@', 'TXT', 'v=spf1 mx include:_spf.mailer.example -all', { ttl: 3600 }],
  ['_dmarc', 'TXT', 'v=DMARC1; p=quarantine; rua=mailto:dmarc@parvaz.example', { ttl: 3600 }],
  ['@', 'CAA', `0 issue "${issuer}"`, { ttl: 3600 }],
];

const web: SeedRecord[] = [
  ['@', 'A', '203.0.113.40', { proxy: true }],
  ['www', 'CNAME', 'ketabnama.example', { proxy: true }],
];

interface DemoDomain extends Pick<DomainTable, 'accountId' | 'name' | 'plan' | 'status'> {
  id?: string;
  /** Days since it was added. */
  age: number;
  lines: SeedRecord[];
}

/** An Enterprise domain with everything, one domain in each other status, and the only domain of the second customer. */
export const seedDomains: Seed = async (tx, seeding) => {
  const { main, second } = seeding.customers;
  const domains: DemoDomain[] = [
    {
      id: demo.domainId,
      accountId: main,
      name: 'parvaz.example',
      plan: 'ent',
      status: 'active',
      age: 260,
      lines: parvaz(seeding.services.env.CAA_ISSUER),
    },
    { id: demo.planDomainId, accountId: main, name: 'ketabnama.example', plan: 'eco', status: 'active', age: 155, lines: web },
    {
      accountId: main,
      name: 'atlas-shop.example',
      plan: 'pro',
      status: 'pendingNsChange',
      age: 1,
      lines: [['@', 'A', '203.0.113.61', {}]],
    },
    {
      accountId: main,
      name: 'rosewater.example',
      plan: 'free',
      status: 'active',
      age: 300,
      lines: [['@', 'A', '203.0.113.77', { proxy: true }]],
    },
    { accountId: main, name: 'old-blog.example', plan: 'free', status: 'inactive', age: 400, lines: [['@', 'A', '203.0.113.90', {}]] },
    {
      accountId: second,
      name: 'karimi.example',
      plan: 'free',
      status: 'active',
      age: 90,
      lines: [['@', 'A', '192.0.2.10', { proxy: true }]],
    },
  ];
  for (const domain of domains) await addDomain(tx, seeding, domain);
};

async function addDomain(tx: Tx, seeding: Seeding, { id = seeding.newId(), age, lines, ...row }: DemoDomain): Promise<void> {
  const { now, newId, services } = seeding;
  const { accountId, name, plan, status } = row;
  const createdAt = now - age * DAY;
  await tx
    .insertInto('domain')
    .values({
      id,
      ...row,
      planSince: createdAt,
      firstNs: services.env.NAME_SERVERS[0],
      secondNs: services.env.NAME_SERVERS[1],
      dnssecStatus: 'off',
      termsVersion: '2026-11',
      zoneVersion: await setZone(tx, seeding, { id, accountId, name }),
      recordCount: lines.length,
      createdAt,
      activatedAt: status === 'pendingNsChange' ? null : createdAt,
      movedAwayAt: null,
    })
    .execute();
  await writeSystemChange(
    tx,
    { now: createdAt, newId },
    {
      kind: 'seed',
      group: 'domain',
      accountId,
      action: 'create',
      entity: { type: 'domain', id, name },
      domainId: id,
      after: { name, plan, status },
    },
  );
  for (const [label, type, content, more] of lines) {
    const record: DnsRecordTable = {
      id: newId(),
      domainId: id,
      name: label,
      type,
      content,
      ttl: null,
      proxy: false,
      priority: null,
      weight: null,
      port: null,
      comment: null,
      tags: null,
      version: 1,
      createdAt,
      updatedAt: createdAt,
      ...more,
    };
    await tx.insertInto('dnsRecord').values(record).execute();
  }
}
