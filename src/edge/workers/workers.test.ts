import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
import { cached, limit, plain, wall } from '../../../tests/support/edgeSample.ts';
import { visitorAt, workerPids } from '../../../tests/support/edgeWorkers.ts';
import type { DomainPolicy, EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';

let control: ControlServer;
let edge: EdgeProcess;
let folder: string;
let version = 0;
let origin: Awaited<ReturnType<typeof startOrigin>>;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    if (request.url === '/vary') response.setHeader('vary', 'accept-language');
    const answer = request.url === '/vary' ? `${request.headers['accept-language']} ${version}` : `version ${version}`;
    setTimeout(() => response.end(answer), request.url === '/slow' ? 500 : 0);
  });
  folder = mkdtempSync(join(tmpdir(), 'edge-workers-'));
  control = await startControl();
  // Copies are on the disk only.
  edge = await startEdgeProcess(control, folder, { EDGE_WORKERS: '2', EDGE_CACHE_MB: '0' });
}, 60_000);
afterAll(async () => {
  await edge.end('SIGTERM');
  await control.stop();
  await origin.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Copies from the millisecond of a purge are purged too. */
const tick = () => new Promise((done) => setTimeout(done, 3));
let purges = 0;
const purgeAll = () => ({ purges: [{ id: `p${++purges}`, scope: 'all', items: [], at: Date.now() } as const] });
/** Waits for the report only. */
async function push(config: Parameters<typeof policyFor>[1], more: Partial<DomainPolicy> = {}): Promise<void> {
  const policy = policyFor(origin.port, config, more);
  control.push(policy);
  await until(() => control.reports.at(-1)?.versions.d1 === policy.version);
}
/** A visitor at each worker. */
async function pair() {
  const [first = 0, second = 0] = workerPids(edge);
  return [await visitorAt(edge, first), await visitorAt(edge, second)] as const;
}
const started = () => edge.logged('info').filter((one) => one === 'edge worker started').length;

test('two workers serve one port, as one edge with one ID', async () => {
  await push({});
  const [first, second] = await pair();
  expect(first.pid).not.toBe(second.pid);
  for (const visitor of [first, second]) expect(await visitor.get('/')).toMatchObject({ status: 200, body: `version ${version}` });
  expect(new Set(control.reports.map(({ edgeId, hostname }) => `${edgeId} ${hostname}`)).size).toBe(1);
  expect(control.reports[0]?.hostname).toBe(new URL(edge.addresses.http).host);
  await until(() => control.lines().length === 2);
});

test('a policy and a purge are in every worker before their version is reported', async () => {
  await push(cached({}), purgeAll());
  const [first, second] = await pair();
  for (let round = 0; round < 10; round++) {
    for (const visitor of [first, second]) await visitor.get('/page');
    version++;
    await push(cached({}), purgeAll());
    await tick();
    for (const visitor of [first, second]) expect((await visitor.get('/page')).body).toBe(`version ${version}`);
  }
  await push(wall({ defaultMode: 'deny' }));
  for (const visitor of [first, second]) expect((await visitor.get('/page')).status).toBe(403);
  const other = policyFor(origin.port, { domain: { name: 'other.example', status: 'active' } }, { id: 'd2', name: 'other.example' });
  control.push(other);
  await until(() => control.reports.at(-1)?.versions.d2 === other.version);
  for (const visitor of [first, second]) expect((await visitor.get('/', { host: 'other.example' })).status).toBe(200);
  control.remove('d2');
  await until(() => control.reports.at(-1)?.versions.d2 === undefined);
  for (const visitor of [first, second]) expect((await visitor.get('/', { host: 'other.example' })).status).toBe(421);
});

test('a limit of 10 requests lets exactly 10 of 40 pass, over many connections to all workers', async () => {
  await push({ ...plain, rateLimits: [limit({ path: '/*', requestCount: 10 })] });
  const [first, second] = await pair();
  const requests = Array.from({ length: 40 }, (_, at) =>
    at % 4 === 0 ? first.get('/') : at % 4 === 1 ? second.get('/') : get(edge.addresses.http, '/'),
  );
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test('a copy on the disk is served by every worker, until one of them replaces it or makes it invalid', async () => {
  await push(cached({}), purgeAll());
  const [first, second] = await pair();
  const state = async (visitor: typeof first, path: string, language = 'en') => {
    const { headers, body } = await visitor.get(path, { headers: { 'accept-language': language } });
    return [headers['x-cache'], body];
  };
  await tick();
  for (const path of ['/page', '/vary']) {
    const body = path === '/vary' ? `en ${version}` : `version ${version}`;
    expect(await state(first, path)).toEqual(['MISS', body]);
    await until(async () => (await state(second, path))[0] === 'HIT');
    expect(await state(second, path)).toEqual(['HIT', body]);
  }
  expect(await state(second, '/vary', 'fa')).toEqual(['MISS', `fa ${version}`]);
  // A change through one worker, whose response comes after all workers know it.
  for (let round = 0; round < 10; round++) {
    const [writer, reader] = round % 2 === 0 ? [first, second] : [second, first];
    await state(reader, '/page');
    version++;
    expect((await writer.get('/page', { method: 'POST' })).status).toBe(200);
    await tick();
    expect((await state(reader, '/page'))[1]).toBe(`version ${version}`);
    expect((await state(writer, '/page'))[1]).toBe(`version ${version}`);
  }
});

test('when a worker is killed, only its own connections end, and another one takes its place', async () => {
  await push(cached({}), purgeAll());
  const [first, second] = await pair();
  const failures: unknown[] = [];
  let isGone = false;
  let isOver = false;
  let served = 0;
  // New connections, and one of the other worker.
  const load = [() => get(edge.addresses.http, '/'), () => get(edge.addresses.http, '/'), () => second.get('/')].map(
    async (request, at) => {
      while (!isOver) {
        const hasBegunAfter = isGone;
        try {
          expect((await request()).status).toBe(200);
          served++;
        } catch (error) {
          // The killed worker may have accepted it.
          if (at === 2 || hasBegunAfter) failures.push(error);
        }
      }
    },
  );
  await until(() => served > 50);
  const startedBefore = started();
  process.kill(first.pid, 'SIGKILL');
  await until(() => !workerPids(edge).includes(first.pid));
  isGone = true;
  const before = served;
  await until(() => served > before + 50 && started() > startedBefore, 30_000);
  isOver = true;
  await Promise.all(load);
  expect(failures).toEqual([]);
  expect(edge.logged('error')).toEqual(['edge worker ended and is started again']);
  const again = await visitorAt(edge, workerPids(edge).find((pid) => pid !== second.pid) ?? 0);
  expect((await again.get('/')).status).toBe(200);
  // It has every policy that follows too.
  await push(wall({ defaultMode: 'deny' }));
  for (const visitor of [again, second]) expect((await visitor.get('/')).status).toBe(403);
}, 60_000);

test('without the portal all workers serve on, one that is started then too', async () => {
  await push({});
  control.down();
  const [first, second] = await pair();
  for (const visitor of [first, second]) expect((await visitor.get('/')).status).toBe(200);
  const startedBefore = started();
  process.kill(first.pid, 'SIGKILL');
  await until(() => started() > startedBefore, 30_000);
  const again = await visitorAt(edge, workerPids(edge).find((pid) => pid !== second.pid) ?? 0);
  for (const visitor of [again, second]) expect((await visitor.get('/')).status).toBe(200);
  control.up();
  await push(wall({ defaultMode: 'deny' }));
}, 60_000);

test('SIGTERM ends all workers after their responses', async () => {
  await push({});
  const pids = workerPids(edge);
  const [first, second] = await pair();
  let requests = 0;
  origin.server.on('request', () => requests++);
  const responses = [first, second].map((visitor) => visitor.get('/slow'));
  await until(() => requests === 2);
  const ended = edge.end('SIGTERM');
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200]);
  await ended;
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  // After the portal was away, an edge that ends leaves them for its next start.
  const spool = join(folder, 'spool');
  const left = readdirSync(spool).flatMap((name) => readFileSync(join(spool, name), 'utf8').split('\n').filter(Boolean));
  const entries = [...control.lines(), ...left.map((line) => JSON.parse(line) as EdgeLogEntry)];
  expect(entries.filter(({ path }) => path === '/slow')).toHaveLength(2);
});
