import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { auth } from '../../src/lib/contract/account/auth.ts';
import type { AnyCall, Input } from '../../src/lib/contract/call.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { provider } from '../../src/lib/contract/core/provider.ts';
import { contact } from '../../src/lib/contract/support/contact.ts';
import { startNginx } from '../bench/nginx.ts';
import { Client } from '../support/client.ts';
import { EventReader } from '../support/events.ts';
import { scrape } from '../support/metrics.ts';
import { type RunningServer, startPortal } from '../support/server.ts';

const STARTS = 240_000;

let postgres: { url: string; stop(): Promise<unknown> };
beforeAll(async () => {
  const child = fork(fileURLToPath(new URL('../support/postgresProcess.mjs', import.meta.url)));
  const ended = once(child, 'exit');
  const [url] = (await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('PostgreSQL did not start')))])) as [
    string,
  ]; // the first message
  postgres = {
    url,
    stop() {
      child.disconnect();
      return ended;
    },
  };
}, STARTS);
afterAll(() => postgres?.stop());

async function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-portals-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

describe('two portals behind nginx', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>;
  let portals: RunningServer[] = [];
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let url = '';
  /** The portals that answered, as nginx names them. */
  const upstreams = new Set<string | null>();
  /** A browser whose connections go to either portal. */
  class Visitor extends Client {
    override async send<C extends AnyCall>(call: C, input: Input<C>, options: Parameters<Client['send']>[2] = {}) {
      const answer = await super.send(call, input, options);
      upstreams.add(answer.headers.get('x-upstream'));
      return answer;
    }
  }

  beforeAll(async () => {
    folder = await newFolder();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = {
      DATABASE_URL: postgres.url,
      DEMO: 'on',
      ORIGIN: url,
      TRUSTED_PROXIES: '127.0.0.1',
      PORTAL_WORKERS: '1',
    };
    const dataDir = join(folder.folder, 'data');
    // At the same time, on an empty database.
    portals = await Promise.all([startPortal({ env, dataDir }), startPortal({ env, dataDir })]);
    nginx = await startNginx(
      join(folder.folder, 'nginx'),
      `upstream portals { ${portals.map((one) => `server 127.0.0.1:${one.port} max_fails=1 fail_timeout=5s;`).join(' ')} }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://portals;
          proxy_http_version 1.1;
          proxy_set_header Connection '';
          proxy_set_header Host $host:$server_port;
          proxy_set_header X-Forwarded-For $http_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
          add_header X-Upstream $upstream_addr always;
        }
      }`,
      `${url}/healthz`,
    );
  }, STARTS);
  afterAll(async () => {
    await nginx?.stop();
    for (const portal of portals) await portal.stop();
    folder?.[Symbol.dispose]();
  });

  const visit = async (ip: string) => {
    const client = new Visitor(url, { 'x-forwarded-for': ip });
    await client.signIn();
    return client;
  };
  const listen = async (client: Client) => {
    const response = await fetch(`${url}/api/task/stream`, { headers: { cookie: client.cookie } });
    return { events: new EventReader(response), upstream: response.headers.get('x-upstream') };
  };

  test('a session, events and idempotency hold at both', { timeout: STARTS }, async () => {
    expect(nginx, 'nginx is not installed: apt-get install -y nginx-light').not.toBeNull();
    const client = await visit('203.0.113.1');
    upstreams.clear();
    for (let i = 0; i < 10; i++) await client.ok(domain.list, {});
    expect(upstreams.size).toBe(2);

    const streams = await Promise.all(Array.from({ length: 4 }, () => listen(client)));
    expect(new Set(streams.map(({ upstream }) => upstream)).size).toBe(2);
    for (const { events } of streams) await events.until('ready');
    const added = await client.ok(domain.add, { name: 'both.example', plan: 'free', acceptTerms: true, termsVersion: '2026-11' });
    for (const { events } of streams) expect((await events.until('domain')).data.group).toBe('domain');

    const key = randomUUID();
    const input = { name: 'paid-once.example', plan: 'eco', acceptTerms: true, termsVersion: '2026-11' } as const;
    upstreams.clear();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.send(domain.add, input, { headers: { 'idempotency-key': key } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(upstreams.size).toBe(2);
    expect((await client.ok(domain.list, {})).domains.filter(({ name }) => name === 'paid-once.example')).toHaveLength(1);
    expect(added.domain.name).toBe('both.example');

    await client.ok(auth.logout, {});
    for (const { events } of streams) expect((await events.until('end')).data).toEqual({ reason: 'session' });
    for (let i = 0; i < 4; i++) expect((await client.send(domain.list, {})).status).toBe(401);
  });

  test('limits are those of one', { timeout: STARTS }, async () => {
    const stranger = new Visitor(url, { 'x-forwarded-for': '203.0.113.20' });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await stranger.send(auth.login, { username: 'nobody@mail.example', password: 'a-wrong-password' })).status);
    // Ten attempts for one account in 15 minutes.
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
    upstreams.clear();
    const flood = new Visitor(url, { 'x-forwarded-for': '203.0.113.21' });
    let accepted = 0;
    for (let i = 0; i < 70; i++) {
      const round = await Promise.all(Array.from({ length: 10 }, () => flood.send(contact.send, {} as never))); // refused as input
      accepted += round.filter(({ status }) => status !== 429).length;
    }
    expect(upstreams.size).toBe(2);
    expect(accepted).toBeGreaterThanOrEqual(600);
    expect(accepted).toBeLessThanOrEqual(640);
  });

  test('one that is killed under load loses nothing that was acknowledged', { timeout: STARTS }, async () => {
    const client = await visit('203.0.113.30');
    const { domain: own } = await client.ok(domain.add, {
      name: 'killed.example',
      plan: 'free',
      acceptTerms: true,
      termsVersion: '2026-11',
    });
    const acknowledged = new Set<string>();
    let isKilled = false;
    let afterKill = 0;
    let failed = 0;
    let serial = 0;
    const writing = Array.from({ length: 6 }, async () => {
      while (afterKill < 30) {
        const name = `r${serial++}`;
        const input = { domainId: own.id, name, type: 'A', content: '203.0.113.200', ttl: 'auto', proxy: false } as const;
        const answer = await client.send(dns.create, input).catch(() => null);
        if (answer?.status === 200) {
          acknowledged.add(name);
          if (isKilled) afterKill++;
        } else failed++;
      }
    });
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(20);
    await portals[0]?.kill9();
    isKilled = true;
    await Promise.all(writing);
    const { records } = await client.ok(dns.list, { domainId: own.id });
    const stored = new Set(records.map(({ name }) => name));
    expect([...acknowledged].filter((name) => !stored.has(name))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(50);
    // Those that were running in it; nginx sends the others to the one that is left.
    expect(failed).toBeLessThanOrEqual(6);
  });
});

