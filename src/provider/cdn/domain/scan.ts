import { randomBytes } from 'node:crypto';
import type { CheckedRecord, Draft } from '../../../lib/rules/cdn/dns/record.ts';
import { scanNames } from '../../../lib/rules/cdn/domain/scan.ts';
import { absolute, relative } from '../../../lib/rules/core/dnsName.ts';
import type { Resolver } from '../../drivers/resolver/resolver.ts';
import type { Question, Reply, Rr, Server } from '../../drivers/resolver/wire.ts';
import { type Left, settle, toDraft } from './found.ts';

export interface Found {
  records: CheckedRecord[];
  left: Left[];
  /** Every question had its answer. */
  complete: boolean;
  /** Any name answers (RFC 4592): names that only say what the wildcard says are not listed. */
  wildcard: boolean;
  /** Who was asked: the domain's own name servers, a resolver, or nobody that answers. */
  source: 'servers' | 'resolver' | 'none';
  nameServers: string[];
}

/** For everything; the call that waits for it has 10 s. */
const SCAN_MS = 7_500;
const FIND_MS = 4_500;
const AT_ONCE = 16;
/** A zone of somebody else's making must not keep us busy. */
const MAX_QUESTIONS = 900;
const MAX_RECORDS = 500;
const kept: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'CAA', 'SRV', 'HTTPS', 'NS']);

const dataKey = ({ type, data }: Rr): string => `${type} ${JSON.stringify(data)}`;
const probe = () => `nasim-${randomBytes(5).toString('hex')}`;

/**
 * Reads the DNS that a domain has today, at its own name servers, or at a resolver when they can't be reached. Asks for names below
 * the domain only, at most `AT_ONCE` questions at a time, and ends in time with what it has.
 */
export async function scanZone(resolver: Resolver, zone: string, limitMs = SCAN_MS): Promise<Found> {
  const signal = AbortSignal.timeout(limitMs);
  const delegation = await resolver.delegation(zone, AbortSignal.any([signal, AbortSignal.timeout(FIND_MS)]));
  const nameServers = delegation.hosts ?? [];
  const nothing: Found = { records: [], left: [], complete: true, wildcard: false, source: 'none', nameServers };
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

/** The servers that speak for the zone; the lame and the silent are not asked again. */
async function speaking(resolver: Resolver, zone: string, servers: readonly Server[], signal: AbortSignal): Promise<Server[]> {
  const asked = await Promise.all(
    servers.map(async (server) => {
      const reply = await resolver.server(server, { name: zone, type: 'SOA' }, signal).catch(() => null);
      return reply?.rcode === 'NOERROR' && reply.authoritative ? server : null;
    }),
  );
  return asked.filter((server) => server !== null);
}

const knows = async (resolver: Resolver, zone: string, signal: AbortSignal): Promise<boolean> => {
  const reply = await resolver.recursive({ name: zone, type: 'SOA' }, signal).catch(() => null);
  return reply?.rcode === 'NOERROR';
};

class Scan {
  /** Data that any name has, by the name whose wildcard it is: the zone, or a part of it. */
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

  /** What was found, without names that only repeat a wildcard, and the wildcards themselves. */
  drafts(): Draft[] {
    const byName = Map.groupBy(this.#found.values(), ({ name }) => name);
    const own = [...byName].filter(([name, list]) => name === this.#zone || !this.#isWild(name, list)).flatMap(([, list]) => list);
    const wild = [...this.wildcards].flatMap(([at, data]) => [...data.values()].map((rr) => ({ ...rr, name: `*.${at}` })));
    return [...own, ...wild].flatMap((rr) => toDraft(this.#servers.length > 0 ? rr : { ...rr, ttl: 0 }, this.#zone) ?? []);
  }

  #isWild(name: string, list: readonly Rr[]): boolean {
    return [...this.wildcards].some(([at, data]) => name.endsWith(`.${at}`) && list.every((rr) => data.has(dataKey(rr))));
  }

  /** Asks for two names that nobody made. What answers is a wildcard; two, because a server may turn its addresses. */
  async #probe(at: string, types: readonly Question['type'][]): Promise<void> {
    const data = new Map<string, Rr>();
    for (const name of [probe(), probe()].map((label) => `${label}.${at}`)) {
      for (const type of types) {
        const reply = await this.#ask({ name, type });
        if (!reply || reply.rcode === 'NXDOMAIN') break;
        for (const rr of reply.answers) if (rr.name === name && kept.has(rr.type)) data.set(dataKey(rr), rr);
        // An alias stands alone at its name.
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
          const question = this.#queue.shift()!; // the length was looked at
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
    // A part of the zone that lives elsewhere: its name servers, with the addresses that make them findable.
    const servers = new Set(below.map((rr) => String(rr.data).toLowerCase()));
    const glue = reply.additionals.filter((rr) => servers.has(rr.name));
    const here = [...reply.answers, ...(reply.answers.length === 0 && !reply.authoritative ? [...below, ...glue] : [])].filter(
      (rr) => kept.has(rr.type) && relative(rr.name, this.#zone) !== null && !(rr.type === 'NS' && rr.name === this.#zone),
    );
    for (const rr of here) {
      this.#found.set(`${rr.name} ${dataKey(rr)}`, rr);
      for (const target of targetsOf(rr)) this.#want(target, 'A');
      // Part of a chain of aliases: that name has a place of its own.
      if (rr.name !== name) this.#want(rr.name, 'A');
    }
    const own = reply.answers.filter((rr) => rr.name === name);
    const isAlias = own.some((rr) => rr.type === 'CNAME');
    if (type === 'A' && name !== this.#zone && !isAlias && here.length > 0 && below.length === 0 && !this.#isWild(name, own))
      for (const more of ['AAAA', 'MX', 'TXT', 'HTTPS'] as const) this.#want(name, more);
    // Only an address of the newer kind: the name exists, and the first question alone would not say so.
    if (type === 'A' && own.length === 0 && reply.rcode === 'NOERROR' && below.length === 0)
      for (const more of ['AAAA', 'MX', 'TXT'] as const) this.#want(name, more);
  }

  /** One question, of the next server when one does not answer. Null: nobody did, and something may be missing. */
  async #ask(question: Question): Promise<Reply | null> {
    const tries = this.#servers.length > 0 ? Math.min(3, Math.max(2, this.#servers.length)) : 1;
    const start = this.#asked.size;
    for (let i = 0; i < tries && !this.#signal.aborted; i++) {
      const server = this.#servers[(start + i) % Math.max(1, this.#servers.length)];
      const asking = server ? this.#resolver.server(server, question, this.#signal) : this.#resolver.recursive(question, this.#signal);
      const reply = await asking.catch(() => null);
      if (reply?.rcode === 'NOERROR' || reply?.rcode === 'NXDOMAIN') return reply;
    }
    this.missed++;
    return null;
  }
}

/** Names that a record points to. */
function targetsOf({ type, data }: Rr): string[] {
  const at = data as { exchange?: string; target?: string }; // read as what the type says
  const target = type === 'CNAME' ? data : type === 'MX' ? at.exchange : type === 'SRV' ? at.target : undefined;
  return typeof target === 'string' ? [target.toLowerCase().replace(/\.$/, '')] : [];
}
