import { expect, test } from 'vitest';
import { runJobs, stopOrRestart } from '../../../../tests/support/jobs.ts';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { HOUR } from '../../../lib/time.ts';
import type { Suspension } from '../../core/registry.ts';
import { cloudJobs } from '../jobs.ts';

const serverId = demo.serverId;

async function start() {
  const p = await startProvider();
  const accountId = await readAccountId(p);
  const all = async (what: 'suspend' | 'restore', about: Omit<Suspension, 'accountId'>) => {
    await stopOrRestart(p, what, { accountId, ...about });
    await runJobs(p);
  };
  const row = () => storedOne(p, 'server', { id: serverId });
  const hours = async () => (await stored(p, 'serverUsage', { serverId })).reduce((sum, one) => sum + one.hours, 0);
  return { p, all, row, hours, meter: () => runJobs(p, cloudJobs.meterServers) };
}

test('a stopped server is free, refuses actions, and restarts in its previous state', async () => {
  const { p, all, row, hours, meter } = await start();
  const token = await p.signIn();
  await all('suspend', { reason: 'balance' });
  const stopped = { reason: 'balance', since: new Date(p.clock.now).toISOString() };
  expect((await p.ok(server.get, { serverId }, { token })).server).toMatchObject({ suspended: true, stopped });
  const { status, body } = await p.try(serverAction.reboot, { serverId }, { token });
  expect([status, body.code]).toEqual([409, 'server:reason.suspended']);
  const before = await hours();
  p.clock.now += 30 * HOUR;
  await meter();
  expect(await hours()).toBe(before);
  await all('restore', { reason: 'balance' });
  expect(await row()).toMatchObject({ suspendedAt: null, power: 'on' });
  expect((await p.ok(server.get, { serverId }, { token: await p.signIn() })).server).not.toHaveProperty('stopped');
  await meter();
  // The hour that starts now, and none of those before.
  expect((await hours()) - before).toBeLessThanOrEqual(1);
});

test('with two reasons, the end of one leaves the server stopped; stopping is idempotent', async () => {
  const { all, row } = await start();
  await all('suspend', { reason: 'cap' });
  await all('suspend', { reason: 'balance' });
  await all('suspend', { reason: 'balance' });
  await all('restore', { reason: 'cap' });
  expect((await row()).suspendedAt).not.toBeNull();
  await all('restore', { reason: 'balance' });
  expect((await row()).suspendedAt).toBeNull();
});

test('the cap of one domain doesn’t stop servers', async () => {
  const { all, row } = await start();
  await all('suspend', { reason: 'cap', domainId: demo.domainId });
  expect((await row()).suspendedAt).toBeNull();
});
