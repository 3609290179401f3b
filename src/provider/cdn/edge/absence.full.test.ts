import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../../../../tests/support/acme.ts';
import { clearRules } from '../../../../tests/support/clearRules.ts';
import { get, until } from '../../../../tests/support/edge.ts';
import { compareAll } from '../../../../tests/support/edgeControl.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { bind } from '../../../../tests/support/listen.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { readEdgeEnv } from '../../../edge/base/env.ts';
import { type Edge, startEdge } from '../../../edge/edge.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import { DAY, HOUR } from '../../../lib/time.ts';
import { cdnJobs } from '../jobs.ts';

/*
 * A real edge whose portal is away for a day: the clocks of both are moved, and their connection is cut in between.
 */
const host = 'parvaz.example';
const { domainId } = demo;
const log = pino({ level: 'silent' });
const ends: (() => Promise<unknown> | unknown)[] = [];
let moved = 0;
let p: TestProvider;
let edge: Edge;
let startedEdge: () => Promise<void>;
let link: Awaited<ReturnType<typeof relay>>;

/** Passes connections on to a server until it is cut. */
async function relay(target: string) {
  const { port } = new URL(target);
  const sockets = new Set<net.Socket>();
  let isCut = false;
  const server = net.createServer((socket) => {
    if (isCut) return void socket.destroy();
    const onward = net.connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  return {
    url: `http://127.0.0.1:${await bind(server)}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    stop() {
      this.cut();
      server.close();
    },
  };
}

beforeEach(async () => {
  moved = 0;
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + moved);
  p = await startProvider({ env: { EDGE_DRIVER: 'node', CERT_DRIVER: 'own' }, onEnd: (stop) => ends.push(stop) });
  Object.defineProperty(p.clock, 'now', { get: () => Date.now(), set: () => {} });
  await clearRules(p, { token: await p.signIn() });
  await compareAll(p);
  const portal = await listen(p.provider);
  ends.push(() => portal.stop());
  link = await relay(portal.url);
  ends.push(() => link.stop());
  const { edgeKeys } = p.provider.services;
  const folder = mkdtempSync(join(tmpdir(), 'edge-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  startedEdge = async () => {
    const env = {
      EDGE_CONTROL_URL: link.url,
      EDGE_KEY: edgeKeys.key,
      EDGE_VERIFY_KEY: edgeKeys.verifying,
      EDGE_DIR: folder,
      EDGE_PORT: '0',
      EDGE_TLS_PORT: '0',
      EDGE_WORKERS: '1',
      EDGE_DEMO_ORIGIN: '1',
    };
    edge = await startEdge(readEdgeEnv(env), log);
  };
  await startedEdge();
  ends.push(() => edge.stop());
  await until(() => edge.sites.get(domainId) !== undefined, 30_000);
}, 120_000);
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.restoreAllMocks();
}, 60_000);

const visit = async (path = '/') => (await get(edge.addresses.http, path, { host })).status;
const counted = async () => {
  const sums = await p.provider.services.logs.sums({ domainId, from: 0, to: Date.now() + HOUR }, HOUR);
  return sums.reduce((sum, { requests }) => sum + requests, 0);
};
const chain = () =>
  edge.sites
    .get(domainId)
    ?.policy.certificates.map((one) => one.chain)
    .join();

test('an edge serves for a day without its portal, also after a restart; what it did is reported once, and what was due follows', async () => {
  await until(async () => (await visit()) === 200);
  expect(await visit('/copy')).toBe(200);
  await until(async () => (await counted()) >= 2, 30_000);
  const before = await counted();
  const sslId = demo.sslId;
  const { fingerprint } = await storedOne(p, 'ssl', { id: sslId });
  const oldChain = chain();
  // It becomes due while the portal is away.
  const due = Date.now() + 10 * HOUR;
  await updateStored(p, 'ssl', { id: sslId }, { issuedAt: due - 60 * DAY, expiresAt: due + 30 * DAY });
  link.cut();
  let visits = 0;
  for (let hour = 1; hour <= 22; hour++) {
    moved += HOUR;
    if (hour === 12) {
      await edge.stop();
      await startedEdge();
    }
    for (const path of ['/', '/copy', `/hour-${hour}`]) {
      expect([hour, path, await visit(path)]).toEqual([hour, path, path.startsWith('/hour') ? expect.any(Number) : 200]);
      visits++;
    }
  }
  // Meanwhile the customer cleared the cache, and the edge doesn't know.
  await p.ok(cache.delete, { domainId, scope: 'all' }, { token: await p.signIn() });
  link.mend();
  await until(async () => (await counted()) - before >= visits, 60_000);
  // What the portal does when it is back.
  await until(async () => {
    await runJobs(p, cdnJobs.watchSsl);
    await p.provider.services.jobs.runDue();
    await compareAll(p);
    return chain() !== oldChain;
  }, 60_000);
  expect((await storedOne(p, 'ssl', { id: sslId })).fingerprint).not.toBe(fingerprint);
  const { headers } = await get(edge.addresses.http, '/copy', { host });
  expect(headers['x-cache']).not.toBe('HIT');
  await until(async () => (await counted()) - before >= visits + 1, 30_000);
  expect((await counted()) - before).toBe(visits + 1);
  // A batch that was on its way when the connection ended isn't counted twice.
  await p.provider.services.jobs.runDue();
  expect((await counted()) - before).toBe(visits + 1);
}, 240_000);

test('after more than a day, requests of before aren’t counted, and the operator sees how many; an edge that starts waits for the portal', async () => {
  await until(async () => (await visit()) === 200);
  await until(async () => (await counted()) >= 1, 30_000);
  const before = await counted();
  link.cut();
  moved += HOUR;
  expect(await visit()).toBe(200);
  // On the disk before the clock moves on.
  await new Promise((done) => setTimeout(done, 1_500));
  moved += DAY + HOUR;
  expect(await visit()).toBe(200);
  await edge.stop();
  await startedEdge();
  expect(await visit()).toBe(421);
  link.mend();
  await until(async () => (await visit()) === 200, 30_000);
  await until(async () => (await counted()) > before, 30_000);
  const operator = { token: await p.signInOperator() };
  await until(async () => {
    const { warnings } = await p.ok(operatorDesk.today, {}, operator);
    return warnings.some(({ kind, count }) => kind === 'lostRequests' && count === 1);
  }, 60_000);
}, 180_000);