test('workers share a port, count together, and are replaced', { timeout: STARTS }, async () => {
  const metricsPort = await freePort();
  const url = new URL(postgres.url);
  await query(`create database workers`);
  url.pathname = '/workers';
  await using portal = await startPortal({
    env: { DATABASE_URL: url.href, DEMO: 'off', PORTAL_WORKERS: '2', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'info' },
  });
  const workers = () => [...portal.output().matchAll(/"worker":(\d+),"msg":"portal worker started"/g)].map(([, pid]) => Number(pid));
  await expect.poll(() => workers().length, { timeout: 120_000 }).toBe(2);
  const [first = 0] = workers();
  const monitor = `http://127.0.0.1:${metricsPort}`;
  const client = new Client(portal.url);
  for (let i = 0; i < 20; i++) await client.ok(provider.config, {});
  const countOf = async () => (await scrape(monitor)).get('nasim_calls_total{call="provider.config",status="2xx"}');
  // A busy worker is reported as it was before.
  await expect.poll(countOf, { timeout: 20_000 }).toBe(20);
  const samples = await scrape(monitor);
  expect(samples.get('nasim_database_up')).toBe(1);
  expect(samples.get('nasim_domains')).toBe(0);
  expect((await fetch(`${portal.url}/public/login`)).status).toBe(200);

  process.kill(first, 'SIGKILL');
  // The other one accepts the connections; a call on a connection to the first one may have failed.
  await expect.poll(() => client.ok(provider.config, {}).then(Boolean, () => false), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => workers().length, { timeout: 120_000 }).toBe(3);
  await expect.poll(countOf, { timeout: 20_000 }).toBeGreaterThanOrEqual(21);
  await expect.poll(async () => (await fetch(`${monitor}/readyz`)).json(), { timeout: 20_000 }).toEqual({ ready: true, failing: [] });
  expect(await portal.stop()).toBe(0);
  await wait(100);
  for (const pid of workers()) expect(() => process.kill(pid, 0)).toThrow();
});

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}
