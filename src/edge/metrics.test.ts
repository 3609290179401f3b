import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { get, policyFor, startControl, startEdgeProcess, startOrigin, until } from '../../tests/support/edge.ts';
import { cached, wall } from '../../tests/support/edgeSample.ts';
import { visitorAt, workerPids } from '../../tests/support/edgeWorkers.ts';
import { monitorAddress, scrape } from '../../tests/support/metrics.ts';

const sum = (samples: ReadonlyMap<string, number>, start: string) =>
  [...samples].reduce((total, [name, value]) => (name.startsWith(start) ? total + value : total), 0);

test('an edge of two workers counts every request once, also those of a worker that has ended', async () => {
  const origin = await startOrigin((request, response) => setTimeout(() => response.end('page'), request.url === '/slow' ? 1_000 : 0));
  const folder = mkdtempSync(join(tmpdir(), 'edge-metrics-'));
  const control = await startControl();
  const edge = await startEdgeProcess(control, folder, { EDGE_WORKERS: '2', EDGE_METRICS_PORT: '0' });
  onTestFinished(async () => {
    await edge.end('SIGKILL');
    await control.stop();
    await origin.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => monitorAddress(edge.output()) !== '');
  const monitor = monitorAddress(edge.output());
  expect(new URL(monitor).hostname).toBe('127.0.0.1');
  const ready = async () => {
    const response = await fetch(`${monitor}/readyz`);
    return [response.status, await response.json()];
  };
  const push = async (policy: ReturnType<typeof policyFor>) => {
    control.push(policy);
    // An edge that lost the portal waits for up to 5 s.
    await until(() => control.reports.at(-1)?.versions.d1 === policy.version, 30_000);
  };
  await push(policyFor(origin.port, cached({})));
  expect(await ready()).toEqual([200, { ready: true, failing: [] }]);

  const [first = 0, second = 0] = workerPids(edge);
  const visitors = [await visitorAt(edge, first), await visitorAt(edge, second)];
  for (const visitor of visitors) for (let i = 0; i < 5; i++) expect((await visitor.get(`/page${visitor.pid}`)).status).toBe(200);
  // A host that no domain has.
  expect((await get(edge.addresses.http, '/', { host: 'unknown.example' })).status).toBe(421);
  let samples = await scrape(monitor);
  expect(samples.get('nasim_edge_requests_total{status="2xx",cache="miss"}')).toBe(2);
  expect(samples.get('nasim_edge_requests_total{status="2xx",cache="hit"}')).toBe(8);
  expect(samples.get('nasim_edge_requests_total{status="4xx",cache="none"}')).toBe(1);
  expect(samples.get('nasim_edge_request_duration_seconds_count')).toBe(11);
  expect(samples.get('nasim_edge_response_bytes_total')).toBeGreaterThanOrEqual(40);
  expect(samples.get('nasim_edge_policies')).toBe(1);
  expect(samples.get('nasim_build_info{version="0.2.0"}')).toBe(1);
  const undelivered = (count: number) =>
    until(async () => (await scrape(monitor)).get('nasim_edge_log_entries_undelivered') === count, 30_000);
  await undelivered(0);

  await push(policyFor(origin.port, wall({ defaultMode: 'deny' })));
  for (const visitor of visitors) expect((await visitor.get('/')).status).toBe(403);
  samples = await scrape(monitor);
  expect(sum(samples, 'nasim_edge_blocked_requests_total{product="firewall"')).toBe(2);
  expect(sum(samples, 'nasim_edge_requests_total')).toBe(13);

  process.kill(first, 'SIGKILL');
  await until(() => !workerPids(edge).includes(first));
  expect(sum(await scrape(monitor), 'nasim_edge_requests_total')).toBe(13);
  // The portal is away: what can't be delivered is counted.
  await undelivered(0);
  control.down();
  expect((await visitors[1]?.get('/'))?.status).toBe(403);
  await undelivered(1);
  control.up();

  await push(policyFor(origin.port, {}));
  const slow = visitors[1]?.get('/slow');
  await new Promise((done) => setTimeout(done, 200));
  const ended = edge.end('SIGTERM');
  await until(async () => (await ready())[0] === 503);
  expect((await slow)?.status).toBe(200);
  await ended;
}, 120_000);

test('an edge that never had policies isn’t ready', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-metrics-'));
  const control = await startControl();
  control.down();
  const edge = await startEdgeProcess(control, folder, { EDGE_WORKERS: '1', EDGE_METRICS_PORT: '0' });
  onTestFinished(async () => {
    await edge.end('SIGKILL');
    await control.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => monitorAddress(edge.output()) !== '');
  const response = await fetch(`${monitorAddress(edge.output())}/readyz`);
  expect([response.status, await response.json()]).toEqual([503, { ready: false, failing: ['policies'] }]);
}, 60_000);
