import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runJobs } from '../../../tests/support/jobs.ts';
import { charged, move, readAccountId } from '../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../tests/support/provider.ts';
import { storedOne, updateStored } from '../../../tests/support/stored.ts';
import { demo } from '../../lib/contract/fields.ts';
import { planRates, unitRates } from '../../lib/rules/cloud/rates.ts';
import { monthKey } from '../../lib/rules/core/month.ts';
import { HOUR } from '../../lib/time.ts';
import { cloudJobs } from './jobs.ts';

const { serverId, snapshotId, freeVolumeId: volumeId } = demo;
const start = { 'com-2023': planRates.com, volumeSsd: unitRates.volumeSsd, snapshot: unitRates.snapshot };
type Item = keyof typeof start;

/** A server, a volume of 13 GB and a snapshot of 1,000 GB, which are charged from now. */
async function started() {
  const p = await startProvider();
  p.clock.now = Date.UTC(2027, 0, 30, 9, 25);
  const from = p.clock.now;
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('server').where('id', '!=', serverId).execute();
    await tx.deleteFrom('volume').where('id', '!=', volumeId).execute();
  });
  await updateStored(p, 'server', {}, { plan: 'com-2023', cpu: 2, ram: 4, diskSize: 50, meteredUntil: from, createdAt: from });
  await updateStored(p, 'volume', {}, { meteredUntil: from, billedSize: 13, type: 'ssd' });
  await updateStored(p, 'snapshot', { id: snapshotId }, { meteredUntil: from, size: 1e12 });
  await move(p, await readAccountId(p), 1e10);
  return { p, from };
}
const announce = (p: TestProvider, price: { item: Item; rate: number; validFrom: number; version: number }) =>
  p.store.write('test', (tx) =>
    tx
      .insertInto('cloudPrice')
      .values({ ...price, actor: demo.operator, createdAt: p.clock.now })
      .execute(),
  );

test('however prices change, and however late or often the jobs run: charges are the sum over hours of the rate of that hour', async () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 30 * HOUR }),
    times: fc.integer({ min: 0, max: 2 }),
    change: fc.option(
      fc.record({
        item: fc.constantFrom(...(Object.keys(start) as Item[])),
        rate: fc.integer({ min: 1, max: 90_000 }).map((n) => n * 1000),
        delay: fc.integer({ min: 0, max: 40 }),
      }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { p, from } = await started();
      const set: { item: Item; rate: number; validFrom: number }[] = [];
      const all = () => runJobs(p, cloudJobs.meterServers, cloudJobs.meterVolumes, cloudJobs.meterSnapshots);
      for (const { wait, times, change } of steps) {
        p.clock.now += wait;
        for (let i = 0; i < times; i++) await all();
        if (!change) continue;
        const { item, rate, delay } = change;
        const validFrom = (Math.floor(p.clock.now / HOUR) + 1 + delay) * HOUR;
        if (set.some((one) => one.item === item && one.validFrom === validFrom)) continue;
        set.push({ item, rate, validFrom });
        await announce(p, { item, rate, validFrom, version: set.length });
      }
      await all();
      const hours = Array.from({ length: Math.ceil((p.clock.now - from) / HOUR) }, (_, hour) => from + hour * HOUR);
      const rateAt = (item: Item, time: number) =>
        set
          .filter((one) => one.item === item && one.validFrom <= time)
          .reduce((latest, one) => (one.validFrom > latest.validFrom ? one : latest), { rate: start[item], validFrom: 0 }).rate;
      const sumOf = (item: Item, of = hours) => of.reduce((sum, hour) => sum + rateAt(item, hour), 0);
      const byMonth = Object.values(Object.groupBy(hours, monthKey));
      expect(await charged(p, 'serverUsage:%')).toBe(byMonth.reduce((sum, of = []) => sum + Math.round(sumOf('com-2023', of) / 1e6), 0));
      expect(await charged(p, `volume:${volumeId}:%`)).toBe(Math.floor((sumOf('volumeSsd') * 13) / 1e6));
      expect(await charged(p, `snapshot:${snapshotId}:%`)).toBe(Math.floor((sumOf('snapshot') * 1000) / 1e6));
    }),
    // On PostgreSQL each run keeps a pool of connections until the end of the test.
    { numRuns: process.env.FULL && !process.env.TEST_DATABASE ? 30 : 6 },
  );
}, 120_000);

test('a prepaid period keeps its price until it ends, and is renewed at the price that is in force then', async () => {
  const { p, from } = await started();
  const [paid, now] = [24 * 20_000_000, 24 * 30_000_000];
  await updateStored(p, 'server', {}, { period: 'day', autoRenew: true, hourlyRate: paid / 24, meteredUntil: from + 24 * HOUR });
  await announce(p, { item: 'com-2023', rate: now / 24, validFrom: Math.ceil(from / HOUR) * HOUR, version: 1 });
  p.clock.now = from + 20 * HOUR;
  await runJobs(p, cloudJobs.meterServers);
  const row = () => storedOne(p, 'server');
  expect(await row()).toMatchObject({ hourlyRate: paid / 24, meteredUntil: from + 24 * HOUR });
  p.clock.now = from + 25 * HOUR;
  await runJobs(p, cloudJobs.meterServers);
  expect(await row()).toMatchObject({ hourlyRate: now / 24, meteredUntil: from + 48 * HOUR });
  expect(await charged(p, 'serverPeriod:%')).toBe(now / 1e6);
});
