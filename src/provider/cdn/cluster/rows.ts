import type { Selectable } from 'kysely';
import type { Cluster } from '../../../lib/contract/cdn/cluster.ts';
import type { ClusterDraft } from '../../../lib/rules/cdn/cluster/cluster.ts';
import type { CheckReason } from '../../../lib/rules/cdn/cluster/options.ts';
import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { iso } from '../../../lib/time.ts';
import { type OwnedDomain, selectClusterRoutes, selectClusters } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { ClusterServerTable, ClusterTable } from '../../db/tables/cdn/cluster.ts';
import { refuse } from '../../kernel/refusal.ts';

export type ClusterRow = Selectable<ClusterTable>;
export type ServerRow = Selectable<ClusterServerTable>;

const RECENT_STEP = 120_000;
const RECENT_STEPS = 30;

/** The last hour of each server in steps of two minutes, oldest first. */
async function loadRecentResults(
  db: Db | Tx,
  servers: readonly ServerRow[],
  now: number,
): Promise<Map<string, Cluster['servers'][number]['recent']>> {
  const recent = new Map(
    servers.map(({ id }) => [id, Array.from({ length: RECENT_STEPS }, () => 'none' as 'none' | 'up' | 'down' | 'mixed')]),
  );
  const end = now - (now % RECENT_STEP) + RECENT_STEP;
  const begin = end - RECENT_STEPS * RECENT_STEP;
  const looked = servers.filter(({ checkedAt }) => checkedAt !== null).map(({ id }) => id);
  if (looked.length === 0) return recent;
  const rows = await db
    .selectFrom('clusterHealth')
    .select(['serverId', 'at', 'checks', 'failed'])
    .where('serverId', 'in', looked)
    .where('step', '=', 60_000)
    .where('at', '>=', begin)
    .execute();
  for (const { serverId, at, checks, failed } of rows) {
    const list = recent.get(serverId);
    const place = Math.floor((at - begin) / RECENT_STEP);
    const state = failed === 0 ? 'up' : failed === checks ? 'down' : 'mixed';
    if (list?.[place] !== undefined) list[place] = list[place] === 'none' || list[place] === state ? state : 'mixed';
  }
  return recent;
}

export const draftFromRows = (row: ClusterRow, servers: readonly ServerRow[]): ClusterDraft => ({
  name: row.name,
  servers: servers.map(({ address, port, weight, backup, draining, maxConnections }) => ({
    address,
    ...(port !== null && { port }),
    weight,
    backup,
    ...(draining && { draining }),
    ...(maxConnections !== null && { maxConnections }),
  })),
  port: row.port,
  protocol: row.protocol,
  algorithm: row.algorithm,
  ...(row.hashBy && { hashBy: row.hashBy }),
  ...(row.affinity && { affinity: row.affinity }),
  monitoring: row.monitoring,
});

/** Clusters as the contract returns them. */
export async function showClusters(db: Db | Tx, domain: OwnedDomain, rows: readonly ClusterRow[], now: number): Promise<Cluster[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const servers = await db.selectFrom('clusterServer').selectAll().where('clusterId', 'in', ids).orderBy('place').execute();
  const recent = await loadRecentResults(db, servers, now);
  const routes = await selectClusterRoutes(db, domain)
    .select((e) => ['clusterId', e.fn.countAll<number>().as('n')])
    .groupBy('clusterId')
    .execute();
  return rows.map((row) => {
    const own = servers.filter(({ clusterId }) => clusterId === row.id);
    const { monitoring, affinity, ...draft } = draftFromRows(row, own);
    return {
      ...draft,
      ...(affinity && { affinity }),
      id: row.id,
      ...(monitoring && { monitoring }),
      servers: own.map((server) => showServer(server, recent.get(server.id) ?? [])),
      routes: Number(routes.find(({ clusterId }) => clusterId === row.id)?.n ?? 0),
      version: row.version,
      updatedAt: iso(row.updatedAt),
    };
  });
}

const showServer = (server: ServerRow, recent: Cluster['servers'][number]['recent']): Cluster['servers'][number] => ({
  id: server.id,
  address: server.address,
  ...(server.port !== null && { port: server.port }),
  weight: server.weight,
  backup: server.backup,
  draining: server.draining ?? false,
  ...(server.maxConnections !== null && { maxConnections: server.maxConnections }),
  health: server.health,
  ...(server.since !== null && { since: iso(server.since) }),
  ...lastResult(server),
  recent,
});

/** The last check result. */
const lastResult = ({ checkedAt, lastMs, lastStatus, reason }: ServerRow) => ({
  ...(checkedAt !== null && { lastCheck: iso(checkedAt) }),
  ...(lastMs !== null && { lastMs }),
  ...(lastStatus !== null && { lastStatus }),
  ...(reason !== null && { reason: reason as CheckReason }), // only written from a check result
});

export async function ownCluster(db: Db | Tx, domain: OwnedDomain, clusterId: string): Promise<ClusterRow> {
  return (await selectClusters(db, domain).selectAll().where('id', '=', clusterId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

export const loadClusterServers = (db: Db | Tx, { id }: ClusterRow): Promise<ServerRow[]> =>
  db.selectFrom('clusterServer').selectAll().where('clusterId', '=', id).orderBy('place').execute();

/** A cluster as recorded in the change log: header values sent with a check may be secrets, so they are left out. */
export const forLog = ({ servers, monitoring, recent: _recent, ...rest }: Cluster & { recent?: unknown }) => ({
  ...rest,
  servers: servers.map(({ address, port, weight, backup, draining, maxConnections }) => ({
    address,
    ...(port !== undefined && { port }),
    weight,
    backup,
    ...(draining && { draining }),
    ...(maxConnections !== undefined && { maxConnections }),
  })),
  ...(monitoring && {
    monitoring: { ...monitoring, sentHeaders: Object.fromEntries(Object.keys(monitoring.sentHeaders).map((name) => [name, '…'])) },
  }),
});

/** Clusters and their routes, as the rule engine takes them (`rules/edge/config.ts`). */
export async function clustersForEdge(db: Db | Tx, domain: OwnedDomain): Promise<Pick<EdgeConfig, 'clusters' | 'routes'>> {
  const rows = await selectClusters(db, domain).selectAll().orderBy('name').orderBy('id').execute();
  if (rows.length === 0) return { clusters: [], routes: [] };
  const ids = rows.map(({ id }) => id);
  const servers = await db.selectFrom('clusterServer').selectAll().where('clusterId', 'in', ids).orderBy('place').execute();
  const routes = await selectClusterRoutes(db, domain).selectAll().orderBy('id').execute();
  return {
    clusters: rows.map((row) => {
      const own = servers.filter(({ clusterId }) => clusterId === row.id);
      const { servers: drafts, ...draft } = draftFromRows(row, own);
      return { ...draft, id: row.id, servers: drafts.map((server, index) => ({ ...server, health: own[index]?.health })) };
    }),
    routes: routes.map(({ id, kind, recordId, pathId, clusterId }) => ({
      id,
      kind,
      ...(recordId !== null && { recordId }),
      ...(pathId !== null && { pathId }),
      clusterId,
    })),
  };
}
