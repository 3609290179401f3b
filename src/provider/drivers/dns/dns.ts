import type { Env } from '../../../lib/env.ts';
import type { RecordData } from '../../../lib/rules/dns/types.ts';
import type { SoaTimes } from '../../../lib/rules/zone/soa.ts';
import type { Driver, Snapshot } from '../driver.ts';
import { filesDriver } from './files.ts';

/** A zone as name servers have to answer it. `id` is its name, `version` its serial (RFC 1035 section 3.3.13). */
export interface ZoneSnapshot extends Snapshot {
  soa: SoaTimes & {
    /** Mail address; empty is `hostmaster` of the zone. */
    email: string;
  };
  /** Absolute host names without the final dot; the first is the primary of the SOA. */
  nameServers: readonly string[];
  /** Seconds; what `auto` stands for. */
  defaultTtl: number;
  records: readonly (RecordData & { ttl: number | 'auto'; proxy: boolean })[];
  /** CNAME records are answered with the addresses of their target. */
  flattening: boolean;
  /** The customer has paused the domain: nothing of it goes through the edge. */
  paused: boolean;
}

export interface DnsCapabilities {
  engine: 'files';
  flattening: boolean;
}
export type DnsDriver = Driver<ZoneSnapshot, DnsCapabilities>;

/** The name servers that `DNS_DRIVER` chooses; null: none is connected, and what is saved stays saved. */
export function makeDnsDriver({ DNS_DRIVER, DNS_FILES_DIR, DNS_RELOAD }: Pick<Env, 'DNS_DRIVER' | 'DNS_FILES_DIR' | 'DNS_RELOAD'>) {
  if (DNS_DRIVER === 'none' || DNS_FILES_DIR === undefined) return null;
  return filesDriver({ folder: DNS_FILES_DIR, reload: DNS_RELOAD });
}
