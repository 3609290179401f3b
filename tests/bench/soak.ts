/*
 * A long mixed load on the built portal with its embedded provider and an edge's log lines:
 *   npm run soak -- [--minutes 30]
 * Fails on a lost connection, on a 5xx that isn't a 503 with Retry-After, and when memory keeps growing. It prints the memory of the
 * portal's process over time and the responses by kind of work.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { firewall } from '../../src/lib/contract/cdn/firewall.ts';
import { report } from '../../src/lib/contract/cdn/report.ts';
import { trace } from '../../src/lib/contract/cdn/trace.ts';
import { zone } from '../../src/lib/contract/cdn/zone.ts';
import { addDomain, openAccount } from '../support/accounts.ts';
import { Client } from '../support/client.ts';
import { createMixedEntries } from '../support/logEntries.ts';
import { sendEntries, startPortal } from '../support/server.ts';
import { rss } from './load.ts';
import { mb, median } from './report.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const duration = Number(values.minutes) * 60_000;
if (!(duration > 0)) throw new Error('--minutes takes a positive number');
/** Memory that a process takes while it becomes warm isn't growth. */
const WARM = 0.3;
/** The last third may be this much above the first one after warming up. */
const GROWTH = { share: 0.15, bytes: 40e6 };
const SAMPLE_MS = 5_000;
const CUSTOMERS = 6;

await using portal = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1', DEMO: 'on' } });
const started = Date.now();
const end = started + duration;
const isOver = () => Date.now() >= end;

const counts = new Map<string, number>();
const faults: string[] = [];
const count = (kind: string, status: number) => counts.set(`${kind} ${status}`, (counts.get(`${kind} ${status}`) ?? 0) + 1);
function see(kind: string, status: number, headers: Headers): void {
  count(kind, status);
  if (status >= 500 && !(status === 503 && headers.has('retry-after'))) fault(`${kind}: ${status}`);
}
/** Printed at once: a long run that breaks early needn't be waited for. */
function fault(text: string): void {
  faults.push(text);
  if (faults.length <= 20) console.log(`fault: ${text}`);
}
const clientIp = (n: number) => `198.18.${n}.1`;
/** Repeats work until the end, with pauses of at most `pause` ms. */
async function repeat(kind: string, pause: number, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await work().catch((error: unknown) => {
      fault(`${kind}: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)}`);
    });
    await wait(Math.min(randomInt(pause), Math.max(0, end - Date.now())));
  }
}

/** Someone without an account: pages of the site. */
const visitor = (n: number) =>
  repeat('site', 200, async () => {
    const paths = ['/', '/pricing', '/fa', '/docs/getting-started', '/ar/faq', '/status', '/public/login', '/nowhere'];
    const response = await fetch(portal.url + paths[randomInt(paths.length)], {
      headers: { 'x-forwarded-for': clientIp(n) },
      redirect: 'manual',
    });
    await response.arrayBuffer();
    see('site', response.status, response.headers);
  });

