import { describe, expect, test } from 'vitest';
import { started } from '../../../../tests/support/clusterCheck.ts';
import { startOrigin } from '../../../../tests/support/origin.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { makeProvider } from '../../index.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { cdnJobs } from '../jobs.ts';

const { domainId } = demo;
const local = (port: number) => ({ address: '127.0.0.1', port });

describe('monitoring', () => {
  test('the results of a window are counted per step', async () => {
    const { p, create, run, round } = await started();
    const origin = await startOrigin();
    const { id } = await create([local(origin.port)]);
    await run();
    await round();
    await origin.stop();
    await round();
    const { health } = await p.ok(cluster.health, { domainId, clusterId: id, window: '30m' }, { token: await p.signIn() });
    expect(health).toMatchObject([{ address: '127.0.0.1', port: origin.port, up: false, reason: 'refused' }]);
    expect(health[0]?.series.map(({ checks, failed, ms }) => [checks, failed, ms !== null])).toEqual([
      [1, 0, true],
      [1, 0, true],
      [1, 1, false],
    ]);
    const month = await p.ok(cluster.health, { domainId, clusterId: id, window: '1M' }, { token: await p.signIn() });
    expect(month.health[0]?.series).toMatchObject([{ checks: 3, failed: 1 }]);
    p.clock.now += 2 * 86_400_000;
    await p.store.write('test', async (tx) => {
      await tx.updateTable('clusterServer').set({ nextCheckAt: null }).execute();
      await p.provider.services.jobs.enqueue(tx, coreJobs.sweep, {});
    });
    await run();
    expect(await stored(p, 'clusterHealth')).toMatchObject([{ step: 3_600_000 }]);
  });

  test('one customer occupies at most 16 places at once', async () => {
    const { create, run, get } = await started();
    let [open, most] = [0, 0];
    const silent = await Promise.all(
      Array.from({ length: 20 }, () =>
        startOrigin((request) => {
          most = Math.max(most, ++open);
          request.on('close', () => open--);
        }),
      ),
    );
    const { id } = await create(
      silent.map(({ port }) => local(port)),
      { expectedResponseTime: 500 },
      'Silent',
    );
    await run();
    expect((await get(id)).servers.map(({ reason }) => reason)).toEqual(silent.map(() => 'timeout'));
    expect(most).toBeLessThanOrEqual(16);
  });

  test('two processes make each check once', async () => {
    const { p, create, run } = await started();
    const origin = await startOrigin();
    await create(Array.from({ length: 15 }, (_, i) => ({ address: `127.0.${i + 1}.1`, port: origin.port })).concat(local(origin.port)), {
      path: '/once',
    });
    const second = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, cdnJobs.checkClusters, {}, { key: 'cluster.check:second' }));
    await Promise.all([run(), second.services.jobs.runDue()]);
    expect(origin.requests).toHaveLength(1);
    expect((await stored(p, 'clusterHealth', { step: 60_000 })).map(({ checks }) => checks)).toEqual(Array(16).fill(1));
  });

  test('one target of many clusters is checked at most once a second, whoever they belong to', async () => {
    const { p, create, run } = await started();
    const times: number[] = [];
    const origin = await startOrigin((_, response) => {
      times.push(performance.now());
      response.end('ok');
    });
    for (const name of ['One', 'Two', 'Three']) await create([local(origin.port)], {}, name);
    await run();
    expect((await stored(p, 'clusterHealth', { step: 60_000 })).map(({ checks }) => checks)).toEqual([1, 1, 1]);
    expect(times).toHaveLength(3);
    // The checks begin a second apart; on a busy machine, the first one may arrive late.
    for (const [i, time] of times.slice(1).entries()) expect(time - (times[i] ?? 0)).toBeGreaterThan(500);
  });

  test('shutdown doesn’t wait for slow servers, and an aborted check has no result', async () => {
    const { p, create, get } = await started();
    const slow = await startOrigin(() => {});
    const { id } = await create([local(slow.port)]);
    const second = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
    const running = second.services.jobs.runDue();
    while (slow.requests.length === 0) await new Promise((go) => setTimeout(go, 10));
    // The store is shared with the other process and stays open.
    await second.services.jobs.stop();
    await running;
    // The server had ten seconds before the check would have failed.
    expect((await get(id)).servers[0]).not.toHaveProperty('lastCheck');
  });
});

describe('a check', () => {
  test('times out: no response, and a body without end', async () => {
    const { test: check } = await started();
    const late = await startOrigin((_, response) => void setTimeout(() => response.end('ok'), 350));
    expect(await check(local(late.port))).toMatchObject({ ok: true, status: 200 });
    const silent = await startOrigin(() => {});
    expect(await check(local(silent.port), { expectedResponseTime: 500 })).toMatchObject({ ok: false, status: null, reason: 'timeout' });
    const endless = await startOrigin((_, response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write('x'.repeat(65_536)), 5);
      response.on('close', () => clearInterval(pour));
    });
    expect(await check(local(endless.port))).toMatchObject({ ok: true, status: 200 });
    const drip = await startOrigin((_, response) => void response.writeHead(200).write('x'));
    expect(await check(local(drip.port))).toMatchObject({ ok: true, status: 200 });
  });
});
