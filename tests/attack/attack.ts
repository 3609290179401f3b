/*
 * Attacks on a fresh instance, on this machine only:
 *   npm run attack -- [--postgres]
 * First the tests that SECURITY.md names, on the same kind of database, then those that need load or a restart; the numbers are of SECURITY.md.
 * Each prints `held` or `broke` with what was observed. Exits with 1 when one broke.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { trace } from '../../src/lib/contract/cdn/trace.ts';
import { waf } from '../../src/lib/contract/cdn/waf.ts';
import { zone } from '../../src/lib/contract/cdn/zone.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { rss } from '../bench/load.ts';
import { percentile } from '../bench/report.ts';
import { addDomain, openAccount } from '../support/accounts.ts';
import { Client } from '../support/client.ts';
import { startPortal } from '../support/server.ts';
import { meanwhile } from './honest.ts';

const { values } = parseArgs({ options: { postgres: { type: 'boolean', default: false } } });
const database = values.postgres ? await startPostgres() : null;
const env = { TRUSTED_PROXIES: '127.0.0.1', DEMO: 'on', ...(database && { DATABASE_URL: database.url }) };
let portal = await startPortal({ env });
const { dataDir } = portal;

/** An honest visitor waits at most this long while an attack runs, in ms. */
const HONEST_P99 = 500;
/** A known browser signs in within this time during a flood, in ms. */
const KNOWN_SIGN_IN = 5_000;
const results: { name: string; ok: boolean; summary: string }[] = [];
async function attack(name: string, run: () => Promise<{ ok: boolean; summary: string }>): Promise<void> {
  const result = await run().catch((error: unknown) => ({
    ok: false,
    summary: `failed: ${String(error)}, ${String(error instanceof Error ? error.cause : '')}`,
  }));
  results.push({ name, ...result });
  console.log(`${result.ok ? 'held ' : 'broke'}  ${name}: ${result.summary}`);
}
let networks = 0;
/** The address of a new network. */
const ip = () => `198.18.${++networks % 250}.${1 + Math.floor(networks / 250)}`;
const from = () => new Client(portal.url, { 'x-forwarded-for': ip() });
const statuses = (list: readonly number[]) =>
  [...Map.groupBy(list, (status) => status)].map(([status, all]) => `${all.length} × ${status}`).join(', ');

/** A bomb is repeated for as long as it takes to measure honest requests, in ms. */
const BOMB_MS = 15_000;
async function repeated(bomb: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + BOMB_MS;
  do await bomb();
  while (Date.now() < end);
}

const judged = (times: readonly number[], more: string, isFine: boolean) => {
  const p99 = Math.round(percentile(times, 99));
  return {
    ok: isFine && p99 <= HONEST_P99,
    summary: `${more}; honest p50 ${Math.round(percentile(times, 50))}, p99 ${p99} ms over ${times.length} requests`,
  };
};

await attack('all that SECURITY.md has tests for', async () => {
  const named = readFileSync('SECURITY.md', 'utf8').matchAll(/`((?:src|tests)\/[\w./-]+\.test\.tsx?)`/g);
  const files = [...new Set([...named].map(([, file = '']) => file))];
  const report = join(dataDir, 'tests.json');
  const args = ['run', ...files, '--reporter=json', `--outputFile=${report}`];
  const onDatabase = database && { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: database.url };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    env: { ...process.env, FULL: '1', ...onDatabase },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  // The format of vitest's JSON reporter.
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; status: string }[];
  };
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name));
  const summary = `${numPassedTests} passed, ${numFailedTests} failed in ${files.length} files ${failed.join(', ')}`;
  return { ok: code === 0 && numPassedTests > 0, summary };
});

const owner = await openAccount(portal, ip());
const honest = await openAccount(portal, ip());
/** What an honest visitor and customer wait for each request until `work` has ended, in ms. */
const honestTimes = (work: Promise<unknown>) => meanwhile({ url: portal.url, cookie: honest.client.cookie }, work);
const ownAddress = await addDomain(owner, `attack-${randomUUID().slice(0, 8)}.example`);

