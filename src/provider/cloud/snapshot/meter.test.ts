import { expect, test } from 'vitest';
import { runJobs, stopOrRestart } from '../../../../tests/support/jobs.ts';
import { charged, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { HOUR } from '../../../lib/time.ts';
import { cloudJobs } from '../jobs.ts';

const { snapshotId } = demo;

async function started() {
  const p = await startProvider();
  // 1,000 GB cost 60 mills an hour.
  await updateStored(p, 'snapshot', {}, { size: 1e12, meteredUntil: p.clock.now });
  return { p, meter: () => runJobs(p, cloudJobs.meterSnapshots), cost: () => charged(p, `snapshot:${snapshotId}:%`) };
}

test('every started hour is charged once, however often and late it runs; a deletion charges the last ones', async () => {
  const { p, meter, cost } = await started();
  const from = p.clock.now;
  p.clock.now = from + 5 * HOUR - 1;
  await meter();
  await meter();
  expect(await cost()).toBe(300);
  p.clock.now = from + 6 * HOUR + 1;
  await p.ok(snapshot.delete, { snapshotId }, { token: await p.signIn() });
  expect(await cost()).toBe(420);
  p.clock.now += 10 * HOUR;
  await meter();
  expect(await cost()).toBe(420);
});

test('fractions of a mill are carried on', async () => {
  const { p, meter, cost } = await started();
  await updateStored(p, 'snapshot', {}, { size: 10e9 });
  for (let hour = 0; hour < 5; hour++) {
    p.clock.now += HOUR;
    await meter();
  }
  // 5 hours × 600,000 micro-mills.
  expect([await cost(), (await storedOne(p, 'snapshot', { id: snapshotId })).carry]).toEqual([3, 0]);
});

test('while the account is stopped snapshots cost nothing', async () => {
  const { p, meter, cost } = await started();
  const accountId = await readAccountId(p);
  const all = (what: 'suspend' | 'restore', reason: 'balance' | 'cap') => stopOrRestart(p, what, { accountId, reason });
  p.clock.now += HOUR;
  await all('suspend', 'balance');
  await all('suspend', 'cap');
  expect(await cost()).toBe(60);
  p.clock.now += 30 * HOUR;
  await meter();
  await all('restore', 'balance');
  await meter();
  expect(await cost()).toBe(60);
  await all('restore', 'cap');
  p.clock.now += HOUR;
  await meter();
  expect(await cost()).toBe(120);
});
