import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { byName } from '../../../lib/format/order.ts';
import type { ClusterProblem } from '../../../lib/rules/cdn/cluster/cluster.ts';
import { checkMonitoring } from '../../../lib/rules/cdn/cluster/monitoring.ts';
import { maxClusters } from '../../../lib/rules/cdn/cluster/options.ts';
import { getsNewVisitors } from '../../../lib/rules/cdn/cluster/state.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { checkAddress } from '../../../lib/rules/core/serverAddress.ts';
import { implement } from '../../core/implement.ts';
import { allowed } from '../../core/reach.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { type OwnedDomain, ownedDomain, selectClusterRoutes, selectClusters } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { requireAbility } from '../edge/index.ts';
import { assignRoute, listRoutes, unassignRoute } from './connect.ts';
import { readHealth } from './health.ts';
import { probe } from './probe.ts';
import { type ClusterRow, draftFromRows, forLog, loadClusterServers, ownCluster, showClusters } from './rows.ts';
import { checked, clusterColumns, countServers, refuseClosedHosts, refuseIgnored, refuseProblems, saveServers } from './save.ts';

/** A test reveals what responds at an address, so it is rate limited. */
const tests: Limit = { name: 'cluster-test', max: 20, windowMs: 5 * 60_000 };

async function refuseDuplicate(tx: Tx, domain: OwnedDomain, name: string, exceptId?: string): Promise<void> {
  const others = await selectClusters(tx, domain).select(['id', 'name']).execute();
  const isDuplicate = others.some((other) => other.id !== exceptId && other.name.toLowerCase() === name.toLowerCase());
  if (isDuplicate)
    refuse(409, 'cluster:error.duplicate', { params: { name }, fields: { name: { key: 'cluster:error.duplicate', params: { name } } } });
}

const viewCluster = async (tx: Tx, domain: OwnedDomain, row: ClusterRow, now: number) =>
  (await showClusters(tx, domain, [row], now))[0] ?? refuse(404, 'error:notFound');
const toEntity = ({ id, name }: { id: string; name: string }) => ({ type: 'cluster', id, name });

