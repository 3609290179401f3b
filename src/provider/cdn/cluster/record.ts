import { serverName } from '../../../lib/rules/cdn/cluster/serverName.ts';
import { afterResult } from '../../../lib/rules/cdn/cluster/state.ts';
import { HOUR, MINUTE } from '../../../lib/time.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import { markStale, touchDomain } from '../../live/stale.ts';
import type { CheckResult } from './check.ts';

export const steps = [MINUTE, HOUR] as const;

/**
 * Stores check results. A server changes state after the number of consecutive results that its monitoring sets, and the
 * customer is notified once, except for the first result, which shows where the server was set up.
 */
export const recordFindings = (ctx: JobCtx, match: readonly CheckResult[]): Promise<void> =>
  ctx.services.store.write('cluster.check', async (tx) => {
    for (const one of match) await saveResults(tx, ctx, one);
  });

async function saveResults(tx: Tx, ctx: JobCtx, { serverId, at, finding }: CheckResult): Promise<void> {
  const row = await tx
    .selectFrom('clusterServer')
    .innerJoin('cluster', 'cluster.id', 'clusterServer.clusterId')
    .innerJoin('domain', 'domain.id', 'cluster.domainId')
    .select([
      'clusterServer.address',
      'clusterServer.port',
      'clusterServer.health',
      'clusterServer.streak',
      'clusterServer.since',
      'cluster.id as clusterId',
      'cluster.name as cluster',
      'cluster.port as clusterPort',
      'cluster.monitoring',
      'domain.id as domainId',
      'domain.name as domain',
      'domain.accountId',
    ])
    .where('clusterServer.id', '=', serverId)
    .executeTakeFirst();
  const monitoring = row?.monitoring;
  // The server was removed, or is no longer monitored.
  if (!monitoring) return;
  const { up, status, ms, reason } = finding;
  const next = afterResult(row, up, monitoring);
  const isNew = next.health !== row.health;
  await tx
    .updateTable('clusterServer')
    .set({
      ...next,
      since: isNew ? at : row.since,
      checkedAt: at,
      lastUp: up,
      lastStatus: status,
      lastMs: up || status !== null ? ms : null,
      reason,
    })
    .where('id', '=', serverId)
    .execute();
  const answered = up || status !== null ? { ms, answers: 1 } : { ms: 0, answers: 0 };
  for (const step of steps)
    await tx
      .insertInto('clusterHealth')
      .values({ serverId, step, at: at - (at % step), checks: 1, failed: up ? 0 : 1, ...answered })
      .onConflict((conflict) =>
        conflict.columns(['serverId', 'step', 'at']).doUpdateSet((e) => ({
          checks: e('clusterHealth.checks', '+', 1),
          failed: e('clusterHealth.failed', '+', up ? 0 : 1),
          ms: e('clusterHealth.ms', '+', answered.ms),
          answers: e('clusterHealth.answers', '+', answered.answers),
        })),
      )
      .execute();
  if (!isNew) return;
  markStale(tx, row.accountId, 'cluster', at);
  touchDomain(tx, row.domainId);
  if (row.health === 'unknown') return;
  const server = serverName({ address: row.address, port: row.port ?? row.clusterPort, weight: 1, backup: false }, { port: 0 });
  await notifyOwner(
    tx,
    { ...ctx, now: at },
    {
      accountId: row.accountId,
      event: 'serverState',
      type: up ? 'success' : 'error',
      title: up ? 'cluster:notice.upTitle' : 'cluster:notice.downTitle',
      description: up ? 'cluster:notice.up' : 'cluster:notice.down',
      params: { server, cluster: row.cluster, domain: row.domain },
      link: `/domains/${row.domain}/clusters`,
    },
  );
}
