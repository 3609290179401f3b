import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyFor, startControl, startOrigin, startTestEdge, type TestEdge, until } from '../../../tests/support/edge.ts';
import { plain, wall } from '../../../tests/support/edgeSample.ts';
import { Control } from './control.ts';
import { Sites } from './policies.ts';
import { PolicyStore } from './store.ts';

type Origin = Awaited<ReturnType<typeof startOrigin>>;
let origin: Origin;
const folder = mkdtempSync(join(tmpdir(), 'edge-'));

beforeAll(async () => {
  origin = await startOrigin((request, response) => response.end(`origin ${request.headers.host}${request.url}`));
});
afterAll(async () => {
  await origin.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a change reaches the next request, and its version is reported after it is stored', async () => {
  const edge = await startTestEdge();
  expect((await edge.get('/')).status).toBe(421);
  await edge.push(policyFor(origin.port));
  expect(await edge.get('/a?b=1')).toMatchObject({ status: 200, body: 'origin example.com/a?b=1' });
  await edge.push(policyFor(origin.port, { firewall: wall({ defaultMode: 'deny' }).firewall }));
  expect((await edge.get('/')).status).toBe(403);
  edge.control.remove('d1');
  await until(() => edge.sites.get('d1') === undefined);
  expect((await edge.get('/')).status).toBe(421);
  await edge.stop();
});

test('a report that the portal has isn’t sent again; one that it has lost is', async () => {
  const portal = await startControl();
  let known: string | null = null;
  const control = new Control({
    url: portal.url,
    key: portal.key,
    verifyKey: createPublicKey({ key: Buffer.from(portal.verifyKey, 'base64'), format: 'der', type: 'spki' }),
    sites: new Sites(),
    store: new PolicyStore(mkdtempSync(join(folder, 'reports-')), pino({ level: 'silent' })),
    hostname: () => 'edge',
    places: false,
    abilities: [],
    warnings: () => [],
    log: pino({ level: 'silent' }),
    reportedHash: () => known,
    applied: async () => {},
    wasAway: async () => {},
  });
  await control.load();
  control.start();
  portal.push(policyFor(origin.port));
  await until(() => portal.reports.at(-1)?.place === 2);
  await portal.answerPoll();
  await portal.answerPoll();
  const sent = portal.reports.length;
  known = portal.reportHash();
  // A poll begins when the report before it is done.
  for (let i = 0; i < 3; i++) await portal.answerPoll();
  expect(portal.reports.length).toBe(sent);
  portal.push(policyFor(origin.port));
  await until(() => portal.reports.at(-1)?.place === 3);
  known = null;
  const { length } = portal.reports;
  await portal.answerPoll();
  await until(() => portal.reports.length > length);
  await control.stop();
  await portal.stop();
});

test('a bundle with a wrong signature changes nothing', async () => {
  const edge = await startTestEdge();
  await edge.push(policyFor(origin.port));
  edge.control.state.forge = true;
  const polls = edge.control.state.polls;
  edge.control.push(policyFor(origin.port, { firewall: wall({ defaultMode: 'deny' }).firewall }));
  await until(() => edge.control.state.polls > polls + 1);
  expect((await edge.get('/')).status).toBe(200);
  edge.control.state.forge = false;
  await until(() => edge.sites.get('d1')?.config.firewall.defaultMode === 'deny');
  await edge.stop();
});

test('a recorded bundle changes nothing when it is replayed, also after a restart', async () => {
  const [control, other] = [await startControl(), await startControl()];
  const own = { EDGE_DIR: mkdtempSync(join(tmpdir(), 'edge-')) };
  const open = policyFor(origin.port);
  const first = await startTestEdge(control, own);
  const foreign = await startTestEdge(other);
  await first.push(open);
  await foreign.push({ ...open, version: open.version + 1000 });
  // A second edge: its bundles are issued at the same times, and its full one after changes of the first.
  const second = await startTestEdge(control);
  await until(() => second.sites.get('d1') !== undefined);
  const closed = policyFor(origin.port, { firewall: wall({ defaultMode: 'deny' }).firewall });
  await first.push(closed);
  await until(() => second.sites.versions().d1 === closed.version);

  await Promise.all([second, foreign].map((edge) => edge.stop()));

  const reports = control.reports.length;
  const replayAll = async (edge: TestEdge) => {
    for (const bundle of [...control.bundles, ...other.bundles]) {
      await control.replay(bundle);
      // After a success, the edge doesn't pause.
      await control.answerPoll();
      expect((await edge.get('/')).status, String(bundle.bytes)).toBe(403);
    }
  };
  await replayAll(first);
  await first.stop();
  const again = await startTestEdge(control, own);
  await replayAll(again);
  // An accepted bundle is followed by a report.
  expect(control.reports.slice(reports).filter(({ versions }) => versions.d1 !== closed.version)).toEqual([]);
  // The response to its own request is still applied.
  await again.push(policyFor(origin.port));
  expect((await again.get('/')).status).toBe(200);
  await again.stop();
  await Promise.all([control.stop(), other.stop()]);
  rmSync(own.EDGE_DIR, { recursive: true, force: true });
});

test('without the portal, an edge starts with its last policies, and follows when the portal is back', async () => {
  const control = await startControl();
  const first = await startTestEdge(control, { EDGE_DIR: folder });
  await first.push(policyFor(origin.port));
  const { edgeId } = control.reports.at(-1) ?? {};
  await first.stop();
  control.down();
  const second = await startTestEdge(control, { EDGE_DIR: folder });
  expect((await second.get('/')).body).toBe('origin example.com/');
  control.up();
  const policy = policyFor(origin.port, { firewall: wall({ defaultMode: 'deny' }).firewall });
  await second.push(policy);
  expect((await second.get('/')).status).toBe(403);
  expect(control.reports.at(-1)).toMatchObject({ edgeId, versions: { d1: policy.version } });
  await second.stop();
  await control.stop();
});

test('an unreadable certificate is refused with its reason, and other domains are not affected', async () => {
  const edge = await startTestEdge();
  const good = policyFor(origin.port);
  await edge.push(good);
  const bad = policyFor(origin.port, {}, { certificates: [{ id: 'c1', hosts: ['example.com'], chain: 'no', privateKey: 'no' }] });
  const other = policyFor(
    origin.port,
    { ...plain, domain: { name: 'other.example', status: 'active' } },
    { id: 'd2', name: 'other.example' },
  );
  edge.control.push(bad, other);
  await until(() => edge.control.reports.at(-1)?.versions.d2 === other.version);
  expect(edge.control.reports.at(-1)).toMatchObject({
    versions: { d1: good.version },
    refused: { d1: { version: bad.version, reason: expect.stringContaining('certificate c1') } },
  });
  expect((await edge.get('/')).status).toBe(200);
  await edge.stop();
});

test('each answered poll is followed by a report, by which the portal knows that the edge is there', async () => {
  const edge = await startTestEdge();
  await edge.push(policyFor(1));
  for (let i = 0; i < 3; i++) {
    const { polls } = edge.control.state;
    const known = edge.control.reports.length;
    await edge.control.answerPoll();
    await until(() => edge.control.reports.length > known && edge.control.state.polls > polls);
  }
  expect(edge.control.reports.at(-1)?.versions).toEqual({ d1: edge.sites.get('d1')?.policy.version });
  await edge.stop();
});
