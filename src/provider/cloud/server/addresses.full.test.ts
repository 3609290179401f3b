import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/server-addresses.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { addressRate } from '../../../lib/rules/cloud/server/address.ts';
import { monthEnd, monthOf } from '../../../lib/rules/core/month.ts';
import { uuidv7 } from '../../core/ids.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { HOUR } from './meter.ts';

const { serverId } = demo;

test('the cost of the month includes additional addresses, also after they are removed, and the forecast those that remain', async () => {
  const { p, add, remove, extra, rest, meter, charged } = await started();
  const cost = async () => (await p.ok(server.get, { serverId }, { token: await p.signIn() })).cost;
  const before = await cost();
  expect(before.addresses).toEqual({ hourlyMicroMills: 0, month: 0 });
  await add();
  await rest();
  p.clock.now += 2 * HOUR;
  await meter();
  const during = await cost();
  expect(during.addresses).toEqual({ hourlyMicroMills: addressRate('ipv4'), month: await charged() });
  expect(during.addresses.month).toBe(12);
  // The hours of the server aren't charged here.
  expect(during.month).toBe(before.month + 12);
  const { meteredUntil } = await p.store.reader.selectFrom('serverIp').select('meteredUntil').executeTakeFirstOrThrow();
  const end = monthEnd(monthOf(p.clock.now));
  const withoutAddresses = async () => {
    const { forecast } = await cost();
    return forecast - 12 - (Math.ceil((end - meteredUntil) / HOUR) * addressRate('ipv4')) / 1_000_000;
  };
  const own = await withoutAddresses();
  await remove((await extra())[0]?.address ?? '');
  await rest();
  const after = await cost();
  expect(after.addresses).toEqual({ hourlyMicroMills: 0, month: 12 });
  expect([after.month, after.forecast]).toEqual([before.month + 12, own + 12]);
});

test('a stop is free; removal charges the hour that has begun; a removed server releases its addresses', async () => {
  const { p, add, remove, extra, rest, meter, charged } = await started();
  await add();
  await rest();
  await add('ipv6');
  await rest();
  await meter();
  const { accountId } = await p.store.reader.selectFrom('serverIp').select('accountId').executeTakeFirstOrThrow();
  const all = async (what: 'suspend' | 'restore') => {
    const ctx = { now: p.clock.now, newId: () => uuidv7(p.clock.now), services: p.provider.services };
    await p.store.write(`account:${accountId}`, async (tx) => {
      for (const line of p.provider.services.registry.lines) await line[what]?.(tx, ctx, { accountId, reason: 'cap' });
    });
  };
  expect(await charged()).toBe(5);
  await all('suspend');
  p.clock.now += 30 * HOUR;
  await meter();
  expect(await charged()).toBe(5);
  expect((await add()).body.code).toBe('server:reason.suspended');
  await all('restore');
  await rest();
  await meter();
  expect(await charged()).toBe(10);
  p.clock.now += HOUR;
  const [first] = await extra();
  await remove(first?.address ?? '');
  expect(await charged()).toBe(14);
  await rest();
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token: await p.signIn() });
  expect(await charged()).toBe(15);
  await rest();
  expect(await p.store.reader.selectFrom('serverIp').selectAll().execute()).toEqual([]);
});

test('an address that the driver can’t assign is given up and free; the server says why, and a retry succeeds', async () => {
  const { p, add, rest, meter, charged, held } = await started();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver };
  const { compute } = drivers;
  drivers.compute = {
    ...compute,
    async progress(id, signal) {
      const said = await compute.progress(id, signal);
      return said && { ...said, addresses: [] };
    },
  };
  await add();
  await rest();
  const get = async () => (await p.ok(server.get, { serverId }, { token: await p.signIn() })).server;
  expect(await get()).toMatchObject({ state: 'failed', problem: { message: expect.stringContaining('couldn’t assign') } });
  expect(await held()).toMatchObject({ addresses: [] });
  await meter();
  expect(await charged()).toBe(0);
  await p.ok(serverAction.retry, { serverId }, { token: await p.signIn() });
  await rest();
  expect(await get()).toMatchObject({ state: 'ready', problem: null });
});
