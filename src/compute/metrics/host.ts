import type { Metrics } from '../../lib/node/metrics.ts';
import type { Core } from '../backend.ts';
import { usedCapacity } from '../capacity.ts';
import type { Context } from '../context.ts';
import { hasFailed } from '../convergence/failed.ts';
import type { AppliedStates } from '../state/applied.ts';
import type { Entity } from '../state/store.ts';

const GB = 1_073_741_824;
const states = ['running', 'stopped', 'changing', 'failed'] as const;

/** The servers of an engine by their state. @param isRunning of one on which nothing is in progress */
export function measureServers<A extends AppliedStates>(
  metrics: Metrics,
  { store, activity }: Pick<Core<A>, 'store' | 'activity'>,
  isRunning: (server: Entity<'servers', A>) => boolean,
): void {
  const servers = metrics.gauge('nasim_compute_servers', 'Servers by state.', ['state']);
  metrics.collect(() => {
    const counts = { running: 0, stopped: 0, changing: 0, failed: 0 };
    for (const server of store.list('servers'))
      counts[activity.get('servers', server.id) ? 'changing' : hasFailed(server) ? 'failed' : isRunning(server) ? 'running' : 'stopped']++;
    for (const state of states) servers.set({ state }, counts[state]);
  });
}

/** What this host has, and what it has promised to servers. */
export function measureHost(metrics: Metrics, { store, settings }: Pick<Context, 'store' | 'settings'>): void {
  const cpus = metrics.gauge('nasim_compute_cpus', 'Virtual cores: those of the host for all servers, and those in use.', ['part']);
  const memory = metrics.gauge('nasim_compute_memory_bytes', 'Memory for all servers, and what is in use.', ['part']);
  const disk = metrics.gauge('nasim_compute_disk_bytes', 'Disk for all servers and volumes, and what is in use.', ['part']);
  metrics.collect(() => {
    for (const [part, capacity] of Object.entries({ total: settings.capacity, used: usedCapacity(store) })) {
      cpus.set({ part }, capacity.cpu);
      memory.set({ part }, capacity.ram * GB);
      disk.set({ part }, capacity.disk * GB);
    }
  });
}
