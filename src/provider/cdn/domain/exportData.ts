import type { ExportFiles } from '../../core/registry.ts';
import {
  type OwnedDomain,
  ownedDomains,
  ownedDomainsById,
  ownedFirewallGroups,
  selectCertificates,
  selectClientCertificates,
  selectClusterRoutes,
  selectClusters,
  selectCustomPages,
  selectDomainAlarms,
  selectLogTargets,
  selectRecords,
} from '../../db/owned.ts';
import type { Db } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import type { Account } from '../../kernel/account.ts';

/** Every domain with its records, settings and rules, and the firewall groups of the account. */
export async function exportDomains(ctx: JobCtx, account: Account): Promise<ExportFiles> {
  const db = ctx.services.store.reader;
  const ids = await ownedDomains(db, account).select('domain.id').execute();
  const domains = await ownedDomainsById(
    db,
    account,
    ids.map(({ id }) => id),
  );
  const files: Record<string, object> = {};
  for (const domain of domains) files[`domains/${domain.name}.json`] = await domainData(db, domain);
  files['firewall-groups.json'] = await ownedFirewallGroups(db, account)
    .select(['domainId', 'title', 'addresses', 'createdAt', 'updatedAt'])
    .orderBy('createdAt')
    .execute();
  return files;
}

async function domainData(db: Db, domain: OwnedDomain): Promise<object> {
  const { id, name, status, plan, planSince, firstNs, secondNs, dnssecStatus, setupMode, createdAt, activatedAt } = domain;
  // Flags of records, settings, rules, pages and servers are 0 and 1 in the file, as they are stored.
  const plain = db.withoutPlugins();
  const clusters = await selectClusters(db, domain)
    .select(['id', 'name', 'port', 'protocol', 'algorithm', 'hashBy', 'affinity', 'monitoring', 'createdAt'])
    .execute();
  const servers = await plain
    .selectFrom('clusterServer')
    .select(['clusterId', 'address', 'port', 'weight', 'backup', 'draining', 'maxConnections'])
    .where('clusterId', 'in', selectClusters(db, domain).select('id'))
    .orderBy('place')
    .execute();
  const records = await selectRecords(plain, domain)
    .select(['name', 'type', 'content', 'ttl', 'proxy', 'priority', 'weight', 'port', 'comment', 'tags', 'createdAt', 'updatedAt'])
    .orderBy('name')
    .orderBy('type')
    .orderBy('id')
    .execute();
  return {
    domain: { id, name, status, plan, planSince, firstNs, secondNs, dnssecStatus, setupMode, createdAt, activatedAt },
    records: records.map(({ tags, ...record }) => ({ ...record, tags: tags ?? [] })),
    dnsSettings: await plain
      .selectFrom('dnsSetting')
      .select(['defaultTtl', 'soaEmail', 'proxyDefault', 'cnameFlattening'])
      .where('domainId', '=', id)
      .executeTakeFirst(),
    settings: await db.selectFrom('edgeSetting').select(['group', 'value']).where('domainId', '=', id).orderBy('group').execute(),
    rules: await plain
      .selectFrom('edgeItem')
      .select(['group', 'priority', 'deploy', 'off', 'data', 'createdAt', 'updatedAt'])
      .where('domainId', '=', id)
      .orderBy('group')
      .orderBy('priority')
      .execute(),
    customPages: await selectCustomPages(plain, domain)
      .select(['kind', 'statusCode', 'title', 'html', 'enabled'])
      .orderBy('createdAt')
      .execute(),
    certificates: await selectCertificates(db, domain)
      .select(['title', 'kind', 'status', 'hosts', 'certificate', 'issuer', 'issuedAt', 'expiresAt', 'attachedHosts'])
      .orderBy('createdAt')
      .execute(),
    clusters: clusters.map((cluster) => ({
      ...cluster,
      servers: servers.filter(({ clusterId }) => clusterId === cluster.id).map(({ clusterId: _, ...server }) => server),
    })),
    clusterRoutes: await selectClusterRoutes(db, domain).select(['clusterId', 'kind', 'recordId', 'pathId']).execute(),
    clientCertificate: await selectClientCertificates(db, domain).select(['certificate', 'expiresAt', 'createdAt']).executeTakeFirst(),
    alarms: await selectDomainAlarms(plain, domain)
      .select(['metric', 'operator', 'value', 'minutes', 'pause', 'enabled', 'createdAt'])
      .orderBy('createdAt')
      .execute(),
    logTargets: await selectLogTargets(db, domain).select(['kind', 'target', 'format', 'enabled', 'createdAt']).execute(),
    payment: await db
      .selectFrom('domainPlan')
      .select(['period', 'startsAt', 'endsAt', 'paid'])
      .where('domainId', '=', id)
      .executeTakeFirst(),
  };
}
