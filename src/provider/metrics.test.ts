import { randomUUID } from 'node:crypto';
import http from 'node:http';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startBootedPortal } from '../../tests/support/bootedPortal.ts';
import { scrape } from '../../tests/support/metrics.ts';
import { startProvider } from '../../tests/support/provider.ts';
import { type RunningServer, startProviderServer } from '../../tests/support/server.ts';
import { auth } from '../lib/contract/account/auth.ts';
import { domain } from '../lib/contract/cdn/domain.ts';
import { provider } from '../lib/contract/core/provider.ts';
import { demo } from '../lib/contract/fields.ts';
import { Metrics } from '../lib/node/metrics.ts';
import { type MonitorEnv, startMonitor } from '../lib/node/monitor.ts';

const post = (url: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  });

test('a scrape has exactly the calls that were answered, and unknown paths add no series', async () => {
  const { url, monitor } = await startBootedPortal({ TRUSTED_PROXIES: '127.0.0.1' });
  const origin = { origin: 'http://127.0.0.1:4321' };
  for (let i = 0; i < 3; i++) expect((await fetch(`${url}/api${provider.status.path}`)).status).toBe(200);
  const signIn = (password: string) => post(url, auth.login.path, { username: demo.email, password }, origin);
  expect((await signIn(demo.password)).status).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await signIn('wrong')).status);
  const refused = statuses.filter((status) => status === 422).length;
  const limited = statuses.filter((status) => status === 429).length;
  expect([refused > 0, limited > 0, refused + limited]).toEqual([true, true, 12]);
  expect((await fetch(`${url}/api${domain.list.path}`)).status).toBe(401);

  const first = await scrape(monitor);
  const count = (name: string) => first.get(name) ?? 0;
  expect(count('nasim_calls_total{call="provider.status",status="2xx"}')).toBe(3);
  expect(count('nasim_call_duration_seconds_count{call="provider.status"}')).toBe(3);
  expect(count('nasim_calls_total{call="auth.login",status="2xx"}')).toBe(1);
  expect(count('nasim_calls_total{call="auth.login",status="4xx"}')).toBe(12);
  expect(count('nasim_rate_limited_calls_total{call="auth.login"}')).toBe(limited);
  expect(count('nasim_sign_in_failures_total{call="auth.login"}')).toBe(refused);
  expect(count('nasim_calls_total{call="domain.list",status="4xx"}')).toBe(1);
  expect(count('nasim_database_up')).toBe(1);
  expect(count('nasim_domains')).toBeGreaterThan(1);
  expect(count('nasim_database_query_duration_seconds_count')).toBeGreaterThan(10);

  await fetch(`${url}/api/x/unknown`);
  const series = (await scrape(monitor)).size;
  for (let i = 0; i < 1_000; i++) await fetch(`${url}/api/x/${randomUUID()}?${i}`);
  const after = await scrape(monitor);
  expect(after.get('nasim_calls_total{call="unknown",status="4xx"}')).toBe(1_001);
  // Jobs that ran meanwhile may have added theirs.
  const own = [...after.keys()].filter((name) => !/job|driver|outbox|nodejs|component|check/.test(name));
  expect(own.length).toBeLessThanOrEqual(series);
  expect(own.filter((name) => /[0-9a-f]{8}-|@|\/x\//.test(name))).toEqual([]);
}, 200_000);

test('/readyz answers 503 as soon as the portal drains, while running requests go on', async () => {
  const { portal, monitor, url } = await startBootedPortal();
  const ready = async () => {
    const response = await fetch(`${monitor}/readyz`);
    return [response.status, await response.json()];
  };
  expect(await ready()).toEqual([200, { ready: true, failing: [] }]);
  expect((await fetch(`${url}/metrics`)).status).not.toBe(200);
  expect((await fetch(`${monitor}/healthz`)).status).toBe(404);
  expect((await fetch(`${monitor}/metrics`, { method: 'POST' })).status).toBe(405);
  portal.drain();
  expect(await ready()).toEqual([503, { ready: false, failing: ['serving'] }]);
  expect((await fetch(`${url}/api${provider.status.path}`)).status).toBe(200);
});

test('without its database a provider isn’t ready, and its metrics say so', async () => {
  const metrics = new Metrics();
  const p = await startProvider({ metrics, log: pino({ level: 'silent' }) });
  const monitor = await startMonitor({
    env: { METRICS_HOST: '127.0.0.1', METRICS_PORT: 0 },
    variable: 'METRICS_PORT',
    metrics,
    checks: p.provider.checks,
  });
  onTestFinished(monitor.stop);
  const address = String(monitor.address);
  const ready = async () => {
    const response = await fetch(`${address}/readyz`);
    return [response.status, await response.json()];
  };
  expect(await ready()).toEqual([200, { ready: true, failing: [] }]);
  expect((await scrape(address)).get('nasim_sessions')).toBe(0);
  await p.signIn();
  const samples = await scrape(address);
  expect([samples.get('nasim_sessions'), samples.get('nasim_database_up')]).toEqual([1, 1]);
  // A later version has upgraded the database.
  await p.store.write('t', (tx) =>
    tx
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-later', timestamp: '2030-01-01T00:00:00.000Z' } as never) // no table of ours
      .execute(),
  );
  const later = { timeout: 10_000 };
  await expect.poll(ready, later).toEqual([503, { ready: false, failing: ['schema'] }]);
  await p.store.close();
  await expect.poll(ready, later).toEqual([503, { ready: false, failing: ['database', 'schema'] }]);
  const gone = await scrape(address);
  expect([gone.get('nasim_database_up'), gone.has('nasim_sessions')]).toEqual([0, false]);
});

