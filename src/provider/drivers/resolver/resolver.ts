import type { Env } from '../../../config/env.ts';
import { isPublic, parseResolvers, parseRoots } from './servers.ts';
import { lower, NoReply, type QueryOptions, type Question, queryServer, type Reply, type Rr, type Server } from './wire.ts';

/** The delegation of a domain. */
export interface Delegation {
  /** Host names, sorted; empty: the registry lists none, or doesn't know the domain. Null: nobody responded. */
  hosts: string[] | null;
  /** `parent`: from the parent zone's own servers. `resolver`: those can't be reached from here, so it is a resolver's cached response. */
  source: 'parent' | 'resolver' | null;
  /** Glue addresses by host name. */
  glue: ReadonlyMap<string, readonly string[]>;
  /** The DS records, `key tag, algorithm, digest type, digest in hex`: with any, the domain is signed. Null: unknown. */
  ds: readonly string[] | null;
}

/** The DS records of a domain at its parent. */
export interface ParentDs {
  /** What each server that answered has, as in `Delegation.ds`: they may not have been updated at the same time. At least one. */
  lists: readonly (readonly string[])[];
  /** The longest TTL, in seconds. Null: without records, or from a resolver's cache, unknown. */
  ttl: number | null;
}

export interface Resolver {
  /** Where a domain is delegated to, according to its parent zone, from the root down and past every cache. Never throws. */
  delegation(name: string, signal: AbortSignal): Promise<Delegation>;
  /** What the servers of a domain's parent zone say of its DS records, past every cache. Null: none answered. Never throws. */
  parentDs(name: string, signal: AbortSignal): Promise<ParentDs | null>;
  /** The name servers of a delegation that can be queried, at most eight. Never throws. */
  serversOf(delegation: Delegation, signal: AbortSignal): Promise<Server[]>;
  /** Queries one name server. @throws {NoReply} */
  server(server: Server, question: Question, signal: AbortSignal): Promise<Reply>;
  /** Queries the resolvers, the next one if one fails. @throws {NoReply} */
  recursive(question: Question, signal: AbortSignal): Promise<Reply>;
}

const SERVER_MS = 1_200;
const RESOLVER_MS = 2_500;
/** Time budget for the path from the root; the rest is for the resolver. */
const WALK_MS = 4_000;
/** Maximum number of servers tried per zone. */
const MAX_ATTEMPTS = 4;
/** Servers of a parent zone that are asked for DS records; the largest have 13. */
const MOST_SERVERS = 16;
/** root → ir → co.ir → … */
const DEPTH = 8;
const CACHE_MS = 3_600_000;
/** After no root server responded, the parent is not tried again for this long: this network blocks port 53. */
const QUIET_MS = 60_000;

const unqueriedDelegation: Delegation = { hosts: null, source: null, glue: new Map(), ds: null };
const within = (name: string, zone: string) => zone === '.' || name === zone || name.endsWith(`.${zone}`);
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/**
 * The data of the DS records of a response; null: it doesn't say. Only the parent can say that there are none, with its SOA (RFC 2308
 * section 2.2): an empty response without one, or with the domain's own, is that of a server that doesn't know.
 */
function parseDs(reply: Reply | null, name: string): string[] | null {
  if (reply?.rcode !== 'NOERROR') return null;
  const found = reply.answers.flatMap(({ type, data }) => {
    if (type !== 'DS') return [];
    const { keyTag, algorithm, digestType, digest } = data as { keyTag: number; algorithm: number; digestType: number; digest: Buffer }; // as dns-packet decodes it
    return [`${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`];
  });
  const isDenied = reply.authorities.some((rr) => rr.type === 'SOA' && rr.name !== name && within(name, rr.name));
  return found.length > 0 || isDenied ? found : null;
}

