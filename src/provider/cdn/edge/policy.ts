import { createHash } from 'node:crypto';
import type { DomainPolicy, EdgePurge } from '../../../lib/rules/cdn/edge/bundle.ts';
import { type FirewallRule, partsOf } from '../../../lib/rules/cdn/edge/protection.ts';
import { configOf } from '../../../lib/rules/cdn/edge/source.ts';
import { canonical } from '../../../lib/rules/core/canonical.ts';
import { DAY } from '../../../lib/time.ts';
import { acmeChallengesOf, cacheDeletionsOf, type OwnedDomain, pagesOf, sslOf } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { LoadCtx } from '../../jobs/desired.ts';
import { limitOf } from '../domain/limit.ts';
import { suspensionOf } from '../domain/suspend.ts';
import { attachedOf, openKey } from '../ssl/state.ts';
import { edgeConfigOf } from './config.ts';

/** Fields of rules and settings that only the portal uses. A draft that isn't deployed changes nothing for an edge. */
const ours: ReadonlySet<string> = new Set(['draft', 'deployed', 'version', 'createdAt', 'updatedAt', 'monitoring']);

function withoutOurs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOurs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, part]) => (ours.has(name) ? [] : [[name, withoutOurs(part)]])));
}

/** A rule for each of its values: an edge of an earlier version reads only one, and would otherwise let through what a list blocks. */
const oneByOne = (rule: FirewallRule): FirewallRule[] => partsOf(rule).map((value) => ({ ...rule, value }));

/** Everything that an edge needs to serve a domain, as it is now. */
export async function policyOf(db: Db | Tx, domain: OwnedDomain, job: LoadCtx): Promise<Omit<DomainPolicy, 'version'>> {
  const certificates = await sslOf(db, domain).selectAll().where('status', '=', 'active').orderBy('id').execute();
  const pages = await pagesOf(db, domain)
    .select(['kind', 'statusCode', 'html'])
    .where('enabled', '=', 1)
    .orderBy('kind')
    .orderBy('statusCode')
    .execute();
  const challenges = await acmeChallengesOf(db, domain)
    .select(['host', 'token', 'answer'])
    .where('way', '=', 'http-01')
    .orderBy('host')
    .orderBy('token')
    .execute();
  const deployed = configOf(await edgeConfigOf(db, domain), 'deployed');
  const { firewall } = deployed;
  const config = { ...deployed, firewall: { ...firewall, rules: firewall.rules.flatMap(oneByOne) } };
  return {
    id: domain.id,
    name: domain.name,
    serving: (await suspensionOf(db, domain.id)) ? 'stopped' : ((await limitOf(db, domain)) ?? 'on'),
    config: withoutOurs(config) as DomainPolicy['config'], // without optional fields
    certificates: certificates.flatMap((row) => {
      const hosts = attachedOf(row);
      if (hosts.length === 0 || row.certificate === null || row.sealedKey === null) return [];
      const chain = [row.certificate, row.caBundle].flatMap((pem) => pem?.trim() || []).join('\n');
      return [{ id: row.id, hosts, chain, privateKey: openKey({ secrets: job.secrets }, row) }];
    }),
    ...(challenges.length > 0 && { challenges }),
    pages: pages.map(({ kind, statusCode, html }) => ({ kind, statusCode: statusCode || null, html })),
    purges: await purgesOf(db, domain, job.now),
    allowedNetworks: job.env.CHECK_ALLOW,
  };
}

async function purgesOf(db: Db | Tx, domain: OwnedDomain, now: number): Promise<EdgePurge[]> {
  const rows = await cacheDeletionsOf(db, domain)
    .selectAll()
    .where('createdAt', '>', now - DAY)
    .orderBy('id')
    .execute();
  return rows.map(({ id, scope, items, createdAt }) => ({ id, scope, items, at: createdAt }));
}

/** Identifies a policy by its content. A purge that becomes a day old is no change. */
export async function hashOf(db: Db | Tx, domain: OwnedDomain, job: LoadCtx): Promise<string> {
  const { purges: _, ...policy } = await policyOf(db, domain, job);
  const { newest } = await cacheDeletionsOf(db, domain)
    .select((e) => e.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return createHash('sha256')
    .update(canonical([policy, newest]))
    .digest('base64url');
}
