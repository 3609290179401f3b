import { nsecSet } from './dnssec.ts';
import { isWithin, nameBytes, parentName } from './name.ts';
import { rcodes, T } from './types.ts';
import type { Node, RrSet, Zone } from './zone.ts';

export interface Placed {
  name: string;
  set: RrSet;
  /** Glue and the name servers of a delegation belong to another zone, which signs them. */
  isForeign?: true;
}

export interface Answer {
  rcode: number;
  authoritative: boolean;
  answers: Placed[];
  authorities: Placed[];
  additionals: Placed[];
  /** The addresses of this name outside the zone are the answer's, at `name`. */
  flatten?: { name: string; target: string; ttl: number };
}

/** Longest chain of aliases that is followed. */
const MAX_CHAIN = 16;

/** `\003www\007example…` → the host name, for in-zone lookups. The data was made by `nameBytes`. */
function decodeHost(rdata: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; rdata[at]; at += (rdata[at] ?? 0) + 1) labels.push(rdata.toString('latin1', at + 1, at + 1 + (rdata[at] ?? 0)));
  return labels.join('.') || '.';
}

/** The node of a name: its own, or that of the wildcard at its closest encloser (RFC 4592 section 3.3.1). Undefined: no such name. */
function findNode({ nodes, name: apex }: Zone, name: string): Node | undefined {
  const own = nodes.get(name);
  if (own) return own;
  for (let up = parentName(name); isWithin(up, apex); up = parentName(up)) if (nodes.has(up)) return nodes.get(`*.${up}`);
  return undefined;
}

/** The highest cut or DNAME between the apex and a name: what lies below isn't this zone's to answer. */
function boundary({ nodes, name: apex, isPlain }: Zone, name: string, type: number): { name: string; node: Node } | null {
  if (isPlain) return null;
  let found: { name: string; node: Node } | null = null;
  for (let up = name; up !== apex; up = parentName(up)) {
    const node = nodes.get(up);
    // The parent answers for the DS record of a cut (RFC 4035 section 3.1.4.1).
    if (node?.has(T.NS) && !(up === name && type === T.DS)) found = { name: up, node };
    else if (node?.has(T.DNAME) && up !== name) found = { name: up, node };
  }
  const root = nodes.get(apex);
  return root?.has(T.DNAME) && name !== apex ? { name: apex, node: root } : found;
}

/** Answers a question about a zone (RFC 1034 section 4.3.2). @param signed the records of DNSSEC are wanted */
export function lookup(zone: Zone, question: string, type: number, signed: boolean): Answer {
  const answer: Answer = { rcode: rcodes.NOERROR, authoritative: true, answers: [], authorities: [], additionals: [] };
  const isSigned = signed && zone.signer !== null;
  let name = question;
  for (let hop = 0; hop < MAX_CHAIN; hop++) {
    const edge = boundary(zone, name, type);
    if (edge?.node.has(T.NS) && edge.name !== zone.name) return refer(zone, answer, edge, isSigned);
    if (edge) {
      const dname = edge.node.get(T.DNAME)!; // `boundary` found one
      const next = `${name.slice(0, -edge.name.length)}${decodeHost(dname.data[0]!)}`; // a set is never empty
      answer.answers.push({ name: edge.name, set: dname });
      if (next.length > 253) return { ...answer, rcode: 6 }; // YXDOMAIN (RFC 6672 section 2.2)
      // Resolvers derive it from the signed DNAME (RFC 6672 section 5.3.1).
      answer.answers.push({ name, set: { type: T.CNAME, ttl: dname.ttl, data: [nameBytes(next)] }, isForeign: true });
      name = next;
    } else {
      const node = findNode(zone, name);
      if (!node) return deny(zone, answer, name, null, isSigned);
      const alias = node.get(T.CNAME);
      const flattens = alias !== undefined && (zone.flattening || name === zone.name);
      if (alias && flattens && (type === T.A || type === T.AAAA)) return flattened(zone, answer, name, alias, type, isSigned);
      if (alias && flattens && name === zone.name) {
        const other = node.get(type);
        if (other && type !== T.CNAME) answer.answers.push({ name, set: other });
        return other && type !== T.CNAME ? answer : deny(zone, answer, name, node, isSigned, type);
      }
      if (!alias || type === T.CNAME || type === T.ANY || type === T.RRSIG) return final(zone, answer, name, node, type, isSigned);
      answer.answers.push({ name, set: alias });
      name = decodeHost(alias.data[0]!); // a set is never empty
    }
    if (!isWithin(name, zone.name)) return answer;
    // A loop: the resolver finds it too.
    if (answer.answers.some((one) => one.name === name && one.set.type === T.CNAME)) return answer;
  }
  return answer;
}

