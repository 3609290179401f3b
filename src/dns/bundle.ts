import type { SoaTimes } from '../lib/rules/cdn/zone/soa.ts';
import type { RecordData } from '../lib/rules/core/dnsTypes.ts';

/** A key that signs a zone (RFC 4034 section 2), ECDSA on the curve P-256 with SHA-256 (RFC 6605). */
export interface ZoneKey {
  /** PKCS #8, DER, as base64. */
  privateKey: string;
  /** The two coordinates of the point, 64 bytes, as base64. */
  publicKey: string;
}

/** A zone as the driver hands it to the server: complete, and all that the server knows about it. */
export interface ServedZone {
  /** Lower-case ASCII without the final dot. */
  name: string;
  /** The serial of the SOA. */
  version: number;
  /** `email` is the contact; empty: `hostmaster` of the zone. */
  soa: SoaTimes & { email: string };
  /** Absolute host names without the final dot; the first is the primary. */
  nameServers: readonly string[];
  /** Seconds; the value of the TTL `auto`. */
  defaultTtl: number;
  records: readonly (RecordData & { ttl: number | 'auto'; proxy: boolean })[];
  /** Queries for CNAME records get the addresses of their target. */
  flattening: boolean;
  /** No traffic goes through the edge. */
  paused: boolean;
  /** Empty: the zone isn't signed. */
  keys: readonly ZoneKey[];
}
