import { expect, test } from 'vitest';
import { rest, runJobs, whenever } from '../../../../tests/support/jobs.ts';
import { charged, move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { HOUR } from '../../../lib/time.ts';
import { cloudJobs } from '../jobs.ts';
import { toMills } from './rate.ts';

const serverId = demo.serverId;

/** A single server, starting with whole hours. */
async function start() {
  const p = await startProvider();
  const set = (values: object) => updateStored(p, 'server', { id: serverId }, values);
  await p.store.write('test', (tx) => tx.deleteFrom('server').where('id', '!=', serverId).execute());
  await set({ meteredUntil: p.clock.now, createdAt: p.clock.now });
  // The plans of the demo account cost money too, and a negative balance would stop the server.
  await move(p, await readAccountId(p), 1_000_000_000);
  const meter = () => runJobs(p, cloudJobs.meterServers);
  return { p, set, meter, cost: () => charged(p, 'serverUsage:%') };
}

test('whenever and however often the job runs: charges are hours × rate, rounded once a month, over a leap day', async () => {
  const { p, set, cost } = await start();
  // A month of 29 days lies ahead.
  p.clock.now = Date.UTC(2028, 1, 27, 9, 30);
  const from = p.clock.now;
  await set({ meteredUntil: from });
  const { hourlyMicroMills } = (await p.ok(server.get, { serverId }, { token: await p.signIn() })).cost;
  await whenever(p, cloudJobs.meterServers, async () => {
    const byMonth = new Map<string, number>();
    for (let hour = from; hour < p.clock.now; hour += HOUR) {
      const month = new Date(hour).toISOString().slice(0, 7);
      byMonth.set(month, (byMonth.get(month) ?? 0) + 1);
    }
    expect(await cost()).toBe([...byMonth.values()].reduce((sum, n) => sum + toMills(n * hourlyMicroMills), 0));
  });
  expect((await stored(p, 'ledgerLine')).reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
}, 60_000);

test('a suspended server isn’t charged, and a server whose time has ended is removed', async () => {
  const { p, set, meter, cost } = await start();
  await set({ suspendedAt: p.clock.now });
  p.clock.now += 10 * HOUR;
  await meter();
  expect(await cost()).toBe(0);
  await set({ suspendedAt: null, meteredUntil: p.clock.now, expiresAt: p.clock.now + HOUR });
  p.clock.now += HOUR;
  await meter();
  p.clock.now += 3_000;
  await rest(p, 4);
  expect((await p.try(server.get, { serverId }, { token: await p.signIn() })).status).toBe(404);
});

test('a prepaid period is renewed once if the balance covers it, and continues hourly without automatic renewal', async () => {
  const { p, set, meter, cost } = await start();
  const row = () => storedOne(p, 'server', { id: serverId });
  const renewals = async () => (await stored(p, 'ledgerEntry')).filter(({ reference }) => reference?.startsWith('serverPeriod:')).length;
  const begun = p.clock.now;
  await set({ period: 'day', autoRenew: true });
  p.clock.now += HOUR;
  await meter();
  await meter();
  expect([await renewals(), await cost(), await row()]).toMatchObject([1, 0, { period: 'day', meteredUntil: begun + 24 * HOUR }]);
  await set({ autoRenew: false });
  p.clock.now = begun + 24 * HOUR + 1;
  await meter();
  expect([await renewals(), (await row()).period, await cost()]).toEqual([1, 'payg', 40]);
});