function final(zone: Zone, answer: Answer, name: string, node: Node, type: number, isSigned: boolean): Answer {
  if (type === T.NSEC && isSigned) answer.answers.push({ name, set: nsecSet(name, node.keys(), zone.negative.ttl) });
  else {
    // One set is enough for a question for any type (RFC 8482 section 4.1); signatures come with a set.
    const set = type === T.ANY || type === T.RRSIG ? [...node.values()][0] : node.get(type);
    if (!set) return deny(zone, answer, name, node, isSigned, type);
    answer.answers.push({ name, set });
  }
  return answer;
}

/** No such name if `node` is null, or no records of the type (RFC 2308 section 2). */
function deny(zone: Zone, answer: Answer, name: string, node: Node | null, isSigned: boolean, type?: number): Answer {
  if (!node) answer.rcode = rcodes.NXDOMAIN;
  answer.authorities.push({ name: zone.name, set: zone.negative });
  if (isSigned) {
    const flattens = node?.has(T.CNAME) === true && (zone.flattening || name === zone.name);
    const types = [...(node?.keys() ?? [T.NXNAME])];
    const own = flattens ? [...types, T.A, T.AAAA].filter((one) => one !== T.CNAME) : types;
    answer.authorities.push({
      name,
      set: nsecSet(
        name,
        own.filter((one) => one !== type),
        zone.negative.ttl,
      ),
    });
  }
  return answer;
}

/** A referral to the name servers below a cut, with the addresses that this zone has of them. */
function refer(zone: Zone, answer: Answer, { name, node }: { name: string; node: Node }, isSigned: boolean): Answer {
  const servers = node.get(T.NS)!; // the caller found it
  answer.authoritative = answer.answers.length > 0;
  answer.authorities.push({ name, set: servers, isForeign: true });
  if (isSigned) answer.authorities.push({ name, set: node.get(T.DS) ?? nsecSet(name, [T.NS], zone.negative.ttl) });
  for (const rdata of servers.data) {
    const host = decodeHost(rdata);
    for (const type of [T.A, T.AAAA]) {
      const glue = isWithin(host, zone.name) ? zone.nodes.get(host)?.get(type) : undefined;
      if (glue) answer.additionals.push({ name: host, set: glue, isForeign: true });
    }
  }
  return answer;
}

/** The addresses of an alias's target as records of the alias. */
function flattened(zone: Zone, answer: Answer, name: string, alias: RrSet, type: number, isSigned: boolean): Answer {
  let target = decodeHost(alias.data[0]!); // a set is never empty
  let ttl = alias.ttl;
  for (let hop = 0; hop < MAX_CHAIN && isWithin(target, zone.name); hop++) {
    if (boundary(zone, target, type)) break;
    const node = findNode(zone, target);
    const next = node?.get(T.CNAME);
    if (!next) {
      const set = node?.get(type);
      if (!set) return deny(zone, answer, name, new Map([[T.CNAME, alias]]), isSigned, type);
      answer.answers.push({ name, set: { ...set, ttl: Math.min(ttl, set.ttl) } });
      return answer;
    }
    ttl = Math.min(ttl, next.ttl);
    target = decodeHost(next.data[0]!); // a set is never empty
  }
  return { ...answer, flatten: { name, target, ttl } };
}

/** What `flatten` of an answer resolved to. Null: nobody answered. */
export function withAddresses(zone: Zone, answer: Answer, type: number, signed: boolean, match: RrSet | null): Answer {
  const { flatten, ...rest } = answer;
  if (!flatten) return rest;
  if (!match) return { ...rest, rcode: rcodes.SERVFAIL, answers: [] };
  if (match.data.length > 0)
    return {
      ...rest,
      answers: [...rest.answers, { name: flatten.name, set: { ...match, ttl: Math.min(match.ttl, flatten.ttl), varies: true } }],
    };
  const node: Node = new Map([[T.CNAME, match]]);
  return deny({ ...zone, flattening: true }, rest, flatten.name, node, signed && zone.signer !== null, type);
}
