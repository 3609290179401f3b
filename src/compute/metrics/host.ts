import type { Metrics } from '../../lib/node/metrics.ts';
import { usedCapacity } from '../capacity.ts';
import type { Context } from '../context.ts';
import { hasFailed } from '../convergence/servers.ts';

const GB = 1_073_741_824;
const states = ['running', 'stopped', 'changing', 'failed'] as const;

/** What this host has, and what it has promised to servers. */
export function measureHost(metrics: Metrics, { store, activity, settings }: Context): void {
  const servers = metrics.gauge('nasim_compute_servers', 'Servers by state.', ['state']);
  const cpus = metrics.gauge('nasim_compute_cpus', 'Virtual cores: those of the host for all servers, and those in use.', ['part']);
  const memory = metrics.gauge('nasim_compute_memory_bytes', 'Memory for all servers, and what is in use.', ['part']);
  const disk = metrics.gauge('nasim_compute_disk_bytes', 'Disk for all servers and volumes, and what is in use.', ['part']);
  metrics.collect(() => {
    const counts = { running: 0, stopped: 0, changing: 0, failed: 0 };
    for (const server of store.list('servers')) {
      const isOn = server.applied.power === 'on' && !server.applied.isHalted;
      counts[activity.get('servers', server.id) ? 'changing' : hasFailed(server) ? 'failed' : isOn ? 'running' : 'stopped']++;
    }
    for (const state of states) servers.set({ state }, counts[state]);
    for (const [part, capacity] of Object.entries({ total: settings.capacity, used: usedCapacity(store) })) {
      cpus.set({ part }, capacity.cpu);
      memory.set({ part }, capacity.ram * GB);
      disk.set({ part }, capacity.disk * GB);
    }
  });
}
