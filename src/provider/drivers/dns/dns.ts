import type { ZoneKey } from '../../../dns/bundle.ts';
import { dnsFolder } from '../../../dns/start.ts';
import type { Env } from '../../../lib/env.ts';
import type { SoaTimes } from '../../../lib/rules/cdn/zone/soa.ts';
import type { RecordData } from '../../../lib/rules/core/dnsTypes.ts';
import type { Driver, Snapshot } from '../driver.ts';
import { filesDriver } from './files.ts';
import { nodeDriver } from './node.ts';

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
  engine: 'node' | 'files';
  flattening: boolean;
  /** Signs zones. */
  dnssec: boolean;
}
export type DnsDriver = Driver<ZoneSnapshot, DnsCapabilities>;

/** The name servers selected by `DNS_DRIVER`; null: none is connected, and changes stay saved only. */
export function makeDnsDriver(env: Pick<Env, 'DATA_DIR' | 'DNS_DRIVER' | 'DNS_FILES_DIR' | 'DNS_RELOAD'>): DnsDriver | null {
  if (env.DNS_DRIVER === 'node') return nodeDriver({ folder: dnsFolder(env) });
  if (env.DNS_DRIVER === 'none' || env.DNS_FILES_DIR === undefined) return null;
  return filesDriver({ folder: env.DNS_FILES_DIR, reload: env.DNS_RELOAD });
}
