import { expect, test } from 'vitest';
import { runJobs, whenever } from '../../../../tests/support/jobs.ts';
import { charged } from '../../../../tests/support/ledger.ts';
import { measure } from '../../../../tests/support/measured.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { catalogRates, planTraffic } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { computeOverage } from '../../../lib/rules/cloud/traffic.ts';
import { monthEnd } from '../../../lib/rules/core/month.ts';
import { trafficCost } from '../../../lib/rules/core/traffic.ts';
import { HOUR } from '../../../lib/time.ts';
import { cloudJobs } from '../jobs.ts';

const { serverId } = demo;
const MB = 1_000_000;
const trafficRate = catalogRates.traffic;

/** The only server, whose driver reports a steady rate in bytes per second. */
async function start(rate: { in: number; out: number }) {
  const p = await startProvider();
  await p.store.write('test', (tx) => tx.deleteFrom('server').where('id', '!=', serverId).execute());
  const state = { isDown: false };
  measure(p, (name) => {
    if (state.isDown) throw new Error('no response');
    return name === 'netIn' ? rate.in : name === 'netOut' ? rate.out : 0;
  });
  const begin = async (time: number) => {
    p.clock.now = time;
    await updateStored(p, 'server', {}, { trafficUntil: time, createdAt: time });
  };
  const meter = () => runJobs(p, cloudJobs.meterTraffic);
  const cost = () => charged(p, 'serverTraffic:%');
  const traffic = async (month: string) => (await p.ok(server.traffic, { serverId, month }, { token: await p.signIn() })).traffic;
  return { p, state, begin, meter, cost, traffic };
}

test('whenever and however often the job runs: each hour is counted once, in its month, and overage is charged once', async () => {
  const rate = { in: 3 * MB, out: 40 * MB };
  const { p, begin, cost, traffic } = await start(rate);
  const first = Date.UTC(2028, 1, 27, 9);
  await begin(first);
  await whenever(p, cloudJobs.meterTraffic, async () => {
    const until = Math.floor(p.clock.now / HOUR) * HOUR;
    let total = 0;
    for (let from = first; from < until; ) {
      const month = new Date(from).toISOString().slice(0, 7);
      const end = Math.min(until, monthEnd(month));
      const seconds = (end - from) / 1000;
      expect(await traffic(month)).toMatchObject({ in: seconds * rate.in, out: seconds * rate.out });
      total += trafficCost(computeOverage(seconds * rate.out, planTraffic.pro), trafficRate);
      from = end;
    }
    expect(await cost()).toBe(total);
  });
});

test('a price that changes within a month applies to the traffic from its hour on, also when a late run counts both', async () => {
  const { p, begin, meter, cost, traffic } = await start({ in: 0, out: 20 * MB });
  await begin(Date.UTC(2027, 3, 1));
  // 20 MB/s are 72 GB an hour: what is included is used up after 111.1 hours.
  p.clock.now += 112 * HOUR;
  await meter();
  const perHour = 72 * GB;
  const before = 112 * perHour - planTraffic.pro * GB;
  expect(await cost()).toBe(trafficCost(before, trafficRate));
  const validFrom = new Date(p.clock.now + 2 * HOUR).toISOString();
  await p.ok(operatorPrice.update, { item: 'traffic', rate: 3_000_000, validFrom, version: 0 }, { token: await p.signInOperator() });
  expect(await traffic('2027-04')).toMatchObject({ rate: trafficRate });
  p.clock.now += 5 * HOUR;
  await meter();
  const both = Math.floor((before / GB + 2 * 72) * 2 + 3 * 72 * 3);
  expect(await cost()).toBe(both);
  expect(await traffic('2027-04')).toMatchObject({ rate: 3_000_000, cost: both });
  // Another size includes all of it: nothing is charged until the traffic exceeds that, too.
  await updateStored(p, 'server', {}, { plan: 'ent-2023', cpu: 16 });
  p.clock.now += 10 * HOUR;
  await meter();
  expect(await cost()).toBe(both);
});

test('traffic since the last complete hour is counted and charged before a server is removed', async () => {
  const { p, begin, meter, cost } = await start({ in: 0, out: 20 * MB });
  await begin(Date.UTC(2027, 3, 1));
  p.clock.now += 120 * HOUR;
  await meter();
  p.clock.now += HOUR / 2;
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token: await p.signIn() });
  await p.provider.services.jobs.runDue();
  expect(await cost()).toBe(trafficCost(120.5 * 72 * GB - planTraffic.pro * GB, trafficRate));
});

test('a driver that does not respond loses nothing', async () => {
  const { p, state, begin, meter, traffic } = await start({ in: 0, out: MB });
  await begin(Date.UTC(2027, 4, 3));
  state.isDown = true;
  p.clock.now += 3 * HOUR;
  await meter();
  expect(await traffic('2027-05')).toMatchObject({ out: 0, countedUntil: '2027-05-03T00:00:00.000Z' });
  state.isDown = false;
  p.clock.now += 2 * HOUR;
  await meter();
  expect(await traffic('2027-05')).toMatchObject({ out: 5 * 3600 * MB, countedUntil: '2027-05-03T05:00:00.000Z' });
});

test('a month is forecast from its traffic so far, with its charge; a smaller size keeps what was included', async () => {
  const { p, begin, meter, traffic } = await start({ in: 0, out: 10 * MB });
  await begin(Date.UTC(2027, 3, 1));
  p.clock.now += 15 * 24 * HOUR;
  await meter();
  const month = 30 * 24 * 3600 * 10 * MB;
  expect(await traffic('2027-04')).toMatchObject({
    out: month / 2,
    included: planTraffic.pro,
    overage: month / 2 - planTraffic.pro * GB,
    forecast: month,
    forecastCost: trafficCost(month - planTraffic.pro * GB, trafficRate),
  });
  await updateStored(p, 'server', {}, { plan: 'eco-2023', cpu: 1 });
  p.clock.now += HOUR;
  await meter();
  expect(await traffic('2027-04')).toMatchObject({ included: planTraffic.pro });
  expect(await traffic('2027-03')).toMatchObject({ out: 0, included: 0, forecast: null });
  expect((await p.try(server.traffic, { serverId, month: '2027-13' }, { token: await p.signIn() })).status).toBe(422);
});
