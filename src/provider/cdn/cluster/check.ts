import { setTimeout as wait } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Monitoring } from '../../../lib/rules/cdn/cluster/monitoring.ts';
import { allowed } from '../../core/reach.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { ClusterServerTable } from '../../db/tables/cdn/cluster.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { cdnJobs } from '../jobs.ts';
import { type Finding, probe } from './probe.ts';
import { recordFindings } from './record.ts';

/** Concurrent checks in total and per customer: a customer with only slow servers doesn't delay the others. */
const PLACES = 64;
const PER_CUSTOMER = 16;
/** A check due within this time is waited for; the queue itself only polls every five seconds. */
const LINGER_MS = 30_000;
const TICK_MS = 1_000;
/** One target is checked at most once in this time, over the whole installation. */
const SAME_TARGET_MS = 1_000;
/** Results that arrive together are written together. */
const BATCH = 200;

type Due = Pick<Selectable<ClusterServerTable>, 'id' | 'address' | 'port'> & {
  clusterPort: number;
  monitoring: Monitoring | null;
  zone: string;
  accountId: string;
};
export interface CheckResult {
  serverId: string;
  at: number;
  finding: Finding;
}

/**
 * Checks every server that is due, and continues while another is due soon. A check is claimed by moving its due time, in one
 * transaction: two processes never run the same check, and an interrupted one runs at its next due time.
 */
export const checkClusters: JobHandler = async (ctx) => {
  const began = performance.now();
  const now = () => ctx.now + Math.round(performance.now() - began);
  const running = new Map<Promise<void>, string>();
  const found: CheckResult[] = [];
  const allow = allowed(ctx.services.env);

  const start = (due: Due) => {
    const { id, address, port, clusterPort, zone, accountId, monitoring } = due;
    if (!monitoring) return;
    const check: Promise<void> = probe(
      { address, port: port ?? clusterPort, zone, monitoring },
      { resolver: ctx.services.resolver, allow, signal: ctx.leaving, demoOrigin: ctx.services.localEdge.demoOrigin },
    ).then((finding) => {
      running.delete(check);
      // An aborted check says nothing about the server.
      if (!ctx.leaving.aborted) found.push({ serverId: id, at: now(), finding });
    });
    running.set(check, accountId);
  };

  while (!ctx.leaving.aborted) {
    for (const due of await claimDueChecks(ctx, now(), [...running.values()])) start(due);
    if (found.length > 0) await recordFindings(ctx, found.splice(0, BATCH));
    const next = await nextDue(ctx.services.store.reader);
    const inMs = next?.at == null ? Number.POSITIVE_INFINITY : next.at - now();
    if (running.size === 0 && found.length === 0 && inMs > LINGER_MS) break;
    if (found.length > 0) continue;
    const pause = Math.min(Math.max(inMs, 50), TICK_MS);
    await Promise.race([...running.keys(), wait(pause, undefined, { signal: ctx.leaving }).catch(() => {})]);
  }
  await Promise.all(running.keys());
  if (found.length > 0) await recordFindings(ctx, found);
  await ctx.services.store.write('cluster.check', async (tx) => {
    const next = await nextDue(tx);
    if (next?.at != null) await ctx.services.jobs.enqueue(tx, cdnJobs.checkClusters, {}, { runAt: next.at });
  });
};

/** Claims the servers that are due, longest overdue first, and moves their due time by their interval. */
async function claimDueChecks(ctx: JobCtx, now: number, busy: readonly string[]): Promise<Due[]> {
  const room = PLACES - busy.length;
  if (room <= 0) return [];
  // Read without a lock first: usually nothing is due.
  if ((await dueNow(ctx.services.store.reader, now, [], 1)).length === 0) return [];
  return ctx.services.store.write('cluster.check', async (tx) => {
    const count = new Map<string, number>();
    for (const accountId of busy) count.set(accountId, (count.get(accountId) ?? 0) + 1);
    const selected: Due[] = [];
    const targets = new Set<string>();
    for (;;) {
      const full = [...count].filter(([, checks]) => checks >= PER_CUSTOMER).map(([accountId]) => accountId);
      const rows = await dueNow(tx, now, full, room - selected.length);
      const mine = rows.filter(({ accountId, address, port, clusterPort }) => {
        const checks = (count.get(accountId) ?? 0) + 1;
        const target = `${address} ${port ?? clusterPort}`;
        if (checks > PER_CUSTOMER || targets.has(target)) return false;
        targets.add(target);
        count.set(accountId, checks);
        return true;
      });
      if (mine.length === 0) return selected;
      await tx
        .updateTable('clusterServer')
        .set((e) => ({ nextCheckAt: e('intervalMs', '+', now) }))
        .where(
          'id',
          'in',
          mine.map(({ id }) => id),
        )
        .execute();
      selected.push(...mine);
      if (selected.length >= room) return selected;
    }
  });
}

/** Servers of active domains only: a domain that anyone can add makes nothing here contact its servers. */
const checked = (db: Db | Tx) =>
  db
    .selectFrom('clusterServer')
    .innerJoin('cluster', 'cluster.id', 'clusterServer.clusterId')
    .innerJoin('domain', 'domain.id', 'cluster.domainId')
    .where('domain.status', '=', 'active');

const nextDue = (db: Db | Tx) =>
  checked(db)
    .select((e) => e.fn.min('clusterServer.nextCheckAt').as('at'))
    .executeTakeFirst();

const dueNow = (db: Db | Tx, now: number, without: readonly string[], limit: number): Promise<Due[]> => {
  let query = checked(db)
    .select([
      'clusterServer.id',
      'clusterServer.address',
      'clusterServer.port',
      'cluster.port as clusterPort',
      'cluster.monitoring',
      'domain.name as zone',
      'domain.accountId',
    ])
    .where('clusterServer.nextCheckAt', '<=', now)
    // Another check of the same target began less than a second ago, of whichever customer.
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('clusterServer as other')
            .innerJoin('cluster as otherCluster', 'otherCluster.id', 'other.clusterId')
            .select('other.id')
            .whereRef('other.id', '!=', 'clusterServer.id')
            .whereRef('other.address', '=', 'clusterServer.address')
            .where((o) => o(o.fn.coalesce('other.port', 'otherCluster.port'), '=', o.fn.coalesce('clusterServer.port', 'cluster.port')))
            .where((o) => o(o('other.nextCheckAt', '-', o.ref('other.intervalMs')), '>', now - SAME_TARGET_MS)),
        ),
      ),
    );
  if (without.length > 0) query = query.where('domain.accountId', 'not in', without);
  return query.orderBy('clusterServer.nextCheckAt').limit(limit).execute();
};