test('requests to /readyz share a round of checks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const check = vi.fn(() => promise);
  const monitor = await startMonitor({
    env: { METRICS_HOST: '127.0.0.1', METRICS_PORT: 0 },
    variable: 'METRICS_PORT',
    metrics: new Metrics(),
    checks: { check },
  });
  onTestFinished(monitor.stop);
  const ready = async () => (await fetch(`${monitor.address}/readyz`)).status;
  const running = Array.from({ length: 20 }, ready);
  await expect.poll(() => check.mock.calls.length).toBe(1);
  resolve(true);
  expect(new Set(await Promise.all(running))).toEqual(new Set([200]));
  expect(await ready()).toBe(200);
  expect(check).toHaveBeenCalledOnce();
  // The result isn't answered for long.
  check.mockResolvedValue(false);
  vi.advanceTimersByTime(1_000);
  expect(await ready()).toBe(503);
});

test('metrics are for this machine, or for who has the token', async () => {
  const metrics = new Metrics();
  const start = (env: Partial<MonitorEnv>) =>
    startMonitor({ env: { METRICS_HOST: '127.0.0.1', METRICS_PORT: 0, ...env }, variable: 'METRICS_PORT', metrics, checks: {} });
  expect((await start({ METRICS_PORT: undefined })).address).toBeNull();
  for (const host of ['0.0.0.0', '::', '192.0.2.1'])
    await expect(start({ METRICS_HOST: host })).rejects.toThrow(/METRICS_TOKEN is required/);
  const open = await start({});
  onTestFinished(open.stop);
  const { port, hostname } = new URL(String(open.address));
  await expect(start({ METRICS_PORT: Number(port) })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use. Choose another one with METRICS_PORT.`,
  );
  // A name of somebody else that points to this machine: a page in a browser could read the metrics by it.
  const status = (host: string) =>
    new Promise((done) => http.get({ hostname, port, path: '/metrics', headers: { host } }, ({ statusCode }) => done(statusCode)));
  expect([await status(`127.0.0.1:${port}`), await status('localhost'), await status('rebound.example')]).toEqual([200, 200, 421]);

  const token = 'a-token-of-the-operator';
  const closed = await start({ METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token });
  onTestFinished(closed.stop);
  const address = `http://127.0.0.1:${new URL(String(closed.address)).port}`;
  const read = async (authorization?: string) =>
    (await fetch(`${address}/metrics`, authorization === undefined ? {} : { headers: { authorization } })).status;
  expect([await read(), await read('Bearer a-token-of-the-operatox'), await read(`Bearer ${token}`)]).toEqual([401, 401, 200]);
  // A load balancer has no token, and learns only whether to send traffic.
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});

test('a slow call is logged with the time of the database and the account, and an ordinary one isn’t a warning', async () => {
  const entries: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (entry: string) => void entries.push(JSON.parse(entry)) });
  const p = await startProvider({ log, env: { SLOW_CALL_MS: '1' } });
  const token = await p.signIn();
  const { headers } = await p.try(domain.list, {}, { token });
  const requestId = headers.get('x-request-id');
  const logged = entries.filter((entry) => entry.requestId === requestId);
  expect(logged).toEqual([
    expect.objectContaining({
      msg: 'slow call',
      level: 40,
      call: 'domain.list',
      status: 200,
      accountId: expect.any(String),
      durationMs: expect.any(Number),
    }),
  ]);
  expect(Number(logged[0]?.databaseMs)).toBeGreaterThan(0);
  expect(JSON.stringify(entries)).not.toContain(demo.email);
});

test('`npm run provider` counts its calls on a port of its own, takes the ID of a request from a trusted proxy only, and ends on SIGTERM', async () => {
  const { freePort } = await import('../../scripts/lib/ports.mjs');
  const port = await freePort();
  const server: RunningServer = await startProviderServer({ env: { METRICS_PORT: String(port), LOG_LEVEL: 'debug', DEMO: 'off' } });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const call = (headers: Record<string, string> = {}) => fetch(`${server.url}${provider.status.path}`, { headers });
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect((await call({ 'x-request-id': id })).headers.get('x-request-id')).toBe(id);
  for (const wrong of ['short', 'has spaces in it, many', `${'x'.repeat(65)}`])
    expect((await call({ 'x-request-id': wrong })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const samples = await scrape(`http://127.0.0.1:${port}`);
  expect(samples.get('nasim_calls_total{call="provider.status",status="2xx"}')).toBe(4);
  expect(samples.get('nasim_build_info{version="0.2.0"}')).toBe(1);
  expect(server.output()).toContain(`"requestId":"${id}","call":"provider.status","status":200`);
  expect(await server.stop()).toBe(0);
}, 120_000);
