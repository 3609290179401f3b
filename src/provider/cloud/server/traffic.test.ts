import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { catalogueRates, planTraffic } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { overageOf } from '../../../lib/rules/cloud/traffic.ts';
import { trafficCost } from '../../../lib/rules/core/traffic.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { HOUR } from './meter.ts';

const { serverId } = demo;
const MB = 1_000_000;
const trafficRate = catalogueRates.traffic;

/** The only server, whose driver reports a steady rate in bytes per second. */
async function start(rate: { in: number; out: number }) {
  const p = await startProvider();
  await p.store.write('test', (tx) => tx.deleteFrom('server').where('id', '!=', serverId).execute());
  const drivers = p.provider.services.drivers as { compute: ComputeDriver };
  const { compute } = drivers;
  const state = { isDown: false };
  drivers.compute = {
    ...compute,
    async metrics(_id, { from, to, step }) {
      if (state.isDown) throw new Error('no response');
      const times = Array.from(
        { length: Math.floor(to / step) - Math.ceil(from / step) + 1 },
        (_, i) => (Math.ceil(from / step) + i) * step,
      );
      const all = (value: number) => times.map(() => value);
      return {
        times,
        values: { cpu: all(0), ram: all(0), diskRead: all(0), diskWrite: all(0), netIn: all(rate.in), netOut: all(rate.out) },
      };
    },
  };
  const begin = async (time: number) => {
    p.clock.now = time;
    const values = { trafficUntil: time, createdAt: time };
    await p.store.write('test', (tx) => tx.updateTable('server').set(values).where('id', '=', serverId).execute());
  };
  const meter = async () => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'server.traffic'));
    await p.provider.services.jobs.runDue();
  };
  const charged = async () => {
    const row = await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select((e) => e.fn.sum<number>('amount').as('sum'))
      .where('reference', 'like', 'serverTraffic:%')
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(row.sum ?? 0);
  };
  const traffic = async (month: string) => (await p.ok(server.traffic, { serverId, month }, { token: await p.signIn() })).traffic;
  return { p, state, begin, meter, charged, traffic };
}

test('whenever and however often the job runs: each hour is counted once, in its month, and overage is charged once', async () => {
  const rate = { in: 3 * MB, out: 40 * MB };
  const { p, begin, meter, charged, traffic } = await start(rate);
  const first = Date.UTC(2028, 1, 27, 9);
  await begin(first);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 * HOUR }), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 5 }),
      async (runs) => {
        for (const [wait, times] of runs) {
          p.clock.now += wait;
          for (let i = 0; i < times; i++) await meter();
        }
        const until = Math.floor(p.clock.now / HOUR) * HOUR;
        let cost = 0;
        for (let from = first; from < until; ) {
          const month = new Date(from).toISOString().slice(0, 7);
          const end = Math.min(until, Date.UTC(new Date(from).getUTCFullYear(), new Date(from).getUTCMonth() + 1, 1));
          const seconds = (end - from) / 1000;
          const shown = await traffic(month);
          expect({ in: shown.in, out: shown.out }).toEqual({ in: seconds * rate.in, out: seconds * rate.out });
          cost += trafficCost(overageOf(seconds * rate.out, planTraffic.pro), trafficRate);
          from = end;
        }
        expect(await charged()).toBe(cost);
      },
    ),
    { numRuns: 8 },
  );
});

test('a price that changes within a month applies to the traffic from its hour on, also when a late run counts both', async () => {
  const { p, begin, meter, charged, traffic } = await start({ in: 0, out: 20 * MB });
  await begin(Date.UTC(2027, 3, 1));
  // 20 MB/s are 72 GB an hour: what is included is used up after 111.1 hours.
  p.clock.now += 112 * HOUR;
  await meter();
  const perHour = 72 * GB;
  const before = 112 * perHour - planTraffic.pro * GB;
  expect(await charged()).toBe(trafficCost(before, trafficRate));
  const validFrom = new Date(p.clock.now + 2 * HOUR).toISOString();
  await p.ok(operatorPrice.update, { item: 'traffic', rate: 3_000_000, validFrom, version: 0 }, { token: await p.signInOperator() });
  expect(await traffic('2027-04')).toMatchObject({ rate: trafficRate });
  p.clock.now += 5 * HOUR;
  await meter();
  const cost = (before / GB + 2 * 72) * 2 + 3 * 72 * 3;
  expect(await charged()).toBe(Math.floor(cost));
  expect(await traffic('2027-04')).toMatchObject({ rate: 3_000_000, cost: Math.floor(cost) });
  // Another size includes all of it: nothing is charged until the traffic exceeds that, too.
  await p.store.write('test', (tx) => tx.updateTable('server').set({ plan: 'ent-2023', cpu: 16 }).where('id', '=', serverId).execute());
  p.clock.now += 10 * HOUR;
  await meter();
  expect(await charged()).toBe(Math.floor(cost));
});

test('traffic since the last complete hour is counted and charged before a server is removed', async () => {
  const { p, begin, meter, charged } = await start({ in: 0, out: 20 * MB });
  await begin(Date.UTC(2027, 3, 1));
  p.clock.now += 120 * HOUR;
  await meter();
  p.clock.now += HOUR / 2;
  const remove = async () => {
    const token = await p.signIn();
    const { name } = (await p.ok(server.get, { serverId }, { token })).server;
    await p.ok(serverAction.delete, { serverId, confirm: name }, { token });
  };
  await remove();
  await p.provider.services.jobs.runDue();
  expect(await charged()).toBe(trafficCost(120.5 * 72 * GB - planTraffic.pro * GB, trafficRate));
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
  await p.store.write('test', (tx) => tx.updateTable('server').set({ plan: 'eco-2023', cpu: 1 }).where('id', '=', serverId).execute());
  p.clock.now += HOUR;
  await meter();
  expect(await traffic('2027-04')).toMatchObject({ included: planTraffic.pro });
  expect(await traffic('2027-03')).toMatchObject({ out: 0, included: 0, forecast: null });
});

test('an invalid month and the server of another account are refused', async () => {
  const { p } = await start({ in: 0, out: 0 });
  expect(await p.try(server.traffic, { serverId, month: '2027-13' }, { token: await p.signIn() })).toMatchObject({ status: 422 });
  const other = await p.signIn('second@nasim.example');
  expect(await p.try(server.traffic, { serverId }, { token: other })).toMatchObject({ status: 404 });
});
