import type { Logger } from 'pino';
import type { ZoneKey } from '../../../dns/bundle.ts';
import { dnsFolder } from '../../../dns/start.ts';
import type { Env } from '../../../lib/env.ts';
import type { SoaTimes } from '../../../lib/rules/cdn/zone/soa.ts';
import type { RecordData } from '../../../lib/rules/core/dnsTypes.ts';
import type { Store } from '../../db/open.ts';
import type { Driver, Snapshot } from '../driver.ts';
import { filesDriver } from './files.ts';
import { nodeDriver } from './node.ts';
import { powerdnsDriver } from './powerdns/powerdns.ts';

/** A zone as name servers must serve it. `id` is its name, `version` its serial (RFC 1035 section 3.3.13). */
export interface ZoneSnapshot extends Snapshot {
  soa: SoaTimes & {
    /** Email address; empty is `hostmaster` of the zone. */
    email: string;
  };
  /** Absolute host names without the trailing dot; the first is the primary in the SOA. */
  nameServers: readonly string[];
  /** Seconds; the value of the TTL `auto`. */
  defaultTtl: number;
  records: readonly (RecordData & { ttl: number | 'auto'; proxy: boolean })[];
  /** Queries for CNAME records get the addresses of their target. */
  flattening: boolean;
  /** The customer has paused the domain: no traffic goes through the edge. */
  paused: boolean;
  /** The keys that sign it; empty: it isn't signed. */
  keys: readonly ZoneKey[];
}

export interface DnsCapabilities {
  engine: 'node' | 'files' | 'powerdns';
  flattening: boolean;
  /** Signs zones. */
  dnssec: boolean;
}
export type DnsDriver = Driver<ZoneSnapshot, DnsCapabilities>;

/** The name servers selected by `DNS_DRIVER`; null: none is connected, and changes stay saved only. @param clock epoch milliseconds */
export function makeDnsDriver(env: Env, store: Store, clock: () => number, log: Logger): DnsDriver | null {
  const { DNS_DRIVER, DNS_FILES_DIR, DNS_RELOAD, PDNS_URL, PDNS_API_KEY, PDNS_SERVER, EDGE_ADDRESSES } = env;
  if (DNS_DRIVER === 'node')
    return nodeDriver({
      folder: dnsFolder(env),
      onDamage: (error, aside) => log.error({ err: error, aside }, 'DNS driver moved a damaged zone database aside'),
    });
  if (DNS_DRIVER === 'powerdns' && PDNS_URL && PDNS_API_KEY)
    return powerdnsDriver({ url: PDNS_URL, server: PDNS_SERVER, key: PDNS_API_KEY, edge: EDGE_ADDRESSES, store, clock });
  if (DNS_DRIVER === 'files' && DNS_FILES_DIR) return filesDriver({ folder: DNS_FILES_DIR, reload: DNS_RELOAD });
  return null;
}
