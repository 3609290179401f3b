import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { serverCatalog } from '../../../lib/contract/cloud/serverCatalogue.ts';

test('the sizes, with the custom code of the systems and the prices of the rules', async () => {
  const p = await startProvider();
  const { plans } = await p.ok(serverCatalog.plans, {}, { token: await p.signIn() });
  expect(
    plans.map(({ id, name, specifications: { os, cpu, ram, disk }, price }) => [id, name, os, cpu, ram, disk.display, price.monthly]),
  ).toEqual([
    ['eco-2023', 'Economic', 98, 1, 2, '25 GB SSD', 6570],
    ['com-2023', 'Commercial', 98, 2, 4, '50 GB SSD', 14_600],
    ['pro-2023', 'Professional', 98, 4, 8, '100 GB SSD', 29_200],
    ['ent-2023', 'Enterprise', 98, 16, 32, '200 GB NVMe', 109_500],
    ['free', 'One-day server', 98, 1, 2, '25 GB SSD', 0],
  ]);
  expect(plans.every(({ available }) => available)).toBe(true);
});

test('the one-day server is offered to an account once', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const free = async () => (await p.ok(serverCatalog.plans, {}, { token })).plans.find((plan) => plan.id === 'free');
  expect(await free()).toMatchObject({ available: true, reason: null });
  const used = { accountId: await readAccountId(p), serverId: 'gone', createdAt: 0 };
  await p.store.write('t', (tx) => tx.insertInto('oneDayServer').values(used).execute());
  expect(await free()).toMatchObject({ available: false, reason: 'used' });
  expect((await p.ok(serverCatalog.limits, {}, { token })).limits).toMatchObject({ oneDayUsed: true, sshKeys: { used: 2, max: 100 } });
});

test('anyone may read the price list', async () => {
  const p = await startProvider();
  const { data } = await p.ok(serverCatalog.publicPrice, {});
  expect(data.find(({ item }) => item === 'pro-2023')?.price).toEqual({ hourly: 40, daily: 960, monthly: 29_200, annual: 350_400 });
  expect((await p.try(serverCatalog.publicPrice, { datacenterId: 'x' })).status).toBe(422);
});
