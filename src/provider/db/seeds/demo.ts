import { demo } from '../../../lib/contract/fields.ts';
import { writeSystemChange } from '../../changes.ts';
import { wantZone } from '../../dns/zone-state.ts';
import type { Wanting } from '../../jobs/desired.ts';
import { book } from '../../wallet/ledger.ts';
import type { SslRow, Tx } from '../schema.ts';
import type { UserTable } from '../tables/account.ts';
import type { DnsRecordTable, DomainTable } from '../tables/domain.ts';
import { seedClusters } from './clusters.ts';
import { seedCustomPages } from './customPage.ts';
import { seedDedicatedIp } from './dedicatedIp.ts';
import { seedFirewall } from './firewall.ts';
import { seedLogTargets } from './logForward.ts';
import { seedPaths } from './path.ts';
import { seedPlan } from './plan.ts';
import { seedRateLimits } from './rateLimit.ts';
import { seedSettings } from './settings.ts';
import { seedCertificates } from './ssl.ts';
import { seedWaf } from './waf.ts';

const DAY = 86_400_000;

interface Seeding extends Wanting {
  passwordHash: string;
  newId(): string;
  nameServers: [string, string];
  caaIssuer: string;
  certificates: readonly SslRow[];
}

type Line = [name: string, type: string, content: string, more?: Partial<DnsRecordTable>];

/** @param issuer the domain of the authority whose certificate the domain has */
const parvaz = (issuer: string): Line[] => [
  ['@', 'A', '203.0.113.24', { proxy: 1, id: demo.recordId }],
  ['@', 'AAAA', '2001:db8:2c::18', { proxy: 1 }],
  ['api', 'A', '203.0.113.25', { proxy: 1 }],
  ['mail', 'A', '198.51.100.14', { ttl: 300 }],
  ['assets', 'CNAME', 'parvaz-assets.storage.example', { proxy: 1, ttl: 3600 }],
  ['www', 'CNAME', 'parvaz.example', { proxy: 1 }],
  ['@', 'MX', 'mail.parvaz.example', { priority: 10, ttl: 3600 }],
  ['_sip._tcp', 'SRV', 'sip.parvaz.example', { priority: 20, weight: 5, port: 5060, ttl: 1800 }],
  ['sip', 'A', '198.51.100.20', { ttl: 1800 }],
  ['@', 'TXT', 'v=spf1 mx include:_spf.mailer.example -all', { ttl: 3600 }],
  ['_dmarc', 'TXT', 'v=DMARC1; p=quarantine; rua=mailto:dmarc@parvaz.example', { ttl: 3600 }],
  ['@', 'CAA', `0 issue "${issuer}"`, { ttl: 3600 }],
];

/** The demo data of design.md section 3: a customer with an Enterprise domain among others, a plain one, and the operator. */
export async function seedDemo(tx: Tx, seeding: Seeding): Promise<void> {
  const { now, newId, passwordHash, nameServers } = seeding;
  const user = async (email: string, firstName: string, lastName: string, isAdmin = 0): Promise<string> => {
    const id = newId();
    const row: UserTable = {
      id,
      email,
      mobile: null,
      passwordHash,
      accountType: 'personal',
      firstName,
      lastName,
      language: 'en',
      isAdmin,
      isDemo: 1,
      emailVerifiedAt: now,
      createdAt: now - 200 * DAY,
    };
    await tx.insertInto('user').values(row).execute();
    return id;
  };
  const domain = async (
    userId: string,
    name: string,
    plan: DomainTable['plan'],
    status: DomainTable['status'],
    age: number,
    lines: Line[],
    id = newId(),
  ) => {
    const createdAt = now - age * DAY;
    await tx
      .insertInto('domain')
      .values({
        id,
        userId,
        name,
        status,
        plan,
        planSince: createdAt,
        firstNs: nameServers[0],
        secondNs: nameServers[1],
        dnssecStatus: 'off',
        termsVersion: '2026-11',
        zoneVersion: await wantZone(tx, seeding, { id, userId, name }),
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
        area: 'domain',
        userId,
        action: 'create',
        entity: { type: 'domain', id, name },
        domainId: id,
        after: { name, plan, status },
      },
    );
    for (const [label, type, content, more] of lines) {
      const row: DnsRecordTable = {
        id: newId(),
        domainId: id,
        name: label,
        type,
        content,
        ttl: null,
        proxy: 0,
        priority: null,
        weight: null,
        port: null,
        version: 1,
        createdAt,
        updatedAt: createdAt,
        ...more,
      };
      await tx.insertInto('dnsRecord').values(row).execute();
    }
  };

  const sara = await user(demo.email, 'Sara', 'Amini');
  const second = await user(demo.second, 'Omid', 'Karimi');
  await user(demo.operator, 'Leila', 'Moradi', 1);
  await book(
    tx,
    { now: now - 200 * DAY, newId },
    { kind: 'topUp', from: 'funding', to: { wallet: sara }, amount: 448_000, description: { key: 'domain:ledger.demoCredit' } },
  );
  // What the waiting domain's plan has taken: it is given back when its setup is stopped.
  const atlas = newId();
  await book(
    tx,
    { now: now - DAY, newId },
    {
      kind: 'usage',
      from: { wallet: sara },
      to: 'revenue',
      amount: 200_000,
      description: { key: 'domain:ledger.firstMonth', params: { domain: 'atlas-shop.example', plan: 'pro' } },
      reference: atlas,
    },
  );

  const web: Line[] = [
    ['@', 'A', '203.0.113.40', { proxy: 1 }],
    ['www', 'CNAME', 'ketabnama.example', { proxy: 1 }],
  ];
  await domain(sara, 'parvaz.example', 'ent', 'active', 260, parvaz(seeding.caaIssuer), demo.domainId);
  await seedSettings(tx, { now, newId });
  await seedWaf(tx, seeding);
  await domain(sara, 'ketabnama.example', 'eco', 'active', 155, web, demo.planDomainId);
  await seedCertificates(tx, seeding.certificates);
  await seedPaths(tx, seeding, sara);
  await domain(sara, 'atlas-shop.example', 'pro', 'pendingNsChange', 1, [['@', 'A', '203.0.113.61', {}]], atlas);
  await domain(sara, 'rosewater.example', 'free', 'active', 300, [['@', 'A', '203.0.113.77', { proxy: 1 }]]);
  await domain(sara, 'old-blog.example', 'free', 'inactive', 400, [['@', 'A', '203.0.113.90', {}]]);
  await domain(second, 'karimi.example', 'free', 'active', 90, [['@', 'A', '192.0.2.10', { proxy: 1 }]]);
  await seedCustomPages(tx, seeding);
  await seedLogTargets(tx, seeding);
  await seedDedicatedIp(tx, now);
  await seedRateLimits(tx, seeding);
  await seedPlan(tx, seeding, { id: demo.planDomainId, boughtAt: now - 155 * DAY, paid: 20_000 });
  await seedPlan(tx, seeding, { id: atlas, boughtAt: now - DAY, paid: 200_000 });
  await seedClusters(tx, seeding);
  await seedFirewall(tx, { now, newId, ask: seeding.services.jobs.ask }, { userId: sara, domainId: demo.domainId });
}
