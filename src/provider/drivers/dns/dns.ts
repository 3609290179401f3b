import type { ZoneKey } from '../../../dns/bundle.ts';
import type { SoaTimes } from '../../../lib/rules/cdn/zone/soa.ts';
import type { RecordData } from '../../../lib/rules/core/dnsTypes.ts';
import type { Driver, Snapshot } from '../driver.ts';

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
