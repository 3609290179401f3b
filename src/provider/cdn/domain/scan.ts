import { randomBytes } from 'node:crypto';
import type { CheckedRecord, Draft } from '../../../lib/rules/cdn/dns/record.ts';
import { scanNames } from '../../../lib/rules/cdn/domain/scan.ts';
import { absolute, relative } from '../../../lib/rules/core/dnsName.ts';
import type { Resolver } from '../../drivers/resolver/resolver.ts';
import type { Question, Reply, Rr, Server } from '../../drivers/resolver/wire.ts';
import { type Left, settle, toDraft } from './found.ts';

export interface ScanResult {
  records: CheckedRecord[];
  left: Left[];
  /** Every query got a response. */
  complete: boolean;
  /** Any name resolves (RFC 4592): names that only repeat the wildcard aren't listed. */
  wildcard: boolean;
  /** The source: the domain's own name servers, a resolver, or none that responded. */
  source: 'servers' | 'resolver' | 'none';
  nameServers: string[];
}

/** For the whole scan; the call that waits for it has 10 s. */
const SCAN_MS = 7_500;
const FIND_MS = 4_500;
const AT_ONCE = 16;
/** Limits the work for a zone that somebody else controls. */
const MAX_QUESTIONS = 900;
const MAX_RECORDS = 500;
const importedTypes: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'CAA', 'SRV', 'HTTPS', 'NS']);

const dataKey = ({ type, data }: Rr): string => `${type} ${JSON.stringify(data)}`;
const probe = () => `nasim-${randomBytes(5).toString('hex')}`;

/**
 * Reads the current DNS of a domain from its own name servers, or from a resolver when they can't be reached. Queries names below
 * the domain only, at most `AT_ONCE` at a time, and returns what it has when the time is over.
 */
export async function scanZone(resolver: Resolver, zone: string, limitMs = SCAN_MS): Promise<ScanResult> {
  const signal = AbortSignal.timeout(limitMs);
  const delegation = await resolver.delegation(zone, AbortSignal.any([signal, AbortSignal.timeout(FIND_MS)]));
  const nameServers = delegation.hosts ?? [];
  const nothing: ScanResult = { records: [], left: [], complete: true, wildcard: false, source: 'none', nameServers };
  const servers = await speaking(resolver, zone, await resolver.serversOf(delegation, signal), signal);
  if (servers.length === 0 && !(await knows(resolver, zone, signal))) return { ...nothing, complete: delegation.hosts?.length === 0 };
  const scan = new Scan(resolver, zone, servers, signal);
  await scan.run();
  const { records, left } = settle(scan.drafts(), zone);
  return {
    records: records.slice(0, MAX_RECORDS),
    left,
    complete: scan.missed === 0 && records.length <= MAX_RECORDS,
    wildcard: scan.wildcards.size > 0,
    source: servers.length > 0 ? 'servers' : 'resolver',
    nameServers,
  };
}

/** The authoritative servers of the zone; lame and silent ones aren't queried again. */
async function speaking(resolver: Resolver, zone: string, servers: readonly Server[], signal: AbortSignal): Promise<Server[]> {
  const found = await Promise.all(
    servers.map(async (server) => {
      const reply = await resolver.server(server, { name: zone, type: 'SOA' }, signal).catch(() => null);
      return reply?.rcode === 'NOERROR' && reply.authoritative ? server : null;
    }),
  );
  return found.filter((server) => server !== null);
}

const knows = async (resolver: Resolver, zone: string, signal: AbortSignal): Promise<boolean> => {
  const reply = await resolver.recursive({ name: zone, type: 'SOA' }, signal).catch(() => null);
  return reply?.rcode === 'NOERROR';
};

class Scan {
  /** Data that any name gets, by the name of its wildcard: the zone, or a delegated part of it. */
  readonly wildcards = new Map<string, Map<string, Rr>>();
  missed = 0;
  readonly #resolver: Resolver;
  readonly #zone: string;
  readonly #servers: readonly Server[];
  readonly #signal: AbortSignal;
  readonly #found = new Map<string, Rr>();
  readonly #asked = new Set<string>();
  readonly #queue: Question[] = [];

  constructor(resolver: Resolver, zone: string, servers: readonly Server[], signal: AbortSignal) {
    this.#resolver = resolver;
    this.#zone = zone;
    this.#servers = servers;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { web, hosts, texts, services } = scanNames;
    await Promise.all([
      this.#probe(this.#zone, ['A', 'AAAA', 'TXT', 'MX']),
      this.#probe(`_domainkey.${this.#zone}`, ['TXT']),
      this.#probe(`_tcp.${this.#zone}`, ['SRV']),
    ]);
    for (const type of ['A', 'AAAA', 'MX', 'TXT', 'CAA', 'HTTPS'] as const) this.#want(this.#zone, type);
    for (const name of [...web, ...hosts]) this.#want(absolute(name, this.#zone), 'A');
    for (const name of texts) this.#want(absolute(name, this.#zone), 'TXT');
    for (const name of services) this.#want(absolute(name, this.#zone), 'SRV');
    await this.#drain();
  }