interface Listed {
  zone: string;
  hosts: string[];
  glue: Map<string, string[]>;
  /** Seconds. */
  ttl: number;
}
/** What a server of `zone` returns about the delegation of `name`. */
type Referral = ({ is: 'here' } & Listed) | ({ is: 'deeper' } & Listed) | { is: 'none' } | { is: 'lame' };
interface Answered {
  referral: Exclude<Referral, { is: 'lame' }>;
  from: Server;
}
/** The delegation itself, or that there is none. */
interface ResolverResult {
  referral: ({ is: 'here' } & Listed) | { is: 'none' };
  from: Server;
}

export function readReferral(reply: Reply, name: string, zone: string): Referral {
  if (reply.rcode === 'NXDOMAIN') return { is: 'none' };
  if (reply.rcode !== 'NOERROR') return { is: 'lame' };
  const isNs = (rr: Rr) => rr.type === 'NS' && typeof rr.data === 'string';
  // A server that hosts both the parent and the domain responds for the domain itself.
  const own = reply.answers.filter((rr) => isNs(rr) && rr.name === name);
  const referred = reply.authorities.filter((rr) => isNs(rr) && rr.name !== zone && within(rr.name, zone) && within(name, rr.name));
  const list = own.length > 0 ? own : referred;
  const [first] = list;
  // Not a referral, or an upward one: only a server of the zone may say that there is no delegation.
  if (!first) return { is: reply.authoritative ? 'none' : 'lame' };
  const glue = new Map<string, string[]>();
  for (const { name: host, type, data } of reply.additionals)
    if ((type === 'A' || type === 'AAAA') && typeof data === 'string') glue.set(host, [...(glue.get(host) ?? []), data]);
  const hosts = [...new Set(list.filter((rr) => rr.name === first.name).map((rr) => lower(String(rr.data))))].sort();
  return { is: first.name === name ? 'here' : 'deeper', zone: first.name, hosts, glue, ttl: first.ttl };
}

