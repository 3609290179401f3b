import type { ServedZone } from '../../../dns/bundle.ts';
import { type OnDamage, ZoneStore } from '../../../dns/store.ts';
import { DriverRefusal, Outdated } from '../driver.ts';
import type { DnsDriver, ZoneSnapshot } from './dns.ts';
import { addressless } from './glue.ts';

/** Hands the zones to the name server of this machine, `src/dns`, by a file that it follows. */
export function nodeDriver({ folder, onDamage }: { folder: string; onDamage?: OnDamage }): DnsDriver {
  const store = new ZoneStore(folder, onDamage);
  return {
    get id() {
      const { generation } = store;
      return generation === 0 ? `node:${folder}` : `node:${folder}:${generation}`;
    },
    capabilities: { engine: 'node', flattening: true, dnssec: true },
    timeoutMs: 5_000,

    async apply(snapshot, signal) {
      const host = addressless(snapshot);
      if (host !== null) throw new DriverRefusal('deploy:reason.nameServerAddress', { host });
      await store.put(snapshot.id, snapshot.version, served(snapshot), signal, (stored) => {
        if (stored && (stored.version > snapshot.version || (stored.isRemoved && stored.version === snapshot.version)))
          throw new Outdated(stored.version);
      });
    },

    async remove({ id, version }, signal) {
      await store.put(id, version, null, signal, (stored) => {
        if (stored && stored.version > version) throw new Outdated(stored.version);
      });
    },

    async observe(id) {
      const stored = store.find(id);
      return stored && !stored.isRemoved ? stored.version : null;
    },
  };
}

const served = ({ id, ...zone }: ZoneSnapshot): ServedZone => ({ name: id, ...zone });
