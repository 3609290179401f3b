import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { event } from '../../../lib/contract/cdn/event.ts';
import { report } from '../../../lib/contract/cdn/report.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { JobKind } from '../../jobs/kind.ts';
import { cdnJobs } from '../jobs.ts';

const { domainId } = demo;

async function withJob(env: Record<string, string>) {
  const p = await startProvider({ env });
  const { jobs } = p.provider.services;
  const run = async (kind: JobKind = cdnJobs.demoTraffic) => {
    // Other work isn't part of this.
    await p.store.write('test', (tx) => tx.deleteFrom('job').execute());
    await p.store.write('test', (tx) => jobs.enqueue(tx, kind, {}));
    await jobs.runDue();
  };
  // Counting begins with the current hour.
  await run(cdnJobs.meterTraffic);
  await run();
  const read = async () => (await p.ok(report.waf, { domainId, window: '24h' }, { token: await p.signIn() })).report;
  return { p, run, read };
}

test('without an edge, nothing is generated', async () => {
  const { read } = await withJob({});
  expect(await read()).toMatchObject({ generated: false, totals: { requests: 0 } });
});

test('a demo domain with an edge has a day of requests, marked as generated, which cost nothing and are there once', async () => {
  const { p, run, read } = await withJob({ EDGE_DRIVER: 'node' });
  const first = await read();
  expect(first.generated).toBe(true);
  expect(first.totals.requests).toBeGreaterThan(1_000);
  // No hour is empty, but the first and the last one aren't complete.
  expect(first.series.slice(4, -4).every(({ requests }) => requests > 0)).toBe(true);
  // The rules of the domain have decided: the engine found attacks.
  expect(first.totals.waf).toBeGreaterThan(0);
  expect(first.modules.length).toBeGreaterThan(1);
  const token = await p.signIn();
  const { events } = await p.ok(event.list, { domainId, limit: 50 }, { token });
  expect(events.length).toBeGreaterThan(10);
  await run();
  expect((await read()).totals).toEqual(first.totals);
  // Two hours later there are 24 batches more, which are within the plan's traffic and the free one.
  p.clock.now += 2 * 3_600_000;
  await run();
  expect((await read()).series.at(-2)?.requests).toBeGreaterThan(0);
  await run(cdnJobs.meterTraffic);
  const months = await stored(p, 'domainTraffic');
  expect(months.length).toBeGreaterThan(0);
  expect(months.every(({ bytes, charged, booked }) => bytes > 0 && charged === 0 && booked === 0)).toBe(true);
}, 60_000);

test('with DEMO_TRAFFIC, the month before is there too, hits the cache, is compared with and counts as usage', async () => {
  const { p, run, read } = await withJob({ EDGE_DRIVER: 'node', DEMO_TRAFFIC: 'on' });
  const token = await p.signIn();
  const week = async () => (await p.ok(report.traffic, { domainId, window: '1w' }, { token })).report;
  const first = await week();
  expect(first.series.every(({ requests }) => requests > 0)).toBe(true);
  expect(first.comparable).toBe(true);
  expect((await p.ok(report.traffic, { domainId, window: '1M' }, { token })).report.comparable).toBe(false);
  const { cachedRequests, requests } = (await read()).totals;
  expect(cachedRequests / requests).toBeGreaterThan(0.8);
  expect(cachedRequests / requests).toBeLessThan(0.9);
  // Once a week scanners are stopped, and a release fails.
  expect(first.totals.blocked).toBeGreaterThan(500);
  expect(first.totals.c5xx).toBeGreaterThan(50);
  await run();
  expect((await week()).totals).toEqual(first.totals);
  // The meter runs at once.
  await p.provider.services.jobs.runDue();
  const [month] = await stored(p, 'domainTraffic').then((rows) => rows.filter((row) => row.domainId === domainId));
  expect(month?.requests).toBeGreaterThan((await read()).totals.requests);
}, 120_000);
