import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { uuidv7 } from '../../core/ids.ts';
import { book } from '../../core/ledger/ledger.ts';
import { HOUR } from './meter.ts';
import { toMills } from './rate.ts';

const serverId = demo.serverId;

async function start() {
  const p = await startProvider();
  // A single server, starting with whole hours.
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('server').where('id', '!=', serverId).execute();
    await tx.updateTable('server').set({ meteredUntil: p.clock.now, createdAt: p.clock.now }).where('id', '=', serverId).execute();
    // The plans of the demo account cost money too, and a negative balance would stop the server.
    const { accountId } = await tx.selectFrom('server').select('accountId').where('id', '=', serverId).executeTakeFirstOrThrow();
    await book(
      tx,
      { now: p.clock.now, newId: () => uuidv7(p.clock.now) },
      {
        kind: 'topUp',
        from: 'funding',
        to: { wallet: accountId },
        amount: 1_000_000_000,
        description: { key: 'domain:ledger.demoCredit' },
      },
    );
  });
  const meter = async () => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'server.meter'));
    await p.provider.services.jobs.runDue();
  };
  /** Total server cost so far in mills; the wallet has other charges as well. */
  const charged = async () => {
    const row = await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select((e) => e.fn.sum<number>('amount').as('sum'))
      .where('reference', 'like', 'serverUsage:%')
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(row.sum ?? 0);
  };
  return { p, meter, charged };
}

test('whenever and however often the job runs: charges are hours × rate, rounded once a month, over a leap day', async () => {
  const { p, meter, charged } = await start();
  // A month of 29 days lies ahead.
  p.clock.now = Date.UTC(2028, 1, 27, 9, 30);
  const from = p.clock.now;
  await p.store.write('test', (tx) => tx.updateTable('server').set({ meteredUntil: from }).where('id', '=', serverId).execute());
  const { cost } = await p.ok(server.get, { serverId }, { token: await p.signIn() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 * HOUR }), fc.integer({ min: 1, max: 3 })), { maxLength: 5 }),
      async (runs) => {
        for (const [wait, times] of runs) {
          p.clock.now += wait;
          for (let i = 0; i < times; i++) await meter();
        }
        await meter();
        const hours = Math.ceil((p.clock.now - from) / HOUR);
        const byMonth = new Map<string, number>();
        for (let i = 0; i < hours; i++) {
          const month = new Date(from + i * HOUR).toISOString().slice(0, 7);
          byMonth.set(month, (byMonth.get(month) ?? 0) + 1);
        }
        const expected = [...byMonth.values()].reduce((sum, n) => sum + toMills(n * cost.hourlyMicroMills), 0);
        expect(await charged()).toBe(expected);
      },
    ),
    { numRuns: 10 },
  );
  const { sum } = await p.store.reader
    .selectFrom('ledgerLine')
    .select((e) => e.fn.sum<number>('amount').as('sum'))
    .executeTakeFirstOrThrow();
  expect(Number(sum)).toBe(0);
}, 60_000);

test('a suspended server isn’t charged, and a server whose time has ended is removed', async () => {
  const { p, meter, charged } = await start();
  await p.store.write('test', (tx) => tx.updateTable('server').set({ suspendedAt: p.clock.now }).where('id', '=', serverId).execute());
  p.clock.now += 10 * HOUR;
  await meter();
  expect(await charged()).toBe(0);
  await p.store.write('test', (tx) =>
    tx
      .updateTable('server')
      .set({ suspendedAt: null, meteredUntil: p.clock.now, expiresAt: p.clock.now + HOUR })
      .where('id', '=', serverId)
      .execute(),
  );
  p.clock.now += HOUR;
  await meter();
  for (let i = 0; i < 4; i++) {
    p.clock.now += 3_000;
    await p.provider.services.jobs.runDue();
  }
  expect((await p.try(server.get, { serverId }, { token: await p.signIn() })).status).toBe(404);
});

test('a prepaid period is renewed once if the balance covers it, and continues hourly without automatic renewal', async () => {
  const { p, meter, charged } = await start();
  const set = (values: object) => p.store.write('test', (tx) => tx.updateTable('server').set(values).where('id', '=', serverId).execute());
  const row = () =>
    p.store.reader.selectFrom('server').select(['period', 'meteredUntil']).where('id', '=', serverId).executeTakeFirstOrThrow();
  const renewals = async () =>
    (await p.store.reader.selectFrom('ledgerEntry').select('id').where('reference', 'like', 'serverPeriod:%').execute()).length;
  const begun = p.clock.now;
  await set({ period: 'day', autoRenew: 1 });
  p.clock.now += HOUR;
  await meter();
  await meter();
  expect([await renewals(), await charged(), await row()]).toEqual([1, 0, { period: 'day', meteredUntil: begun + 24 * HOUR }]);
  await set({ autoRenew: 0 });
  p.clock.now = begun + 24 * HOUR + 1;
  await meter();
  expect([await renewals(), (await row()).period, await charged()]).toEqual([1, 'payg', 40]);
});