export const clusterHandlers = implement(cluster, {
  async list({ db, account, now, locale }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const rows = await selectClusters(db, domain).selectAll().orderBy('id').limit(maxClusters).execute();
    return { clusters: await showClusters(db, domain, byName(rows, locale), now), limit: maxClusters };
  },

  async get({ db, account, now }, { domainId, clusterId }) {
    const domain = await ownedDomain(db, account, domainId);
    const [found] = await showClusters(db, domain, [await ownCluster(db, domain, clusterId)], now);
    return { cluster: found ?? refuse(404, 'error:notFound') };
  },

  async create(ctx, { domainId, ...draft }) {
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const wanted = checked(ctx, draft, knownDomain);
    await refuseIgnored(ctx, draft);
    await countServers(ctx, wanted.servers.length);
    await refuseClosedHosts(ctx, wanted.servers);
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const data = checked(ctx, draft, domain);
      await refuseDuplicate(tx, domain, data.name);
      const { n } = await selectClusters(tx, domain)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      if (Number(n) >= maxClusters) refuse(409, 'cluster:error.limit', { params: { max: maxClusters } });
      const row: ClusterRow = {
        id: ctx.newId(),
        domainId: domain.id,
        ...clusterColumns(data),
        version: 1,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await tx.insertInto('cluster').values(row).execute();
      await saveServers(tx, ctx, row, data, row.port);
      const made = await viewCluster(tx, domain, row, ctx.now);
      await log({ action: 'create', entity: toEntity(row), domainId: domain.id, after: forLog(made) });
      return { cluster: made };
    });
  },

  async edit(ctx, { domainId, clusterId, version, ...change }) {
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const stored = await ownCluster(ctx.db, knownDomain, clusterId);
    const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const wanted = checked(ctx, { ...draftFromRows(stored, await loadClusterServers(ctx.db, stored)), ...changes }, knownDomain);
    await refuseIgnored(ctx, change);
    await countServers(ctx, wanted.servers.length);
    if (change.servers) await refuseClosedHosts(ctx, wanted.servers);
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownCluster(tx, domain, clusterId);
      const before = await viewCluster(tx, domain, row, ctx.now);
      if (version !== undefined && version !== row.version) refuse(409, 'error:versionConflict', { extra: { cluster: before } });
      const data = checked(ctx, { ...draftFromRows(row, await loadClusterServers(tx, row)), ...changes }, domain);
      await refuseDuplicate(tx, domain, data.name, row.id);
      const columns = { ...clusterColumns(data), version: row.version + 1, updatedAt: ctx.now };
      await tx.updateTable('cluster').set(columns).where('id', '=', row.id).execute();
      const next: ClusterRow = { ...row, ...columns };
      await saveServers(tx, ctx, next, data, row.port);
      const after = await viewCluster(tx, domain, next, ctx.now);
      await log({ action: 'update', entity: toEntity(next), domainId: domain.id, before: forLog(before), after: forLog(after) });
      return { cluster: after };
    });
  },

  async drain(ctx, { domainId, clusterId, serverId, draining }) {
    if (draining) await requireAbility(ctx, 'serverStates', 'draining');
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownCluster(tx, domain, clusterId);
      const servers = await loadClusterServers(tx, row);
      const server = servers.find(({ id }) => id === serverId) ?? refuse(404, 'error:notFound');
      const before = await viewCluster(tx, domain, row, ctx.now);
      const others = draftFromRows(
        row,
        servers.filter((one) => one !== server),
      ).servers;
      if (draining && !others.some(getsNewVisitors)) refuse(409, 'cluster:error.lastServer');
      await tx
        .updateTable('clusterServer')
        .set({ draining: draining ? true : null })
        .where('id', '=', server.id)
        .execute();
      const next: ClusterRow = { ...row, version: row.version + 1, updatedAt: ctx.now };
      await tx.updateTable('cluster').set({ version: next.version, updatedAt: next.updatedAt }).where('id', '=', row.id).execute();
      const after = await viewCluster(tx, domain, next, ctx.now);
      await log({ action: 'update', entity: toEntity(next), domainId: domain.id, before: forLog(before), after: forLog(after) });
      return { cluster: after };
    });
  },

  delete: (ctx, { domainId, clusterId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownCluster(tx, domain, clusterId);
      const before = await viewCluster(tx, domain, row, ctx.now);
      const [used] = await selectClusterRoutes(tx, domain).select('id').where('clusterId', '=', row.id).limit(1).execute();
      if (used) refuse(409, 'cluster:error.inUse', { params: { count: before.routes } });
      await tx.deleteFrom('cluster').where('id', '=', row.id).execute();
      await log({ action: 'delete', entity: toEntity(row), domainId: domain.id, before: forLog(before) });
      return { done: true as const };
    }),

  routes: (ctx, { domainId }) => listRoutes(ctx, domainId),
  assign: assignRoute,
  unassign: unassignRoute,

  async health({ db, account, now }, { domainId, clusterId, window }) {
    const domain = await ownedDomain(db, account, domainId);
    return { health: await readHealth(db, await ownCluster(db, domain, clusterId), window, now) };
  },

  async test(ctx, { domainId, server, monitoring: draft }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const allow = allowed(ctx.services.env);
    const problems: ClusterProblem[] = [];
    const address = checkAddress(server.address, domain.name, allow);
    if (isFault(address)) problems.push({ field: 'server.address', key: address.key, params: address.params });
    const monitoring = checkMonitoring(draft, domain.name, (field, { key, params }) =>
      problems.push({ field: `monitoring.${field}`, key, params }),
    );
    if (isFault(address) || problems.length > 0) refuseProblems(problems);
    await consumeAttempt(ctx, [{ limit: tests, key: ctx.account.id }]);
    const { resolver, localEdge } = ctx.services;
    const tools = { resolver, allow, signal: ctx.signal, demoOrigin: localEdge.demoOrigin };
    const found = await probe({ address, port: server.port, zone: domain.name, monitoring }, tools);
    const { up, status, ms, reason, headers } = found;
    const explanation = reason ? { reason, message: ctx.t(`cluster:reason.${reason}`, { status: status ?? '' }) } : {};
    return { result: { ok: up, status, ms, headers, ...explanation } };
  },
});
