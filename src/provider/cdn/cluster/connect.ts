import type { Output } from '../../../lib/contract/call.ts';
import type { ClusterRoute, cluster } from '../../../lib/contract/cdn/cluster.ts';
import { inOrder } from '../../../lib/format/order.ts';
import { addressTypes } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { absolute, orderedName } from '../../../lib/rules/core/dnsName.ts';
import type { Handlers, SignedIn } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain, selectClusterRoutes, selectRecords } from '../../db/owned.ts';
import type { DnsRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { type Item, loadItem, loadItems } from '../edge/index.ts';
import { ownCluster } from './rows.ts';

type Own = Handlers<typeof cluster>;
/** The maximum for one page; connected routes come first. */
const MAX_ROUTES = 2_000;
const types = [...addressTypes];

const show = (record: DnsRow, domain: OwnedDomain, clusterId: string | undefined): ClusterRoute => ({
  id: record.id,
  kind: 'record',
  recordId: record.id,
  host: absolute(record.name, domain.name),
  type: record.type,
  content: record.content,
  proxy: record.proxy,
  ...(clusterId && { clusterId }),
});

const showPath = (rule: Item<'pageRule'>, domain: OwnedDomain, clusterId: string | undefined): ClusterRoute => ({
  id: rule.id,
  kind: 'path',
  pathId: rule.id,
  host: domain.name,
  path: rule.path,
  // Page rules are only evaluated for traffic through the CDN.
  proxy: true,
  ...(clusterId && { clusterId }),
});

/** Records through the CDN, connected records that were taken off it, and page rules in order of priority. */
export async function listRoutes(
  { db, account, locale }: Pick<SignedIn, 'db' | 'account' | 'locale'>,
  domainId: string,
): Promise<Output<typeof cluster.routes>> {
  const domain = await ownedDomain(db, account, domainId);
  const connected = new Map(
    (await selectClusterRoutes(db, domain).select(['id', 'clusterId']).execute()).map((row) => [row.id, row.clusterId]),
  );
  const ids = [...connected.keys()];
  const records = await selectRecords(db, domain)
    .selectAll()
    .where('type', 'in', types)
    .where((e) => (ids.length > 0 ? e.or([e('proxy', '=', true), e('id', 'in', ids)]) : e('proxy', '=', true)))
    .orderBy('name')
    .orderBy('type')
    .orderBy('id')
    .limit(MAX_ROUTES)
    .execute();
  const rules = await loadItems(db, domain, 'pageRule');
  return {
    routes: [
      ...inOrder(records, locale, ({ name }) => orderedName(name)).map((record) => show(record, domain, connected.get(record.id))),
      ...rules.map((rule) => showPath(rule, domain, connected.get(rule.id))),
    ],
  };
}

async function ownRecord(tx: Tx, domain: OwnedDomain, recordId: string): Promise<DnsRow> {
  return (await selectRecords(tx, domain).selectAll().where('id', '=', recordId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

const toEntity = (route: ClusterRoute) => ({
  type: 'clusterRoute',
  id: route.id,
  name: route.path ?? `${route.type ?? ''} ${route.host}`.trim(),
});

async function ownProxied(tx: Tx, domain: OwnedDomain, recordId: string): Promise<DnsRow> {
  const record = await ownRecord(tx, domain, recordId);
  if (!record.proxy || !types.some((type) => type === record.type))
    refuse(409, 'cluster:error.notProxied', { params: { host: absolute(record.name, domain.name) } });
  return record;
}

export const assignRoute: Own['assign'] = (ctx, { domainId, clusterId, recordId, pathId }) =>
  ctx.write(async ({ tx, log }) => {
    const domain = await ownedDomain(tx, ctx.account, domainId);
    const row = await ownCluster(tx, domain, clusterId);
    const route =
      recordId === undefined
        ? showPath(await loadItem(tx, domain, 'pageRule', pathId ?? ''), domain, row.id)
        : show(await ownProxied(tx, domain, recordId), domain, row.id);
    const { id, kind } = route;
    const before = await selectClusterRoutes(tx, domain).select('clusterId').where('id', '=', id).executeTakeFirst();
    await tx
      .insertInto('clusterRoute')
      .values({
        id,
        domainId: domain.id,
        clusterId: row.id,
        kind,
        recordId: route.recordId ?? null,
        pathId: route.pathId ?? null,
        createdAt: ctx.now,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ clusterId: row.id }))
      .execute();
    await log({
      action: 'update',
      entity: toEntity(route),
      domainId: domain.id,
      before: { clusterId: before?.clusterId ?? null },
      after: { clusterId: row.id, cluster: row.name },
    });
    return { route };
  });

export const unassignRoute: Own['unassign'] = (ctx, { domainId, routeId }) =>
  ctx.write(async ({ tx, log }) => {
    const domain = await ownedDomain(tx, ctx.account, domainId);
    const row = await selectClusterRoutes(tx, domain).selectAll().where('id', '=', routeId).executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    await tx.deleteFrom('clusterRoute').where('id', '=', row.id).where('domainId', '=', domain.id).execute();
    const route =
      row.pathId === null
        ? show(await ownRecord(tx, domain, row.recordId ?? ''), domain, undefined)
        : showPath(await loadItem(tx, domain, 'pageRule', row.pathId), domain, undefined);
    await log({
      action: 'update',
      entity: toEntity(route),
      domainId: domain.id,
      before: { clusterId: row.clusterId },
      after: { clusterId: null },
    });
    return { done: true as const };
  });