/** A customer who reads, changes, traces, imports, listens, and signs in again. */
async function customer(n: number): Promise<void> {
  const { client, email, password } = await openAccount(portal, clientIp(n));
  const name = `soak-${n}-${randomUUID().slice(0, 8)}.example`;
  const { id: domainId } = await addDomain({ client }, name);
  const call = async (kind: string, work: () => ReturnType<Client['send']>) => {
    const { status, headers, body } = await work();
    see(kind, status, headers);
    return body as Record<string, never>; // the contract's response or a refusal
  };
  const page = (path: string) =>
    repeat('panel', 400, async () => {
      const response = await fetch(portal.url + path, {
        headers: { cookie: client.cookie, 'x-forwarded-for': clientIp(n) },
        redirect: 'manual',
      });
      await response.arrayBuffer();
      see('panel', response.status, response.headers);
    });
  const records = repeat('record', 300, async () => {
    const host = `h${randomInt(1000)}`;
    const { record } = await call('record', () =>
      client.send(dns.create, { domainId, name: host, type: 'A', content: '203.0.113.9', ttl: 'auto', proxy: true }),
    );
    const recordId = (record as { id?: string } | undefined)?.id;
    if (recordId) await call('record', () => client.send(dns.delete, { domainId, recordId }));
  });
  const rules = repeat('rule', 800, async () => {
    const value = `198.51.100.${randomInt(250)}`;
    const { rule } = await call('rule', () => client.send(firewall.create, { domainId, kind: 'ip', value, mode: 'deny', deploy: true }));
    const ruleId = (rule as { id?: string } | undefined)?.id;
    if (ruleId) await call('rule', () => client.send(firewall.delete, { domainId, ruleId }));
  });
  const reads = repeat('read', 500, async () => {
    await call('read', () => client.send(trace.run, { domainId, url: `https://${name}/a?b=c` }));
    await call('read', () => client.send(report.traffic, { domainId, window: '24h' }));
  });
  const imports = repeat('import', 8_000, async () => {
    const lines = Array.from({ length: 2_000 }, (_, i) => `r${i} 3600 IN A 203.0.113.${i % 250}`).join('\n');
    const file = new File([lines], 'zone.txt', { type: 'text/plain' });
    await call('import', () => client.send(zone.import, { domainId, usage: 'zone', dryRun: 'true' }, { file }));
  });
  const listens = repeat('stream', 3_000, async () => {
    const leave = new AbortController();
    const response = await fetch(`${portal.url}/api/task/stream`, {
      headers: { cookie: client.cookie, 'x-forwarded-for': clientIp(n) },
      signal: leave.signal,
    });
    see('stream', response.status, response.headers);
    setTimeout(() => leave.abort(), randomInt(5_000, 20_000));
    // It ends when the customer leaves.
    await response.text().catch(() => '');
  });
  const signIns = repeat('sign-in', 60_000, async () => {
    const again = new Client(portal.url, { 'x-forwarded-for': clientIp(n) });
    await call('sign-in', () => again.send(auth.login, { username: email, password }));
    await call('sign-in', () => again.send(auth.logout, {}));
  });
  await Promise.all([page('/dashboard'), page(`/domains/${name}/dns`), records, rules, reads, imports, listens, signIns]);
}

/** An edge that reports its requests. */
async function edge(): Promise<void> {
  const client = new Client(portal.url, { 'x-forwarded-for': clientIp(250) });
  await client.signIn();
  const { domains } = await client.ok(domain.list, {});
  const domainIds = domains.map(({ id }) => id);
  let seed = 1;
  await repeat('log', 2_000, async () => {
    const now = Date.now();
    const lines = createMixedEntries({ count: 500, domainIds, from: now - 2_000, to: now, seed: seed++ });
    const own = lines.map((line) => ({ ...line, id: randomUUID() }));
    const response = await sendEntries(portal.url, randomUUID(), own);
    await response.arrayBuffer();
    see('log', response.status, response.headers);
  });
}

const samples: number[] = [];
async function measure(): Promise<void> {
  while (!isOver()) {
    samples.push(rss(portal.pid));
    if (samples.length % 12 === 0)
      console.log(`${Math.round((Date.now() - started) / 60_000)} min: ${mb(samples.at(-1) ?? 0)}, ${faults.length} faults`);
    await wait(SAMPLE_MS);
  }
}

const people = Array.from({ length: CUSTOMERS }, (_, i) => i + 1);
await Promise.all([measure(), edge(), ...people.map((n) => customer(n)), ...people.map((n) => visitor(n + 100))]);

const warm = samples.slice(Math.floor(samples.length * WARM));
const third = Math.max(1, Math.floor(warm.length / 3));
const [first, last] = [median(warm.slice(0, third)), median(warm.slice(-third))];
const limit = first * (1 + GROWTH.share) + GROWTH.bytes;
for (const [kind, n] of [...counts].sort()) console.log(`${kind.padEnd(14)} ${n}`);
const middle = samples[Math.floor(samples.length / 2)] ?? 0;
console.log(`memory: ${mb(samples[0] ?? 0)} at the start, ${mb(middle)} in the middle, ${mb(samples.at(-1) ?? 0)} at the end`);
console.log(
  `median: ${mb(first)} after warming up, ${mb(last)} in the last part (limit ${mb(limit)}), highest ${mb(Math.max(...samples))}`,
);
console.log(`${[...counts.values()].reduce((sum, n) => sum + n, 0)} requests in ${values.minutes} minutes, ${faults.length} faults`);
const isFine = faults.length === 0 && last <= limit;
console.log(isFine ? 'passed' : `failed: ${faults.length > 0 ? 'faults' : 'memory keeps growing'}`);
process.exitCode = isFine ? 0 : 1;
