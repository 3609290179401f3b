import dgram from 'node:dgram';
import net from 'node:net';
import * as packet from 'dns-packet';
import { freePort } from '../../scripts/lib/ports.mjs';

/** `name type data`, the name absolute without its final dot; data as dns-packet takes it. */
export type TestRecord = [name: string, type: string, data: unknown, ttl?: number];

/**
 * The behavior of a server. `lame`: refuses queries for its zone. `truncated`: over UDP it reports a truncated response, over TCP it
 * responds. `empty`: a response without records. `forged`: a response with another ID and another address arrives first.
 */
export type Mood = 'ok' | 'dead' | 'slow' | 'lame' | 'servfail' | 'truncated' | 'empty' | 'forged' | 'rubbish' | 'noEdns';

interface Host {
  zones: Map<string, TestRecord[]>;
  mood: Mood;
}

export interface TestDns {
  port: number;
  /** The environment of a portal in this simulated internet. */
  env: { ROOT_SERVERS: string; RESOLVERS: string };
  /** Adds a zone to a server (`127.0.0.x`), or removes it with null. The server's other zones stay. */
  zone(address: string, name: string, lines: TestRecord[] | null): void;
  mood(address: string, mood: Mood): void;
  /** Delegates a domain at the registry of `.example` and `.test`; an empty list removes it. Glue for `hosts` that have an address. */
  delegate(domain: string, hosts: Record<string, string | null>, more?: TestRecord[]): void;
  /** Queries received by a server, as `name type`. */
  queries(address: string): string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export const addresses = { root: '127.0.0.1', registry: '127.0.0.2', old: '127.0.0.3', ours: '127.0.0.4', resolver: '127.0.0.5' } as const;
/**
 * DNS without responses, and no name servers connected: lookups that a test doesn't define must not leave this machine. Nothing listens on
 * the discard port.
 */
export const noDns = { ROOT_SERVERS: '127.0.0.1:9', RESOLVERS: '127.0.0.1:9', DNS_DRIVER: 'none', DNS_PORT: '0' };
const SLOW_MS = 2_000;
const soa = (name: string): TestRecord => [
  name,
  'SOA',
  { mname: `ns.${name}`, rname: `hostmaster.${name}`, serial: 1, refresh: 3600, retry: 600, expire: 86_400, minimum: 60 },
];

/**
 * A simulated internet on loopback: a root, a registry for `.example` and `.test`, two name servers and a resolver, each with its own
 * address and all on one port, over UDP and TCP.
 */
export async function startDns(): Promise<TestDns> {
  const port = await freePort();
  const hosts = new Map<string, Host>(Object.values(addresses).map((address) => [address, { zones: new Map(), mood: 'ok' }]));
  const queries = new Map<string, string[]>();
  const sockets = await Promise.all(
    Object.values(addresses).map((address) => open(address, port, (question, tcp) => handle(address, question, tcp))),
  );
  const delegations = new Map<string, TestRecord[]>();

  function handle(address: string, query: packet.DecodedPacket, tcp: boolean): ReturnType<QueryHandler> {
    const host = hosts.get(address)!; // only known addresses are listened on
    const [question] = query.questions ?? [];
    if (!question) return { reply: null, waitMs: 0 };
    queries.set(address, [
      ...(queries.get(address) ?? []),
      `${question.name.toLowerCase()} ${question.type === ('UNKNOWN_65' as never) ? 'HTTPS' : question.type}`,
    ]);
    const base = { type: 'response' as const, id: query.id ?? 0, questions: [question] };
    const code = (rcode: number) => ({ reply: { ...base, flags: rcode }, waitMs: 0 });
    if (host.mood === 'dead') return { reply: null, waitMs: 0 };
    if (host.mood === 'servfail') return code(2);
    if (host.mood === 'lame') return code(5);
    if (host.mood === 'empty') return code(0);
    if (host.mood === 'noEdns' && (query.additionals ?? []).length > 0) return code(1);
    if (host.mood === 'rubbish') return { reply: null, waitMs: 0, raw: Buffer.from([1, 2, 3, 0xc0, 0xff, 0xff]) };
    if (host.mood === 'truncated' && !tcp)
      return { reply: { ...base, flags: packet.AUTHORITATIVE_ANSWER | packet.TRUNCATED_RESPONSE }, waitMs: 0 };
    const found = address === addresses.resolver ? resolve(hosts, question) : answer(host.zones, question);
    const reply = { ...base, ...found } as packet.Packet; // sections hold what dns-packet encodes
    const forged = { ...reply, id: (query.id ?? 0) ^ 1, flags: packet.AUTHORITATIVE_ANSWER, answers: [], authorities: [] } as packet.Packet;
    return { reply, waitMs: host.mood === 'slow' ? SLOW_MS : 0, ...(host.mood === 'forged' && { forged }) };
  }

  const api: TestDns = {
    port,
    env: { ROOT_SERVERS: `${addresses.root}:${port}`, RESOLVERS: `${addresses.resolver}:${port}` },
    zone(address, name, lines) {
      const zones = hosts.get(address)!.zones; // a test that names another address has a mistake
      if (lines) zones.set(name, [soa(name), ...lines]);
      else zones.delete(name);
    },
    mood(address, mood) {
      hosts.get(address)!.mood = mood;
    },
    delegate(domain, servers, more = []) {
      const lines: TestRecord[] = Object.entries(servers).flatMap(([host, address]) => [
        [domain, 'NS', host] as TestRecord,
        ...(address ? [[host, 'A', address] as TestRecord] : []),
      ]);
      delegations.set(domain, [...lines, ...more]);
      for (const tld of ['example', 'test'])
        api.zone(
          addresses.registry,
          tld,
          [...delegations].filter(([name]) => name.endsWith(`.${tld}`)).flatMap(([, list]) => list),
        );
    },
    queries: (address) => queries.get(address) ?? [],
    async [Symbol.asyncDispose]() {
      await Promise.all(sockets.map((close) => close()));
    },
  };
  api.zone(
    addresses.root,
    '.',
    ['example', 'test'].flatMap((tld) => [[tld, 'NS', `a.${tld}`] as TestRecord, [`a.${tld}`, 'A', addresses.registry] as TestRecord]),
  );
  for (const tld of ['example', 'test']) api.zone(addresses.registry, tld, []);
  return api;
}

/** The same with the zones of the demo customer's waiting domain at its old provider, for screenshots and walkthroughs. */
export async function startDemoDns(): Promise<TestDns> {
  const dns = await startDns();
  const name = 'atlas-shop.example';
  dns.delegate(name, { 'ns1.old-dns.test': addresses.old, 'ns2.old-dns.test': addresses.old });
  dns.zone(addresses.old, name, typicalZone(name));
  return dns;
}

/** A typical small shop with mail. */
export const typicalZone = (name: string): TestRecord[] => [
  [name, 'NS', 'ns1.old-dns.test'],
  [name, 'NS', 'ns2.old-dns.test'],
  [name, 'A', '203.0.113.61', 3600],
  [name, 'AAAA', '2001:db8:3d::61', 3600],
  [name, 'MX', { preference: 10, exchange: `mail.${name}` }, 3600],
  [name, 'TXT', ['v=spf1 mx include:_spf.mailer.test -all'], 3600],
  [name, 'CAA', { flags: 0, tag: 'issue', value: 'letsencrypt.org' }, 3600],
  [`www.${name}`, 'CNAME', name, 3600],
  [`blog.${name}`, 'CNAME', 'atlas.blogs.test', 3600],
  [`mail.${name}`, 'A', '198.51.100.61', 3600],
  [`_dmarc.${name}`, 'TXT', ['v=DMARC1; p=quarantine'], 3600],
  [
    `google._domainkey.${name}`,
    'TXT',
    [`v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(7)}`, 'MIIBCgKCAQEA'.repeat(8)],
    3600,
  ],
  [`_sip._tcp.${name}`, 'SRV', { priority: 10, weight: 5, port: 5060, target: `sip.${name}` }, 1800],
  [`sip.${name}`, 'A', '198.51.100.62', 1800],
];

const under = (name: string, zone: string) => zone === '.' || name === zone || name.endsWith(`.${zone}`);
const questionType = (question: packet.Question) => ((question.type as string) === 'UNKNOWN_65' ? 'HTTPS' : question.type);
const rr = ([name, type, data, ttl = 300]: TestRecord) => ({ name, type: type === 'HTTPS' ? 'UNKNOWN_65' : type, ttl, class: 'IN', data });

/** The response of an authoritative server (RFC 1034 section 4.3.2): data, a referral with glue, an alias, a wildcard, or nothing. */
function answer(zones: Host['zones'], question: packet.Question) {
  const name = question.name.toLowerCase();
  const type = questionType(question);
  const zone = [...zones.keys()].filter((one) => under(name, one)).sort((a, b) => b.length - a.length)[0];
  if (zone === undefined) return { flags: 5 };
  const lines = zones.get(zone) ?? [];
  const cut = lines.find(([owner, kind]) => kind === 'NS' && owner !== zone && under(name, owner) && !(owner === name && type === 'DS'));
  if (cut) {
    const servers = lines.filter(([owner, kind]) => owner === cut[0] && kind === 'NS');
    const glue = lines.filter(([owner, kind]) => kind === 'A' && servers.some(([, , host]) => host === owner));
    return { flags: 0, authorities: servers.map(rr), additionals: glue.map(rr) };
  }
  const at = (owner: string) => lines.filter(([one]) => one === owner);
  const exists = (owner: string) => lines.some(([one]) => under(one, owner));
  const answers: TestRecord[] = [];
  let current = name;
  for (let hop = 0; hop < 8 && under(current, zone); hop++) {
    const labels = current.split('.');
    // The closest existing name decides which wildcard applies (RFC 4592).
    const encloser = labels.map((_, i) => labels.slice(i).join('.')).find((one) => exists(one)) ?? zone;
    const here = exists(current) ? at(current) : at(`*.${encloser}`).map(([, ...rest]) => [current, ...rest] as TestRecord);
    if (here.length === 0 && !exists(current))
      return { flags: packet.AUTHORITATIVE_ANSWER | (answers.length > 0 ? 0 : 3), answers: answers.map(rr), authorities: [rr(soa(zone))] };
    const alias = here.find(([, kind]) => kind === 'CNAME');
    if (!alias || type === 'CNAME') {
      answers.push(...here.filter(([, kind]) => kind === type));
      break;
    }
    answers.push(alias);
    current = String(alias[2]);
  }
  return { flags: packet.AUTHORITATIVE_ANSWER, answers: answers.map(rr), authorities: answers.length > 0 ? [] : [rr(soa(zone))] };
}

/** A resolver without a cache: it queries from the root down. */
function resolve(hosts: Map<string, Host>, question: packet.Question) {
  let at: string = addresses.root;
  for (let depth = 0; depth < 8; depth++) {
    const host = hosts.get(at);
    if (!host || ['dead', 'servfail', 'lame'].includes(host.mood)) return { flags: packet.RECURSION_AVAILABLE | 2 };
    const found = answer(host.zones, question);
    const next = (found.additionals ?? []).find(({ type }) => type === 'A');
    if ((found.flags & 15) === 5 || (found.authorities?.[0]?.type === 'NS' && !next)) return { flags: packet.RECURSION_AVAILABLE | 2 };
    if (found.authorities?.[0]?.type !== 'NS') return { ...found, flags: packet.RECURSION_AVAILABLE | (found.flags & 15) };
    at = String(next?.data);
  }
  return { flags: packet.RECURSION_AVAILABLE | 2 };
}

type QueryHandler = (
  query: packet.DecodedPacket,
  tcp: boolean,
) => { reply: packet.Packet | null; forged?: packet.Packet; waitMs: number; raw?: Buffer };

async function open(address: string, port: number, handle: QueryHandler): Promise<() => Promise<void>> {
  const udp = dgram.createSocket('udp4');
  const timers = new Set<NodeJS.Timeout>();
  const later = (waitMs: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, waitMs);
    timers.add(timer);
  };
  udp.on('message', (message, from) => {
    const { reply, forged, waitMs, raw } = handle(packet.decode(message), false);
    if (raw) udp.send(raw, from.port, from.address);
    if (forged) udp.send(packet.encode(forged), from.port, from.address);
    if (reply) later(waitMs, () => udp.send(packet.encode(reply), from.port, from.address));
  });
  const tcp = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const { reply, waitMs } = handle(packet.streamDecode(data) as packet.DecodedPacket, true);
      if (!reply) socket.destroy();
      else later(waitMs, () => socket.end(packet.streamEncode(reply)));
    });
  });
  await Promise.all([
    new Promise<void>((resolve, reject) => udp.once('error', reject).bind(port, address, resolve)),
    new Promise<void>((resolve, reject) => tcp.once('error', reject).listen(port, address, resolve)),
  ]);
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    await Promise.all([new Promise<void>((resolve) => udp.close(resolve)), new Promise<void>((resolve) => tcp.close(() => resolve()))]);
  };
}
