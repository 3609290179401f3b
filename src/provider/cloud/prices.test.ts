import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';

import { demo } from '../../lib/contract/fields.ts';
import { planRates, unitRates } from '../../lib/rules/cloud/rates.ts';
import { monthOf } from '../../lib/rules/core/month.ts';
import { uuidv7 } from '../core/ids.ts';
import { book } from '../core/ledger/ledger.ts';
import type { JobKind } from '../manifests.ts';
import { HOUR } from './server/meter.ts';

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
    await tx.updateTable('server').set({ plan: 'com-2023', meteredUntil: from, createdAt: from }).execute();
    await tx.deleteFrom('volume').where('id', '!=', volumeId).execute();
    await tx.updateTable('volume').set({ meteredUntil: from, billedSize: 13, type: 'ssd' }).execute();
    await tx.updateTable('snapshot').set({ meteredUntil: from, size: 1e12 }).where('id', '=', snapshotId).execute();
    const { accountId } = await tx.selectFrom('server').select('accountId').executeTakeFirstOrThrow();
    const credit = {
      kind: 'topUp',
      from: 'funding',
      to: { wallet: accountId },
      amount: 1e10,
      description: { key: 'domain:ledger.demoCredit' },
    };
    await book(tx, { now: from, newId: () => uuidv7(from) }, credit as Parameters<typeof book>[2]); // its literals
  });
  const meter = async (...jobs: JobKind[]) => {
    await p.store.write('test', async (tx) => {
      for (const job of jobs) await p.provider.services.jobs.enqueue(tx, job);
    });
    await p.provider.services.jobs.runDue();
  };
  const charged = async (reference: string) => {
    const { sum } = await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select((e) => e.fn.sum<number>('amount').as('sum'))
      .where('reference', 'like', reference)
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(sum ?? 0);
  };
  return { p, from, meter, charged };
}

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
      const { p, from, meter, charged } = await started();
      const set: { item: Item; rate: number; validFrom: number }[] = [];
      const all = () => meter('server.meter', 'volume.meter', 'snapshot.meter');
      for (const { wait, times, change } of steps) {
        p.clock.now += wait;
        for (let i = 0; i < times; i++) await all();
        if (!change) continue;
        const { item, rate, delay } = change;
        const validFrom = (Math.floor(p.clock.now / HOUR) + 1 + delay) * HOUR;
        if (set.some((one) => one.item === item && one.validFrom === validFrom)) continue;
        set.push({ item, rate, validFrom });
        const row = { item, rate, validFrom, version: set.length, actor: demo.operator, createdAt: p.clock.now };
        await p.store.write('test', (tx) => tx.insertInto('cloudPrice').values(row).execute());
      }
      await all();
      const hours = Array.from({ length: Math.ceil((p.clock.now - from) / HOUR) }, (_, hour) => from + hour * HOUR);
      const rateAt = (item: Item, time: number) =>
        set
          .filter((one) => one.item === item && one.validFrom <= time)
          .reduce((latest, one) => (one.validFrom > latest.validFrom ? one : latest), { rate: start[item], validFrom: 0 }).rate;
      const sumOf = (item: Item, of = hours) => of.reduce((sum, hour) => sum + rateAt(item, hour), 0);
      const months = [...new Set(hours.map(monthOf))];
      expect(await charged('serverUsage:%')).toBe(
        months.reduce(
          (sum, month) =>
            sum +
            Math.round(
              sumOf(
                'com-2023',
                hours.filter((hour) => monthOf(hour) === month),
              ) / 1e6,
            ),
          0,
        ),
      );
      expect(await charged(`volume:${volumeId}:%`)).toBe(Math.floor((sumOf('volumeSsd') * 13) / 1e6));
      expect(await charged(`snapshot:${snapshotId}:%`)).toBe(Math.floor((sumOf('snapshot') * 1000) / 1e6));
    }),
    { numRuns: process.env.FULL ? 30 : 6 },
  );
}, 120_000);

test('a prepaid period keeps its price until it ends, and is renewed at the price that is in force then', async () => {
  const { p, from, meter, charged } = await started();
  const [paid, now] = [24 * 20_000_000, 24 * 30_000_000];
  await p.store.write('test', async (tx) => {
    await tx
      .updateTable('server')
      .set({ period: 'day', autoRenew: 1, hourlyRate: paid / 24, meteredUntil: from + 24 * HOUR })
      .execute();
    const change = { item: 'com-2023', rate: now / 24, validFrom: Math.ceil(from / HOUR) * HOUR, version: 1 };
    await tx
      .insertInto('cloudPrice')
      .values({ ...change, actor: demo.operator, createdAt: from })
      .execute();
  });
  p.clock.now = from + 20 * HOUR;
  await meter('server.meter');
  const row = () => p.store.reader.selectFrom('server').select(['hourlyRate', 'meteredUntil']).executeTakeFirst();
  expect(await row()).toEqual({ hourlyRate: paid / 24, meteredUntil: from + 24 * HOUR });
  p.clock.now = from + 25 * HOUR;
  await meter('server.meter');
  expect(await row()).toEqual({ hourlyRate: now / 24, meteredUntil: from + 48 * HOUR });
  expect(await charged('serverPeriod:%')).toBe(now / 1e6);
});
