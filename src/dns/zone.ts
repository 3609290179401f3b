import { mailboxName } from '../lib/rules/cdn/zone/mailbox.ts';
import { type RecordData, typeNumbers } from '../lib/rules/core/dnsTypes.ts';
import { ipv6Groups, plainIpv4 } from '../lib/rules/core/ipText.ts';
import type { ServedZone } from './bundle.ts';
import { keySets, Signer } from './dnssec.ts';
import { nameBytes, parentName } from './name.ts';
import { encodeRdata, u32 } from './rdata.ts';
import { T } from './types.ts';

/** Records of one name and type. */
export interface RrSet {
  type: number;
  /** Seconds. */
  ttl: number;
  /** Uncompressed, in the order of RFC 4034 section 6.3. */
  data: readonly Buffer[];
  /** Not part of the zone's data: it may be different the next time. */
  varies?: true;
  /** Of a set with addresses of edges: the data that isn't theirs. `data` has those of all edges (steering.ts). */
  fixed?: readonly Buffer[];
}

/** The records of a name by type; without any, the name only has names below it (RFC 4592 section 2.2.2). */
export type Node = ReadonlyMap<number, RrSet>;

/** A zone, prepared for answering. */
export interface Zone {
  /** Of this version, in this process. */
  id: number;
  name: string;
  serial: number;
  /** By absolute name. */
  nodes: ReadonlyMap<string, Node>;
  soa: RrSet;
  /** The SOA with the TTL of negative answers (RFC 2308 section 3). */
  negative: RrSet;
  /** CNAME records are answered with the addresses of their target; at the apex, always. */
  flattening: boolean;
  /** Null: the zone isn't signed. */
  signer: Signer | null;
  /** The zone has no cut or alias below its apex: the walk from the apex down can be skipped. */
  isPlain: boolean;
}

export interface EdgeAddresses {
  A: readonly string[];
  AAAA: readonly string[];
}

export const edgeAddresses = (addresses: readonly string[]): EdgeAddresses => ({
  A: addresses.filter((address) => plainIpv4(address)),
  AAAA: addresses.filter((address) => ipv6Groups(address) !== null),
});

/** The records that a record is answered with: the addresses of the edge if it is proxied, else itself. */
export function answeredAs(
  record: ServedZone['records'][number],
  { paused }: Pick<ServedZone, 'paused'>,
  edge: EdgeAddresses,
): readonly RecordData[] {
  if (!record.proxy || paused || edge.A.length + edge.AAAA.length === 0) return [record];
  return (['A', 'AAAA'] as const).flatMap((type) => edge[type].map((content) => ({ name: record.name, type, content })));
}

const absolute = (name: string, zone: string): string => (name === '@' ? zone : `${name}.${zone}`);

let made = 0;

/**
 * @param edge the addresses of proxied records; without any, they are answered with their own data
 * @param isSteered the addresses are chosen for each answer (steering.ts)
 */
export function prepareZone(served: ServedZone, edge: EdgeAddresses, isSteered = false): Zone {
  const { name: zone, version, soa: times, nameServers, defaultTtl } = served;
  const nodes = new Map<string, Map<number, RrSet & { data: Buffer[]; fixed?: Buffer[] }>>();
  const steered = new Set<RrSet & { data: Buffer[]; fixed?: Buffer[] }>();
  const add = (name: string, type: number, ttl: number, rdata: Buffer, isOfEdge = false) => {
    let node = nodes.get(name);
    if (!node) {
      node = new Map();
      nodes.set(name, node);
      // The names above exist too, up to the apex.
      for (let up = name; up !== zone && up !== '.'; ) {
        up = parentName(up);
        if (nodes.has(up)) break;
        nodes.set(up, new Map());
      }
    }
    const set = node.get(type) ?? { type, ttl, data: [] };
    node.set(type, set);
    // The TTLs of a set are equal (RFC 2181 section 5.2).
    set.ttl = Math.min(set.ttl, ttl);
    set.data.push(rdata);
    if (isSteered && isOfEdge) steered.add(set);
  };
  const soaData = Buffer.concat([
    nameBytes(nameServers[0] ?? zone),
    nameBytes(mailboxName(times.email, zone)),
    u32(version, times.refresh, times.retry, times.expire, times.minimum),
  ]);
  add(zone, T.SOA, defaultTtl, soaData);
  for (const host of nameServers) add(zone, T.NS, defaultTtl, nameBytes(host));
  for (const record of served.records) {
    const name = absolute(record.name, zone);
    const ttl = record.ttl === 'auto' ? defaultTtl : record.ttl;
    for (const answer of answeredAs(record, served, edge)) add(name, typeNumbers[answer.type], ttl, encodeRdata(answer), answer !== record);
  }
  const soa: RrSet = { type: T.SOA, ttl: defaultTtl, data: [soaData] };
  for (const set of keySets(served)) for (const rdata of set.data) add(zone, set.type, set.ttl, rdata);
  if (steered.size > 0) {
    const ofEdge = [...edge.A, ...edge.AAAA].map((content) =>
      encodeRdata({ name: '@', type: content.includes(':') ? 'AAAA' : 'A', content }),
    );
    for (const set of steered) set.fixed = set.data.filter((one) => !ofEdge.some((address) => address.equals(one)));
  }
  let isPlain = true;
  for (const [name, node] of nodes) {
    for (const set of node.values()) set.data = sortedOnce(set.data);
    if (node.has(T.DNAME) || (name !== zone && node.has(T.NS))) isPlain = false;
  }
  return {
    id: ++made,
    name: zone,
    serial: version,
    nodes,
    soa,
    negative: { ...soa, ttl: Math.min(defaultTtl, times.minimum) },
    flattening: served.flattening,
    signer: served.keys.length > 0 ? new Signer(zone, served.keys) : null,
    isPlain,
  };
}

/** Sorted, without duplicates: several proxied records of a name have the same addresses. */
function sortedOnce(data: Buffer[]): Buffer[] {
  if (data.length === 1) return data;
  return data.sort(Buffer.compare).filter((one, i) => i === 0 || !one.equals(data[i - 1] ?? one.subarray(0, 0)));
}
