import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { which } from '../../scripts/lib/needs.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import type { ServedZone } from '../../src/dns/bundle.ts';
import { newZoneKey } from '../../src/dns/keys.ts';
import { ZoneStore } from '../../src/dns/store.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { parseZone } from '../../src/lib/rules/cdn/zone/parse.ts';
import { Client } from '../support/client.ts';
import { query } from '../support/dnsClient.ts';
import { served } from '../support/nameServer.ts';
import { startPortal } from '../support/server.ts';
import { rss } from './load.ts';
import { mb, median, ms, percentile, perSecond, report } from './report.ts';
import { createZoneText } from './zone.ts';

const HOSTS = 1_000;
const ZONES = 10_000;
const LARGE = 100_000;
/** Debian's schema of the backend, with the package pdns-backend-sqlite3. */
const SCHEMA = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';

/** The zone that both serve. */
const zoneText = (): string =>
  [
    '$TTL 3600',
    '@ SOA ns1.nasim.example. hostmaster.nasim.example. 7 10000 2400 604800 3600',
    '@ NS ns1.nasim.example.',
    '@ NS ns2.nasim.example.',
    '@ MX 10 mail.other.example.',
    ...Array.from({ length: HOSTS }, (_, i) => [
      `h${i} A 198.51.${i >> 8}.${i & 255}`,
      `h${i} AAAA 2001:db8::${i.toString(16)}`,
      `t${i} TXT "v=some-value; n=${i}"`,
      `c${i} CNAME h${i}`,
    ]).flat(),
    '*.wild A 192.0.2.1',
  ].join('\n');

/** Like what a busy name server is asked: mostly addresses, some aliases, some names and types that don't exist. */
function questions(zone: string): string {
  const lines = Array.from({ length: 20_000 }, (_, i) => {
    const host = (i * 7919) % HOSTS;
    const kind = i % 20;
    if (kind < 12) return `h${host}.${zone} A`;
    if (kind < 15) return `h${host}.${zone} AAAA`;
    if (kind === 15) return `c${host}.${zone} A`;
    if (kind === 16) return `t${host}.${zone} TXT`;
    if (kind === 17) return `h${host}.${zone} MX`;
    if (kind === 18) return `x${host}.wild.${zone} A`;
    return `gone${host}.${zone} A`;
  });
  return `${lines.join('\n')}\n`;
}

const filled = (name: string, more: Partial<ServedZone> = {}): ServedZone => {
  const { records, refused } = parseZone(zoneText(), { zone: name });
  if (refused.length > 0) throw new Error(`the zone was not read: ${JSON.stringify(refused[0])}`);
  const own = records.filter(({ type, name: owner }) => type !== 'NS' || owner !== '@');
  return served(
    name,
    own.map((record) => ({ ...record, ttl: record.ttl ?? ('auto' as const), proxy: false })),
    more,
  );
};

