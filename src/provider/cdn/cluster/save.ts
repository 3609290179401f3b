import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { type CheckedCluster, type ClusterDraft, type ClusterProblem, checkCluster } from '../../../lib/rules/cdn/cluster/cluster.ts';
import { maxServers } from '../../../lib/rules/cdn/cluster/options.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import { closedTo, isHost } from '../../../lib/rules/core/serverAddress.ts';
import type { CallCtx, SignedIn } from '../../core/implement.ts';
import { allowed, resolveAddresses } from '../../core/reach.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { Refusal, refuseField } from '../../kernel/refusal.ts';
import { requireAbility } from '../edge/index.ts';
import { cdnJobs } from '../jobs.ts';
import { type ClusterRow, loadClusterServers, type ServerRow } from './rows.ts';

const NAMES_MS = 1_500;
/** Saved servers are checked immediately. Counted by servers: ten saves of the largest cluster. */
const saves: Limit = { name: 'cluster-save', max: 10 * maxServers, windowMs: 10 * 60_000 };

/** Counts servers that are about to be saved. @throws Refusal 429 */
export const countServers = (ctx: SignedIn, cost: number) => consumeAttempt(ctx, [{ limit: saves, key: ctx.account.id, cost }]);

/** 422 with a message beside each wrong field. */
export function refuseProblems(problems: readonly ClusterProblem[]): never {
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { field, key, params } of problems) fields[field] ??= { key, params };
  throw new Refusal(422, 'error:validation', { fields });
}

/** Validates the draft by the rules shared with the form, and by the networks that only the provider knows. */
export function checked(ctx: CallCtx, draft: ClusterDraft, domain: OwnedDomain): CheckedCluster {
  const result = checkCluster(draft, { zone: domain.name, allow: allowed(ctx.services.env) });
  return result.ok ? result.cluster : refuseProblems(result.problems);
}

/**
 * Refuses hosts that currently resolve to a closed network; each check verifies it again later. A name that doesn't resolve is
 * accepted: it may be created later. Call this outside the transaction, as it queries resolvers.
 */
export async function refuseClosedHosts(ctx: CallCtx, servers: readonly { address: string }[]): Promise<void> {
  const { resolver, env } = ctx.services;
  const allow = allowed(env);
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(NAMES_MS)]);
  const found = await Promise.all(
    servers.map(async ({ address }) => {
      if (!isHost(address)) return null;
      const addresses = await resolveAddresses(address, { resolver, signal }).catch(() => []);
      return addresses.find((one) => closedTo(one, allow) !== null) ?? null;
    }),
  );
  const index = found.findIndex((address) => address !== null);
  if (index >= 0)
    refuseField(`servers.${index}.address`, 'cluster:error.hostClosed', {
      host: servers[index]?.address ?? '',
      address: found[index] ?? '',
    });
}

/** Refuses (422, at its field) what an older edge would ignore. */
export async function refuseIgnored(
  ctx: SignedIn,
  { affinity, servers }: Pick<ClusterDraft, 'affinity'> & { servers?: ClusterDraft['servers'] | undefined },
): Promise<void> {
  if (affinity) await requireAbility(ctx, 'serverStates', 'affinity');
  const index = servers?.findIndex(({ draining, maxConnections }) => draining || maxConnections !== undefined) ?? -1;
  if (index >= 0)
    await requireAbility(ctx, 'serverStates', `servers.${index}.${servers?.[index]?.draining ? 'draining' : 'maxConnections'}`);
}

export const clusterColumns = ({ name, port, protocol, algorithm, hashBy, affinity, monitoring }: CheckedCluster) => ({
  name,
  port,
  protocol,
  algorithm,
  hashBy: hashBy ?? null,
  affinity,
  monitoring,
});

/**
 * Replaces the servers of a cluster with those of the draft. One with the same address and port keeps its ID and results. All are
 * checked immediately, because the caller is waiting for the result.
 */
export async function saveServers(
  tx: Tx,
  ctx: CallCtx,
  cluster: ClusterRow,
  { servers, monitoring }: CheckedCluster,
  portBefore: number,
): Promise<void> {
  const before = await loadClusterServers(tx, cluster);
  const retained = new Set<string>();
  const intervalMs = monitoring && durationSeconds(monitoring.repetitionInterval) * 1000;
  for (const [place, { address, port, weight, backup, draining, maxConnections }] of servers.entries()) {
    const same = before.find((one) => one.address === address && (one.port ?? portBefore) === (port ?? cluster.port));
    const columns = {
      place,
      address,
      port: port ?? null,
      weight,
      backup,
      draining: draining ? true : null,
      maxConnections: maxConnections ?? null,
      intervalMs,
      nextCheckAt: monitoring && ctx.now,
      // Unmonitored servers have no known state.
      ...(monitoring ? {} : unknown),
    };
    if (same) {
      retained.add(same.id);
      await tx.updateTable('clusterServer').set(columns).where('id', '=', same.id).execute();
      continue;
    }
    const row: ServerRow = { id: ctx.newId(), clusterId: cluster.id, ...unknown, ...columns };
    retained.add(row.id);
    await tx.insertInto('clusterServer').values(row).execute();
  }
  const gone = before.filter(({ id }) => !retained.has(id)).map(({ id }) => id);
  if (gone.length > 0) await tx.deleteFrom('clusterServer').where('id', 'in', gone).execute();
  if (monitoring) await ctx.services.jobs.enqueue(tx, cdnJobs.checkClusters, {});
}

const unknown = {
  health: 'unknown',
  streak: 0,
  since: null,
  checkedAt: null,
  lastUp: null,
  lastStatus: null,
  lastMs: null,
  reason: null,
} as const;
