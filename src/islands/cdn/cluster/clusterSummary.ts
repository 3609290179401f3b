import type { Cluster } from '../../../lib/contract/cdn/cluster.ts';

/** The health of a cluster, in one word. */
export function summarizeCluster({ servers, monitoring }: Pick<Cluster, 'servers' | 'monitoring'>): {
  state: 'allUp' | 'someDown' | 'allDown' | 'waiting' | 'off';
  down: number;
  total: number;
} {
  const total = servers.length;
  const down = servers.filter(({ health }) => health === 'down').length;
  const facts = { down, total };
  if (!monitoring) return { state: 'off', ...facts };
  if (down === total) return { state: 'allDown', ...facts };
  if (down > 0) return { state: 'someDown', ...facts };
  return { state: servers.every(({ health }) => health === 'up') ? 'allUp' : 'waiting', ...facts };
}
