import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { damages } from '../../../tests/support/damage.ts';
import { policyFor, startControl, startEdgeProcess, startOrigin, startTestEdge, until } from '../../../tests/support/edge.ts';
import { plain } from '../../../tests/support/edgeSample.ts';
import { offenders } from '../../../tests/support/portal.ts';

let origin: Awaited<ReturnType<typeof startOrigin>>;
beforeAll(async () => {
  origin = await startOrigin((_, response) => response.end('from the origin'));
});
afterAll(() => origin.stop());

const policy = (id: string) => {
  const name = `${id}.example`;
  return policyFor(origin.port, { ...plain, domain: { name, status: 'active' } }, { id, name });
};

/** A folder as a stopped edge with the domains `a` and `b` leaves it. */
async function stopped() {
  const folder = mkdtempSync(join(tmpdir(), 'edge-recovery-'));
  const control = await startControl();
  onTestFinished(async () => {
    await control.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const edge = await startTestEdge(control, { EDGE_DIR: folder });
  await edge.push(policy('a'), policy('b'));
  await edge.stop();
  return { folder, control };
}
const fetchStatus = async (edge: Awaited<ReturnType<typeof startTestEdge>>, name: string) => (await edge.get('/', { host: name })).status;
const asides = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.damaged-'));

test('a damaged policy is set aside and pulled again, and the other domains are served meanwhile', async () => {
  const found = await offenders(Object.entries(damages), async ([, damage]) => {
    const { folder, control } = await stopped();
    damage(join(folder, 'policies', 'a.json'));
    control.down();
    const edge = await startTestEdge(control, { EDGE_DIR: folder });
    expect([await fetchStatus(edge, 'a.example'), await fetchStatus(edge, 'b.example')]).toEqual([421, 200]);
    expect(asides(folder)).toEqual([expect.stringMatching(/^policies\/a\.json\.damaged-/)]);
    // A kill before the portal is back must not hide that a policy is missing.
    await edge.stop();
    const again = await startTestEdge(control, { EDGE_DIR: folder });
    control.up();
    await until(() => again.sites.get('a') !== undefined);
    expect(await fetchStatus(again, 'a.example')).toBe(200);
    await again.stop();
  });
  expect(found).toEqual([]);
});

test('with a damaged state, the edge serves every domain at once, and follows the portal under a new ID', async () => {
  const found = await offenders(Object.entries(damages), async ([, damage]) => {
    const { folder, control } = await stopped();
    damage(join(folder, 'state.json'));
    control.down();
    const edge = await startTestEdge(control, { EDGE_DIR: folder });
    expect([await fetchStatus(edge, 'a.example'), await fetchStatus(edge, 'b.example')]).toEqual([200, 200]);
    expect(asides(folder)).toEqual([expect.stringMatching(/^state\.json\.damaged-/)]);
    control.up();
    await edge.push(policy('c'));
    expect(await fetchStatus(edge, 'c.example')).toBe(200);
    expect(control.reports.at(-1)?.warnings).toMatchObject([{ kind: 'damagedFile', name: 'state.json', count: null }]);
    await edge.stop();
  });
  expect(found).toEqual([]);
});

test('a policy whose file is gone is pulled again', async () => {
  const { folder, control } = await stopped();
  unlinkSync(join(folder, 'policies', 'a.json'));
  const edge = await startTestEdge(control, { EDGE_DIR: folder });
  await until(() => edge.sites.get('a') !== undefined);
  await edge.stop();
});

test('five starts without a clean stop are reported as a restart loop, until one ends cleanly', async () => {
  const { folder, control } = await stopped();
  const runs = [];
  for (let i = 0; i < 5; i++) {
    const run = await startEdgeProcess(control, folder, { EDGE_WORKERS: '1' });
    runs.push(run);
    if (i < 4) await run.end('SIGKILL');
  }
  await control.answerPoll();
  await until(() => control.reports.at(-1)?.warnings?.length === 1);
  expect(control.reports.at(-1)?.warnings).toMatchObject([{ kind: 'restarts', name: 'edge', count: 5 }]);
  expect(runs.map(({ logged }) => logged('error').includes('process restarts in a loop'))).toEqual([false, false, false, false, true]);
  await runs.at(-1)?.end('SIGTERM');
  const { length } = control.reports;
  const edge = await startTestEdge(control, { EDGE_DIR: folder });
  await control.answerPoll();
  await until(() => control.reports.length > length);
  expect(control.reports.at(-1)?.warnings).toEqual([]);
  await edge.stop();
}, 30_000);

test('files of an earlier version, without checksums, are read', async () => {
  const { folder, control } = await stopped();
  const files = ['state.json', 'policies/a.json', 'policies/b.json'].map((name) => join(folder, name));
  for (const file of files) {
    const { sha256, domains: _, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    writeFileSync(file, JSON.stringify(rest));
  }
  const { edgeId } = control.reports.at(-1) ?? expect.fail();
  control.down();
  const edge = await startTestEdge(control, { EDGE_DIR: folder });
  expect([await fetchStatus(edge, 'a.example'), await fetchStatus(edge, 'b.example')]).toEqual([200, 200]);
  expect(asides(folder)).toEqual([]);
  control.up();
  await edge.push(policy('c'));
  expect(control.reports.at(-1)?.edgeId).toBe(edgeId);
  await edge.stop();
});
