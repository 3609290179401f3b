import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ControlServer,
  type EdgeProcess,
  get,
  policyFor,
  startControl,
  startEdgeProcess,
  startOrigin,
  until,
} from '../../../tests/support/edge.ts';
import { page, plain } from '../../../tests/support/edgeSample.ts';
import type { DomainPolicy } from '../../lib/rules/cdn/edge/bundle.ts';

// The edge as a process of its own, ended by kill -9 in the middle of pushes; and the portal gone while visitors come.
const kills = 20;
const PUSHES = 500;
const domains = ['a', 'b', 'c', 'd'];

let control: ControlServer;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let running: EdgeProcess | null = null;
const folder = mkdtempSync(join(tmpdir(), 'edge-crash-'));
const pushed = new Map<string, number>();

beforeAll(async () => {
  control = await startControl();
  origin = await startOrigin((_, response) => response.end('from the origin'));
});
afterAll(async () => {
  await end();
  await control.stop();
  await origin.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<string> {
  running = await startEdgeProcess(control, folder);
  return running.addresses.http;
}
async function end(): Promise<void> {
  const ending = running;
  running = null;
  await ending?.end('SIGKILL');
}

/** The next version of a domain. Its responses say which version serves them. */
function next(name: string): DomainPolicy {
  const config = { domain: { name: `${name}.example`, status: 'active' as const }, cache: { ...plain.cache, level: 'off' as const } };
  const policy = policyFor(origin.port, config, { id: name, name: `${name}.example` });
  pushed.set(name, policy.version);
  return { ...policy, config: { ...policy.config, pageRules: [page('/*', { cspOverride: `version-${policy.version}` })] } };
}
const push = (name: string) => control.push(next(name));
/** The version that serves a domain; 0: it isn't known. @throws if a healthy origin wasn't reached */
async function served(address: string, name: string): Promise<number> {
  const { status, headers } = await get(address, '/', { host: `${name}.example` });
  if (status === 421) return 0;
  expect(status).toBe(200);
  return Number(String(headers['content-security-policy']).replace('version-', ''));
}
const reported = () => control.reports.at(-1)?.versions ?? {};
const meet = () => until(() => domains.every((name) => reported()[name] === pushed.get(name)));

test(`an edge that is killed ${kills} times in the middle of ${PUSHES} pushes serves what it had, and catches up`, async () => {
  for (const name of domains) push(name);
  let address = await start();
  await meet();
  for (let kill = 0; kill < kills; kill++) {
    // A kill after a part of the pushes, which is a different one each time.
    const part = ((kill * 7 + 3) % 10) / 10;
    const share = Math.floor(PUSHES / kills);
    for (let at = 0; at < share; at++) {
      push(domains[at % domains.length] ?? 'a');
      if (at === Math.floor(share * part)) await end();
      if (at % 10 === 0) await new Promise(setImmediate);
    }
    const had = { ...reported() };
    control.down();
    address = await start();
    for (const name of domains) {
      const version = await served(address, name);
      expect(version).toBeGreaterThanOrEqual(had[name] ?? 0);
      expect(version).toBeLessThanOrEqual(pushed.get(name) ?? 0);
    }
    control.up();
    await meet();
    for (const name of domains) expect(await served(address, name)).toBe(pushed.get(name));
  }
}, 600_000);

test('while the portal is away, every visitor is served, and afterward the versions meet', async () => {
  await end();
  const address = await start();
  await meet();
  control.down();
  const before = new Map(pushed);
  for (const name of domains) push(name);
  const over = Date.now() + 60_000;
  let requests = 0;
  const visitor = async (name: string) => {
    for (; Date.now() < over; requests++) expect(await served(address, name)).toBe(before.get(name));
  };
  await Promise.all([...domains, ...domains].map(visitor));
  expect(requests).toBeGreaterThan(domains.length);
  control.up();
  await meet();
  for (const name of domains) expect(await served(address, name)).toBe(pushed.get(name));
}, 90_000);
