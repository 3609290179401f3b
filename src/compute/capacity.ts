import { key } from '../lib/i18n/key.ts';
import type { TKey } from '../lib/i18n/keys.ts';
import type { Capacity } from './env.ts';
import { Refused } from './outcomes.ts';
import type { StateStore } from './state/store.ts';

/** What servers and volumes were promised, whether or not they use it. */
export function usedCapacity(store: StateStore, except?: string): Capacity {
  const used: Capacity = { cpu: 0, ram: 0, disk: 0 };
  for (const { id, spec, applied } of store.list('servers')) {
    if (id === except) continue;
    used.cpu += spec.size.cpu;
    used.ram += spec.size.ram;
    used.disk += Math.max(spec.size.disk, applied.disk);
  }
  for (const { id, spec } of store.list('volumes')) if (id !== except) used.disk += spec.size;
  return used;
}

const reasons: Readonly<Record<keyof Capacity, TKey>> = {
  cpu: key('server:reason.hostCpus'),
  ram: key('server:reason.hostRam'),
  disk: key('server:reason.hostDisk'),
};

/**
 * @param id of the server or volume that needs it; what it has by now is free for it
 * @throws Refused when the host doesn't have it
 */
export function checkCapacity(store: StateStore, total: Capacity, id: string, needed: Partial<Capacity>): void {
  const used = usedCapacity(store, id);
  for (const part of ['cpu', 'ram', 'disk'] as const) {
    const free = Math.max(0, total[part] - used[part]);
    if ((needed[part] ?? 0) > free) throw new Refused(reasons[part], { free });
  }
}