/** A program that says on a stream that it is ready. */
async function launch(program: string, args: string[], env: Record<string, string>, ready: RegExp) {
  const child: ChildProcess = spawn(program, args, { env: { PATH: process.env.PATH ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const output: string[] = [];
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface(stream).on('line', (line) => {
          output.push(line);
          const found = ready.exec(line);
          if (found) resolve(found);
        });
    void ended.then(() => reject(new Error(`${program} ended: ${output.join('\n')}`)));
  });
  return {
    pid: child.pid ?? 0,
    match,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The name server alone, on the zones of a folder. */
async function startOwn(dataDir: string) {
  const env = { DATA_DIR: dataDir, DNS_PORT: '0', LOG_LEVEL: 'info', HOST: '127.0.0.1', RESOLVERS: '127.0.0.1:9' };
  const server = await launch(process.execPath, ['src/dns/main.ts'], env, /name server listens on 127\.0\.0\.1, port (\d+)/);
  return { ...server, port: Number(server.match[1]) };
}

/** PowerDNS on SQLite with the plain and the signed zone, with Debian's defaults apart from what keeps it on this machine. */
async function startPowerDns(folder: string, zones: readonly string[], signed: string) {
  const port = await freePort();
  const db = join(folder, 'pdns.sqlite');
  const raw = new Sqlite(db);
  raw.exec(readFileSync(SCHEMA, 'utf8'));
  raw.close();
  const settings = {
    launch: 'gsqlite3',
    'gsqlite3-database': db,
    'gsqlite3-dnssec': 'yes',
    'local-address': '127.0.0.1',
    'local-port': String(port),
    'query-local-address': '127.0.0.1',
    'security-poll-suffix': '',
    'socket-dir': folder,
    setuid: '',
    setgid: '',
  };
  const config = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, 'pdns.conf'), `${config.join('\n')}\n`);
  const manage = (...args: string[]) => execFileSync('pdnsutil', ['--config-dir', folder, ...args], { stdio: 'pipe' });
  for (const zone of zones) {
    const file = join(folder, `${zone}.zone`);
    writeFileSync(file, `$ORIGIN ${zone}.\n${zoneText()}\n`);
    manage('load-zone', zone, file);
  }
  manage('secure-zone', signed);
  const args = [`--config-dir=${folder}`, '--daemon=no', '--guardian=no', '--disable-syslog'];
  const server = await launch('/usr/sbin/pdns_server', args, {}, /Done launching threads, ready to distribute questions/);
  return { ...server, port };
}

/** Answered queries a second. */
async function measureQueries(port: number, file: string, seconds: number, more: string[] = []): Promise<number> {
  const args = ['-s', '127.0.0.1', '-p', String(port), '-d', file, '-l', String(seconds), '-c', '8', '-q', '200', ...more];
  const { stdout } = await promisify(execFile)('dnsperf', args, { timeout: 120_000 });
  const [lost, rate] = [/Queries lost:\s+(\d+)/, /Queries per second:\s+([\d.]+)/].map((pattern) => Number(pattern.exec(stdout)?.[1]));
  if (rate === undefined || !Number.isFinite(rate)) throw new Error(stdout);
  if (lost) console.log(`  ${lost} queries lost on port ${port}`);
  return rate;
}

/** Queries a second of the own name server beside PowerDNS, on the same zone; rounds alternate, so that noise affects both. */
async function throughput(folder: string, quick: boolean): Promise<void> {
  const missing = ['dnsperf', 'pdnsutil'].filter((program) => !which(program));
  if (!existsSync(SCHEMA)) missing.push('pdns-backend-sqlite3');
  if (missing.length > 0) {
    report(
      'queries beside PowerDNS',
      '',
      `skipped: ${missing.join(', ')} missing (apt-get install dnsperf pdns-server pdns-backend-sqlite3)`,
    );
    return;
  }
  const [plain, signed] = ['plain.example', 'signed.example'];
  const store = new ZoneStore(join(folder, 'dns'));
  for (const zone of [filled(plain), filled(signed, { keys: [newZoneKey()] })])
    await store.put(zone.name, zone.version, zone, AbortSignal.timeout(30_000), () => {});
  store.close();
  const own = await startOwn(folder);
  const theirs = await startPowerDns(folder, [plain, signed], signed);
  const seconds = quick ? 2 : 5;
  try {
    for (const [zone, budget, more] of [
      [plain, 0.7, []],
      [signed, 0.5, ['-D']],
    ] as const) {
      const file = join(folder, `${zone}.questions`);
      writeFileSync(file, questions(zone));
      const rates: Record<'own' | 'theirs', number[]> = { own: [], theirs: [] };
      // The first round fills caches and compiles.
      for (let round = 0; round < (quick ? 3 : 5); round++)
        for (const [who, { port }] of Object.entries({ own, theirs }) as ['own' | 'theirs', { port: number }][]) {
          const rate = await measureQueries(port, file, seconds, [...more]);
          if (round > 0) rates[who].push(rate);
        }
      const [ownRate, other] = [median(rates.own), median(rates.theirs)];
      report(
        `queries of a ${zone === signed ? 'signed' : 'plain'} zone`,
        `≥ ${budget} × PowerDNS`,
        `${perSecond(ownRate)} = ${(ownRate / other).toFixed(2)} × PowerDNS`,
        ownRate >= budget * other,
        `PowerDNS ${perSecond(other)}`,
      );
    }
    report('memory of the name server after it', '', mb(rss(own.pid)));
  } finally {
    await own.stop();
    await theirs.stop();
  }
}

/** Many zones, as if they had been stored earlier: written in one transaction. */
function fill(folder: string, zones: Iterable<ServedZone>): void {
  mkdirSync(join(folder, 'dns'), { recursive: true });
  const store = new ZoneStore(join(folder, 'dns'));
  store.find('');
  store.close();
  const db = new Sqlite(join(folder, 'dns', 'zones.sqlite'));
  const insert = db.prepare('insert into zone (name, version, body, seq) values (?, ?, ?, (select coalesce(max(seq), 0) + 1 from zone))');
  db.transaction(() => {
    for (const zone of zones) insert.run(zone.name, zone.version, JSON.stringify(zone));
  })();
  db.close();
}

function* customers(count: number): Generator<ServedZone> {
  const few = filled('few.example').records.slice(0, 12);
  for (let i = 0; i < count; i++) yield served(`customer-${i}.example`, few, { keys: i % 4 === 0 ? [newZoneKey()] : [] });
}

/** Until the name server answers, and its memory then. */
async function loading(what: string, zones: Iterable<ServedZone>, budget: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bench-dns-'));
  fill(folder, zones);
  const began = performance.now();
  const server = await startOwn(folder);
  const duration = performance.now() - began;
  report(`start with ${what}`, `≤ ${budget / 1000} s`, ms(duration), duration <= budget, mb(rss(server.pid)));
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** From the answer of the call that saves a record until the name server has it, with many zones held. */
async function saveToAnswer(quick: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nasim-bench-dns-'));
  fill(dataDir, customers(ZONES));
  const port = await freePort();
  try {
    await using portal = await startPortal({ dataDir, env: { DEMO: 'on', DNS_DRIVER: 'node', DNS_PORT: String(port) } });
    const client = new Client(portal.url);
    await client.signIn();
    const { domainId } = demo;
    const { record } = await client.ok(dns.create, { domainId, name: 'bench', type: 'A', content: '192.0.2.1', ttl: 60, proxy: false });
    const durations: number[] = [];
    for (let i = 0; i < (quick ? 30 : 200); i++) {
      const content = `198.51.${100 + (i >> 8)}.${i & 255}`;
      await client.ok(dns.update, { domainId, recordId: record.id, content });
      const began = performance.now();
      for (;;) {
        const { answers } = await query(port, { name: 'bench.parvaz.example', type: 'A' });
        if (answers.some(({ data }) => data === content)) break;
        if (performance.now() - began > 30_000) throw new Error('a saved record was not answered within 30 s');
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      durations.push(performance.now() - began);
    }
    const p99 = percentile(durations, 99);
    report(
      `save to answer, ${ZONES.toLocaleString('en')} zones`,
      'p99 < 1 s',
      `p99 ${ms(p99)}`,
      p99 < 1000,
      `p50 ${ms(percentile(durations, 50))}`,
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The own name server: queries beside PowerDNS, loading, memory, and how soon a change is answered. */
export async function benchDns(quick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bench-dns-'));
  try {
    await throughput(folder, quick);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { records } = parseZone(createZoneText(LARGE), { zone: 'big.example', maxRecords: 2 * LARGE });
  const large = records.filter(({ type }) => type !== 'NS').map((one) => ({ ...one, ttl: one.ttl ?? ('auto' as const), proxy: false }));
  await loading(`a zone of ${large.length.toLocaleString('en')} records`, [served('big.example', large)], 10_000);
  await loading(`${ZONES.toLocaleString('en')} zones, a quarter of them signed`, customers(ZONES), 30_000);
  await saveToAnswer(quick);
}