export function makeResolver(
  { ROOT_SERVERS, RESOLVERS }: Pick<Env, 'ROOT_SERVERS' | 'RESOLVERS'>,
  clock: () => number = Date.now,
): Resolver {
  const roots = parseRoots(ROOT_SERVERS);
  const resolvers = parseResolvers(RESOLVERS);
  // A private root means a private network: its servers use the root's port and may have private addresses.
  const port = roots[0]?.port ?? 53;
  const isLab = roots.some(({ address }) => !isPublic(address));
  const known = new Map<string, { servers: Server[]; until: number }>();
  let quietUntil = 0;

  const options = (signal: AbortSignal, recursive: boolean): QueryOptions => ({
    recursive,
    signal,
    timeoutMs: recursive ? RESOLVER_MS : SERVER_MS,
  });
  const server: Resolver['server'] = (one, question, signal) => queryServer(one, question, options(signal, false));
  const recursive: Resolver['recursive'] = async (question, signal) => {
    for (const one of resolvers) {
      const reply = await queryServer(one, question, options(signal, true)).catch(() => null);
      if (reply && (reply.rcode === 'NOERROR' || reply.rcode === 'NXDOMAIN')) return reply;
    }
    throw new NoReply('no resolver answered');
  };

  async function addresses(hosts: readonly string[], glue: Delegation['glue'], signal: AbortSignal): Promise<Server[]> {
    const found = await Promise.all(
      hosts.map(async (host) => {
        const addresses = glue.get(host);
        if (addresses) return addresses;
        const reply = await recursive({ name: host, type: 'A' }, signal).catch(() => null);
        return (reply?.answers ?? []).flatMap(({ type, data }) => (type === 'A' && typeof data === 'string' ? [data] : []));
      }),
    );
    const all = [...new Set(found.flat())].filter((address) => isLab || isPublic(address));
    // IPv4 addresses first: not every network has IPv6.
    return all.sort((a, b) => Number(a.includes(':')) - Number(b.includes(':'))).map((address) => ({ address, port }));
  }

  /** The first usable response of a zone's servers, in any order. */
  async function first(servers: readonly Server[], name: string, zone: string, signal: AbortSignal): Promise<Answered | null> {
    for (const one of shuffled(servers).slice(0, MAX_ATTEMPTS)) {
      if (signal.aborted) break;
      const reply = await server(one, { name, type: 'NS' }, signal).catch(() => null);
      const referral = reply && readReferral(reply, name, zone);
      if (referral && referral.is !== 'lame') return { referral, from: one };
    }
    return null;
  }

  /** Walks down from the nearest zone whose servers are cached, to the servers of the parent. Null: at some level nobody responded. */
  async function descend(name: string, signal: AbortSignal): Promise<(ResolverResult & { servers: readonly Server[] }) | null> {
    let zone = '.';
    for (const [remembered, { until }] of known)
      if (until > clock() && within(name, remembered) && remembered !== name && remembered.length > zone.length) zone = remembered;
    let servers: readonly Server[] = known.get(zone)?.servers ?? roots;
    for (let depth = 0; depth < DEPTH; depth++) {
      const answer = await first(servers, name, zone, signal);
      if (!answer) {
        // The cached servers may be outdated; the next lookup starts at the root.
        known.delete(zone);
        if (zone === '.') quietUntil = clock() + QUIET_MS;
        return null;
      }
      const { referral, from } = answer;
      if (referral.is !== 'deeper') return { referral, from, servers };
      servers = await addresses(referral.hosts, referral.glue, signal);
      zone = referral.zone;
      known.set(zone, { servers: [...servers], until: clock() + Math.min(referral.ttl * 1000, CACHE_MS) });
      if (known.size > 2_000) known.clear();
    }
    return null;
  }

  async function walk(name: string, signal: AbortSignal): Promise<Delegation | null> {
    const found = await descend(name, signal);
    if (!found) return null;
    if (found.referral.is === 'none') return { hosts: [], source: 'parent', glue: new Map(), ds: [] };
    const { hosts, glue } = found.referral;
    const ds = await server(found.from, { name, type: 'DS' }, signal).catch(() => null);
    return { hosts, source: 'parent', glue, ds: parseDs(ds, name) };
  }

  async function remembered(name: string, signal: AbortSignal): Promise<Delegation> {
    const reply = await recursive({ name, type: 'NS' }, signal).catch(() => null);
    if (!reply) return unqueriedDelegation;
    const hosts = reply.answers.flatMap((rr) => (rr.type === 'NS' && rr.name === name ? [lower(String(rr.data))] : []));
    return {
      hosts: [...new Set(hosts)].sort(),
      source: 'resolver',
      glue: new Map(),
      ds: parseDs(await recursive({ name, type: 'DS' }, signal).catch(() => null), name),
    };
  }

  return {
    server,
    recursive,
    async delegation(name, signal) {
      const host = lower(name);
      if (clock() >= quietUntil) {
        const found = await walk(host, AbortSignal.any([signal, AbortSignal.timeout(WALK_MS)])).catch(() => null);
        if (found) return found;
      }
      return remembered(host, signal);
    },
    async parentDs(name, signal) {
      const host = lower(name);
      const time = AbortSignal.any([signal, AbortSignal.timeout(WALK_MS)]);
      const found = clock() < quietUntil ? null : await descend(host, time).catch(() => null);
      if (found?.referral.is === 'none') return { lists: [[]], ttl: null };
      const question = { name: host, type: 'DS' } as const;
      const replies = found
        ? await Promise.all(found.servers.slice(0, MOST_SERVERS).map((one) => server(one, question, signal).catch(() => null)))
        : [await recursive(question, signal).catch(() => null)];
      const lists = replies.map((reply) => parseDs(reply, host)).filter((list) => list !== null);
      const ttls = found ? replies.flatMap((reply) => (reply?.answers ?? []).flatMap(({ type, ttl }) => (type === 'DS' ? [ttl] : []))) : [];
      return lists.length === 0 ? null : { lists, ttl: ttls.length === 0 ? null : Math.max(...ttls) };
    },
    async serversOf({ hosts, glue }, signal) {
      return (await addresses((hosts ?? []).slice(0, 8), glue, signal)).slice(0, 8);
    },
  };
}
