import { createHash } from 'node:crypto';
import type { DomainPolicy, EdgePurge } from '../../../lib/rules/cdn/edge/bundle.ts';
import { type FirewallRule, ruleParts } from '../../../lib/rules/cdn/edge/protection.ts';
import { configFromSource } from '../../../lib/rules/cdn/edge/source.ts';
import { canonical } from '../../../lib/rules/core/canonical.ts';
import { DAY } from '../../../lib/time.ts';
import type { Work } from '../../core/services.ts';
import {
  type OwnedDomain,
  selectAcmeChallenges,
  selectCacheDeletions,
  selectCertificates,
  selectClientCertificates,
  selectCustomPages,
} from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { openClientKey, openKey } from '../certificateKey.ts';
import { loadDomainLimit } from '../domainLimit.ts';
import { loadSuspension } from '../domainSuspension.ts';
import { loadEdgeConfig } from './config.ts';

/** Fields of rules and settings that only the portal uses. A draft that isn't deployed changes nothing for an edge. */
const internalFields: ReadonlySet<string> = new Set(['draft', 'deployed', 'version', 'createdAt', 'updatedAt', 'monitoring']);

function withoutInternal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInternal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (internalFields.has(name) ? [] : [[name, withoutInternal(part)]])),
  );
}

/** A rule for each of its values: an edge of an earlier version reads only one, and would otherwise let through what a list blocks. */
const oneByOne = (rule: FirewallRule): FirewallRule[] => ruleParts(rule).map((value) => ({ ...rule, value }));

/** Everything that an edge needs to serve a domain, as it is now. */
export async function loadPolicy(
  db: Db | Tx,
  domain: OwnedDomain,
  work: Pick<Work, 'now' | 'services'>,
): Promise<Omit<DomainPolicy, 'version'>> {
  const certificates = await selectCertificates(db, domain).selectAll().where('status', '=', 'active').orderBy('id').execute();
  const pages = await selectCustomPages(db, domain)
    .select(['kind', 'statusCode', 'html'])
    .where('enabled', '=', true)
    .orderBy('kind')
    .orderBy('statusCode')
    .execute();
  const challenges = await selectAcmeChallenges(db, domain)
    .select(['host', 'token', 'answer'])
    .where('way', '=', 'http-01')
    .orderBy('host')
    .orderBy('token')
    .execute();
  const client = await selectClientCertificates(db, domain).selectAll().executeTakeFirst();
  const deployed = configFromSource(await loadEdgeConfig(db, domain), 'deployed');
  const { firewall } = deployed;
  const config = { ...deployed, firewall: { ...firewall, rules: firewall.rules.flatMap(oneByOne) } };
  return {
    id: domain.id,
    name: domain.name,
    serving: (await loadSuspension(db, domain.id)) ? 'stopped' : ((await loadDomainLimit(db, domain)) ?? 'on'),
    config: withoutInternal(config) as DomainPolicy['config'], // without optional fields
    certificates: certificates.flatMap((row) => {
      const hosts = row.attachedHosts;
      if (hosts.length === 0 || row.certificate === null || row.sealedKey === null) return [];
      const chain = [row.certificate, row.caBundle].flatMap((pem) => pem?.trim() || []).join('\n');
      return [{ id: row.id, hosts, chain, privateKey: openKey(work.services, row) }];
    }),
    ...(client && { clientCertificate: { chain: client.certificate, privateKey: openClientKey(work.services, client) } }),
    ...(challenges.length > 0 && { challenges }),
    pages: pages.map(({ kind, statusCode, html }) => ({ kind, statusCode: statusCode || null, html })),
    purges: await loadPurges(db, domain, work.now),
    allowedNetworks: work.services.env.CHECK_ALLOW,
  };
}

async function loadPurges(db: Db | Tx, domain: OwnedDomain, now: number): Promise<EdgePurge[]> {
  const rows = await selectCacheDeletions(db, domain)
    .selectAll()
    .where('createdAt', '>', now - DAY)
    .orderBy('id')
    .execute();
  return rows.map(({ id, scope, items, createdAt }) => ({ id, scope, items, at: createdAt }));
}

/** Identifies a policy by its content. A purge that becomes a day old is no change. */
export async function hashPolicy(db: Db | Tx, domain: OwnedDomain, work: Pick<Work, 'now' | 'services'>): Promise<string> {
  const { purges: _, ...policy } = await loadPolicy(db, domain, work);
  const { newest } = await selectCacheDeletions(db, domain)
    .select((e) => e.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return createHash('sha256')
    .update(canonical([policy, newest]))
    .digest('base64url');
}