  /** The result without names that only repeat a wildcard, and the wildcards themselves. */
  drafts(): Draft[] {
    const byName = Map.groupBy(this.#found.values(), ({ name }) => name);
    const own = [...byName].filter(([name, list]) => name === this.#zone || !this.#isWild(name, list)).flatMap(([, list]) => list);
    const wild = [...this.wildcards].flatMap(([at, data]) => [...data.values()].map((rr) => ({ ...rr, name: `*.${at}` })));
    return [...own, ...wild].flatMap((rr) => toDraft(this.#servers.length > 0 ? rr : { ...rr, ttl: 0 }, this.#zone) ?? []);
  }

  #isWild(name: string, list: readonly Rr[]): boolean {
    return [...this.wildcards].some(([at, data]) => name.endsWith(`.${at}`) && list.every((rr) => data.has(dataKey(rr))));
  }

  /** Queries two random names. If they resolve there is a wildcard; two, because a server may rotate its addresses. */
  async #probe(at: string, types: readonly Question['type'][]): Promise<void> {
    const data = new Map<string, Rr>();
    for (const name of [probe(), probe()].map((label) => `${label}.${at}`)) {
      for (const type of types) {
        const reply = await this.#ask({ name, type });
        if (!reply || reply.rcode === 'NXDOMAIN') break;
        for (const rr of reply.answers) if (rr.name === name && importedTypes.has(rr.type)) data.set(dataKey(rr), rr);
        // A CNAME is the only record at its name.
        if (reply.answers.some((rr) => rr.name === name && rr.type === 'CNAME')) break;
      }
    }
    if (data.size > 0) this.wildcards.set(at, data);
  }

  #want(name: string, type: Question['type']): void {
    const key = `${name} ${type}`;
    if (this.#asked.has(key) || relative(name, this.#zone) === null) return;
    if (this.#asked.size >= MAX_QUESTIONS) {
      this.missed++;
      return;
    }
    this.#asked.add(key);
    this.#queue.push({ name, type });
  }

  async #drain(): Promise<void> {
    let running = 0;
    await new Promise<void>((resolve) => {
      const next = () => {
        while (running < AT_ONCE && this.#queue.length > 0) {
          const question = this.#queue.shift()!; // the length was checked
          running++;
          void this.#ask(question).then((reply) => {
            running--;
            if (reply) this.#take(question, reply);
            next();
          });
        }
        if (running === 0 && this.#queue.length === 0) resolve();
      };
      next();
    });
  }

  #take({ name, type }: Question, reply: Reply): void {
    if (reply.rcode === 'NXDOMAIN' && reply.answers.length === 0) return;
    const below = reply.authorities.filter((rr) => rr.type === 'NS' && rr.name !== this.#zone);
    // A delegated part of the zone: its name servers, with their glue addresses.
    const servers = new Set(below.map((rr) => String(rr.data).toLowerCase()));
    const glue = reply.additionals.filter((rr) => servers.has(rr.name));
    const here = [...reply.answers, ...(reply.answers.length === 0 && !reply.authoritative ? [...below, ...glue] : [])].filter(
      (rr) => importedTypes.has(rr.type) && relative(rr.name, this.#zone) !== null && !(rr.type === 'NS' && rr.name === this.#zone),
    );
    for (const rr of here) {
      this.#found.set(`${rr.name} ${dataKey(rr)}`, rr);
      for (const target of rrTargets(rr)) this.#want(target, 'A');
      // Part of a CNAME chain: that name gets its own entry.
      if (rr.name !== name) this.#want(rr.name, 'A');
    }
    const own = reply.answers.filter((rr) => rr.name === name);
    const isAlias = own.some((rr) => rr.type === 'CNAME');
    if (type === 'A' && name !== this.#zone && !isAlias && here.length > 0 && below.length === 0 && !this.#isWild(name, own))
      for (const more of ['AAAA', 'MX', 'TXT', 'HTTPS'] as const) this.#want(name, more);
    // Only an IPv6 address: the name exists, which the first query alone wouldn't show.
    if (type === 'A' && own.length === 0 && reply.rcode === 'NOERROR' && below.length === 0)
      for (const more of ['AAAA', 'MX', 'TXT'] as const) this.#want(name, more);
  }

  /** Sends one query, and tries the next server when one doesn't respond. Null: none did, and something may be missing. */
  async #ask(question: Question): Promise<Reply | null> {
    const attempts = this.#servers.length > 0 ? Math.min(3, Math.max(2, this.#servers.length)) : 1;
    const start = this.#asked.size;
    for (let i = 0; i < attempts && !this.#signal.aborted; i++) {
      const server = this.#servers[(start + i) % Math.max(1, this.#servers.length)];
      const pending = server ? this.#resolver.server(server, question, this.#signal) : this.#resolver.recursive(question, this.#signal);
      const reply = await pending.catch(() => null);
      if (reply?.rcode === 'NOERROR' || reply?.rcode === 'NXDOMAIN') return reply;
    }
    this.missed++;
    return null;
  }
}

/** The names that a record points to. */
function rrTargets({ type, data }: Rr): string[] {
  const at = data as { exchange?: string; target?: string }; // read as its type
  const target = type === 'CNAME' ? data : type === 'MX' ? at.exchange : type === 'SRV' ? at.target : undefined;
  return typeof target === 'string' ? [target.toLowerCase().replace(/\.$/, '')] : [];
}