await attack('8 rules that would take long to match', async () => {
  const { client } = owner;
  const rules: number[] = [];
  // The first is too long to be saved; the others are what a customer may save.
  for (const value of [`${'*a'.repeat(900)}*b`, `${'*a'.repeat(240)}*b`, `*${'a'.repeat(450)}`, `*${'?'.repeat(400)}b`])
    rules.push(
      (
        await client.send(waf.createRule, {
          domainId: ownAddress.id,
          title: 'Bomb',
          modules: ['custom'],
          action: 'block',
          conditions: Array.from({ length: 20 }, () => ({ field: 'query', operator: 'matches' as const, value })),
          deploy: true,
        })
      ).status,
    );
  const url = `https://${ownAddress.name}/?${'a'.repeat(3900)}`;
  const traces: number[] = [];
  const work = repeated(() =>
    Promise.all(
      Array.from({ length: 100 }, async () => traces.push((await client.send(trace.run, { domainId: ownAddress.id, url })).status)),
    ),
  );
  const times = await honestTimes(work);
  return judged(
    times,
    `rules ${statuses(rules)}, traces ${statuses(traces)}`,
    traces.every((one) => one !== 500),
  );
});

await attack('9 a flood of password hashes', async () => {
  const known = new Client(portal.url, { 'x-forwarded-for': '203.0.113.77' });
  known.browser = honest.client.browser;
  const signIn = async () => {
    const began = performance.now();
    const { status } = await known.send(auth.login, { username: honest.email, password: honest.password });
    return { status, ms: Math.round(performance.now() - began) };
  };
  const alone = await signIn();
  const answers: number[] = [];
  let sent = 0;
  const flood = repeated(() =>
    Promise.all(
      Array.from({ length: 200 }, async () => {
        const i = sent++;
        const client = new Client(portal.url, { 'x-forwarded-for': `192.0.2.${i % 250}` });
        answers.push((await client.send(auth.login, { username: `nobody-${i}@mail.example`, password: 'x'.repeat(20) })).status);
      }),
    ),
  );
  const during = signIn();
  const times = await honestTimes(flood);
  const { status, ms } = await during;
  const more = `flood ${statuses(answers)}; a known browser signed in (${status}) after ${ms} ms, without the flood after ${alone.ms} ms`;
  return judged(times, more, status === 200 && ms < KNOWN_SIGN_IN && answers.every((one) => one !== 500));
});

await attack('10 oversized and many uploads', async () => {
  const { client } = owner;
  const file = (bytes: number) => new File(['; a comment line of a zone file\n'.repeat(bytes / 32)], 'zone.txt', { type: 'text/plain' });
  const send = (bytes: number) =>
    client
      .send(zone.import, { domainId: ownAddress.id, usage: 'zone', dryRun: 'true' }, { file: file(bytes) })
      .then(({ status }) => status)
      // A refusal may end the connection while the body is still being sent.
      .catch(() => 413);
  const large = await send(31e6);
  const before = rss(portal.pid);
  const answers: number[] = [];
  const work = repeated(() => Promise.all(Array.from({ length: 30 }, async () => answers.push(await send(9e6)))));
  let most = before;
  const times = await honestTimes(
    Promise.race([
      work,
      (async () => {
        for (;;) {
          most = Math.max(most, rss(portal.pid));
          await wait(100);
        }
      })(),
    ]),
  );
  const grown = Math.round((most - before) / 1e6);
  return judged(
    times,
    `31 MB: ${large}; 30 at once: ${statuses(answers)}, ${grown} MB more memory`,
    large === 413 && grown < 700 && answers.every((one) => one !== 500),
  );
});

await attack('3 demo accounts after a restart in production', async () => {
  const stolen = from();
  await stolen.signIn();
  await portal.stop();
  const origin = 'https://panel.example';
  portal = await startPortal({ dataDir, env: { ...env, DEMO: 'off', ORIGIN: origin } });
  const signIns = [];
  for (const username of [demo.email, demo.second]) {
    const client = new Client(portal.url, { 'x-forwarded-for': ip() });
    signIns.push((await client.send(auth.login, { username, password: demo.password }, { headers: { origin } })).status);
  }
  // A session from before, and its live stream.
  const headers = { cookie: stolen.cookie, 'x-forwarded-for': ip() };
  const sessions = [];
  for (const path of ['/api/auth/profile', '/api/task/stream']) {
    const response = await fetch(portal.url + path, { headers });
    sessions.push(response.status);
    await response.body?.cancel();
  }
  const ok = signIns.every((status) => status === 422) && sessions.every((status) => status === 401);
  return { ok, summary: `sign-ins ${statuses(signIns)}; a session and its stream ${statuses(sessions)}` };
});

await portal.stop();
await portal[Symbol.asyncDispose]();
await database?.stop();
const broke = results.filter(({ ok }) => !ok);
console.log(`${results.length - broke.length} held, ${broke.length} broke`);
process.exit(broke.length === 0 ? 0 : 1);
