import type { Output } from '../../../lib/contract/call.ts';
import type { cluster } from '../../../lib/contract/cdn/cluster.ts';
import type { CheckReason } from '../../../lib/rules/cdn/cluster/options.ts';
import { spans, windowStart } from '../../../lib/rules/cdn/cluster/windows.ts';
import type { Window } from '../../../lib/rules/core/windows.ts';
import { DAY, HOUR, iso, MINUTE } from '../../../lib/time.ts';
import type { Db } from '../../db/schema.ts';
import { type ClusterRow, loadClusterServers } from './rows.ts';

type Health = Output<typeof cluster.health>['health'];

/** The check results of each server of a cluster over a window, in steps. */
export async function readHealth(db: Db, row: ClusterRow, window: Window, now: number): Promise<Health> {
  const servers = await loadClusterServers(db, row);
  const [length, step] = spans[window];
  const begin = windowStart(window, now);
  const rows = await db
    .selectFrom('clusterHealth')
    .selectAll()
    .where(
      'serverId',
      'in',
      servers.map(({ id }) => id),
    )
    .where('step', '=', length > DAY ? HOUR : MINUTE)
    .where('at', '>=', begin)
    .orderBy('at')
    .execute();
  const sums = new Map<string, Map<number, { checks: number; failed: number; ms: number; answers: number }>>();
  for (const { serverId, at, checks, failed, ms, answers } of rows) {
    const series = sums.get(serverId) ?? new Map();
    sums.set(serverId, series);
    const t = at - (at % step);
    const sum = series.get(t) ?? { checks: 0, failed: 0, ms: 0, answers: 0 };
    series.set(t, { checks: sum.checks + checks, failed: sum.failed + failed, ms: sum.ms + Number(ms), answers: sum.answers + answers });
  }
  return servers.map((server) => ({
    id: server.id,
    address: server.address,
    port: server.port ?? row.port,
    health: server.health,
    up: server.lastUp,
    ...(server.lastStatus !== null && { lastStatus: server.lastStatus }),
    ...(server.lastMs !== null && { lastMs: server.lastMs }),
    ...(server.reason !== null && { reason: server.reason as CheckReason }), // only written from a check result
    ...(server.checkedAt !== null && { checkedAt: iso(server.checkedAt) }),
    series: [...(sums.get(server.id) ?? [])].map(([t, { checks, failed, ms, answers }]) => ({
      t: iso(t),
      checks,
      failed,
      ms: answers > 0 ? Math.round(ms / answers) : null,
    })),
  }));
}
