import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { uuidv7 } from '../../core/ids.ts';
import { HOUR } from '../server/meter.ts';

const { snapshotId } = demo;

async function started() {
  const p = await startProvider();
  const row = () => p.store.reader.selectFrom('snapshot').selectAll().where('id', '=', snapshotId).executeTakeFirst();
  // 1,000 GB cost 60 mills an hour.
  await p.store.write('test', (tx) => tx.updateTable('snapshot').set({ size: 1e12, meteredUntil: p.clock.now }).execute());
  const meter = async () => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'snapshot.meter'));
    await p.provider.services.jobs.runDue();
  };
  const charged = async () => {
    const { sum } = await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select((e) => e.fn.sum<number>('amount').as('sum'))
      .where('reference', 'like', `snapshot:${snapshotId}:%`)
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(sum ?? 0);
  };
  return { p, row, meter, charged };
}

test('every started hour is charged once, however often and late it runs; a deletion charges the last ones', async () => {
  const { p, meter, charged } = await started();
  const from = p.clock.now;
  p.clock.now = from + 5 * HOUR - 1;
  await meter();
  await meter();
  expect(await charged()).toBe(300);
  p.clock.now = from + 6 * HOUR + 1;
  await p.ok(snapshot.delete, { snapshotId }, { token: await p.signIn() });
  expect(await charged()).toBe(420);
  p.clock.now += 10 * HOUR;
  await meter();
  expect(await charged()).toBe(420);
});

test('fractions of a mill are carried on', async () => {
  const { p, meter, charged, row } = await started();
  await p.store.write('test', (tx) => tx.updateTable('snapshot').set({ size: 10e9 }).execute());
  for (let hour = 0; hour < 5; hour++) {
    p.clock.now += HOUR;
    await meter();
  }
  // 5 hours × 600,000 micro-mills.
  expect([await charged(), (await row())?.carry]).toEqual([3, 0]);
});

test('while the account is stopped snapshots cost nothing', async () => {
  const { p, meter, charged, row } = await started();
  const accountId = (await row())?.accountId ?? expect.fail('it is seeded');
  const all = async (what: 'suspend' | 'restore', reason: 'balance' | 'cap') => {
    const ctx = { now: p.clock.now, newId: () => uuidv7(p.clock.now), services: p.provider.services };
    await p.store.write(`account:${accountId}`, async (tx) => {
      for (const line of p.provider.services.registry.lines) await line[what]?.(tx, ctx, { accountId, reason });
    });
  };
  p.clock.now += HOUR;
  await all('suspend', 'balance');
  await all('suspend', 'cap');
  expect(await charged()).toBe(60);
  p.clock.now += 30 * HOUR;
  await meter();
  await all('restore', 'balance');
  await meter();
  expect(await charged()).toBe(60);
  await all('restore', 'cap');
  p.clock.now += HOUR;
  await meter();
  expect(await charged()).toBe(120);
});
