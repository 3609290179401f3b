import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { rest, runJobs, stopOrRestart, whenever } from '../../../../tests/support/jobs.ts';
import { charged, move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { type AddressKind, addressRate, maxAddresses } from '../../../lib/rules/cloud/server/address.ts';
import { monthEnd, monthKey } from '../../../lib/rules/core/month.ts';
import { HOUR } from '../../../lib/time.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { cloudJobs } from '../jobs.ts';

const { serverId, serverAddress } = demo;

async function started() {
  const p = await startProvider();
  const ips = async () => (await p.ok(server.ips, { serverId }, { token: await p.signIn() })).ips;
  const extra = async () => (await ips()).filter(({ isPrimary }) => !isPrimary);
  const add = async (kind: AddressKind = 'ipv4') => p.try(server.addIp, { serverId, kind }, { token: await p.signIn() });
  const remove = async (address = '') => p.try(server.removeIp, { serverId, address }, { token: await p.signIn() });
  const meter = () => runJobs(p, cloudJobs.meterAddresses);
  /** What additional addresses have cost so far. */
  const paid = () => charged(p, 'serverIp:%');
  const loadAddresses = async () =>
    (await storedOne(p, 'simulated', { id: `server:${serverId}` })).spec as { addresses: unknown[]; reverseDns: unknown[] };
  return { p, ips, extra, add, remove, meter, paid, loadAddresses };
}

test('an address is ordered from the driver, is shown everywhere, gets a host name, and loses both when it is removed', async () => {
  const { p, ips, extra, add, remove, loadAddresses } = await started();
  const added = await add('ipv6');
  expect([added.status, added.body.additional, added.body.ips]).toMatchObject([200, 1, [{ isPrimary: true }, { isPrimary: true }]]);
  // One action at a time.
  expect((await add()).body.code).toBe('server:reason.busy');
  await rest(p, 4);
  const [one] = await extra();
  expect(one).toMatchObject({ kind: 'ipv6', address: expect.stringMatching(/^2001:db8:/), host: null });
  const address = one?.address ?? '';
  const token = await p.signIn();
  const { server: shown } = await p.ok(server.get, { serverId }, { token });
  expect(shown).toMatchObject({ state: 'ready', ip: [serverAddress, expect.any(String), address] });
  expect((await p.ok(server.list, {}, { token })).servers.find(({ id }) => id === serverId)?.ip).toContain(address);
  await p.ok(server.reverseDns, { serverId, address, host: 'mail.example.com' }, { token });
  await rest(p, 2);
  expect(await loadAddresses()).toMatchObject({ addresses: [{ kind: 'ipv6' }], reverseDns: [{ address }] });
  expect((await remove(address)).status).toBe(200);
  await rest(p, 4);
  expect(await ips()).toHaveLength(2);
  expect(await loadAddresses()).toMatchObject({ addresses: [], reverseDns: [] });
});

test('primary and foreign addresses aren’t removed, the limit and the balance hold, and nothing is written', async () => {
  const { p, extra, add, remove } = await started();
  const before = await snapshot(p);
  expect(await remove(serverAddress)).toMatchObject({ status: 409, body: { code: 'server:error.addressPrimary' } });
  expect(await remove('192.0.2.1')).toMatchObject({ status: 422, body: { fields: { address: expect.any(String) } } });
  expect(await snapshot(p)).toBe(before);
  const accountId = await readAccountId(p);
  const values = { accountId, serverId, kind: 'ipv4' as const, meteredUntil: p.clock.now + HOUR, carry: 0, createdAt: p.clock.now };
  const all = Array.from({ length: maxAddresses - 1 }, (_, n) => ({ ...values, id: `ip-${n}`, address: `192.0.2.${n + 1}` }));
  await p.store.write('test', (tx) => tx.insertInto('serverIp').values(all).execute());
  // Two at once: one is the last.
  const both = await Promise.all([add(), add()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await rest(p, 4);
  expect(await extra()).toHaveLength(maxAddresses);
  expect(await add()).toMatchObject({ status: 409, body: { code: 'server:error.addressLimit' } });
  await p.store.write('test', (tx) => tx.deleteFrom('serverIp').execute());
  await move(p, accountId, -(await readBalance(p.store.reader, accountId)));
  expect(await add()).toMatchObject({ status: 402, body: { code: 'server:error.addressBalance', needed: 96, balance: 0 } });
});

test('with the same key a repeated order is one address', async () => {
  const { p, extra } = await started();
  const options = { token: await p.signIn(), headers: { 'idempotency-key': 'one' } };
  for (const _ of [1, 2]) await p.ok(server.addIp, { serverId, kind: 'ipv4' }, options);
  await rest(p, 4);
  expect(await extra()).toHaveLength(1);
});

test('hours are charged exactly from the assignment, however late or often the job runs', async () => {
  const { p, add, meter, paid } = await started();
  await add();
  await meter();
  await rest(p, 4);
  await move(p, await readAccountId(p), 1_000_000_000);
  const { meteredUntil } = await storedOne(p, 'serverIp');
  const check = async () => expect(await paid()).toBe((Math.ceil((p.clock.now - meteredUntil) / HOUR) * addressRate('ipv4')) / 1_000_000);
  await whenever(p, cloudJobs.meterAddresses, check, 5);
});

test('the cost of the month includes additional addresses, also after they are removed, and the forecast those that remain', async () => {
  const { p, extra, add, remove, meter, paid } = await started();
  const cost = async () => (await p.ok(server.get, { serverId }, { token: await p.signIn() })).cost;
  const before = await cost();
  expect(before.addresses).toEqual({ hourlyMicroMills: 0, month: 0 });
  await add();
  await rest(p, 4);
  p.clock.now += 2 * HOUR;
  await meter();
  const during = await cost();
  expect(during.addresses).toEqual({ hourlyMicroMills: addressRate('ipv4'), month: await paid() });
  expect(during.addresses.month).toBe(12);
  // The hours of the server aren't charged here.
  expect(during.month).toBe(before.month + 12);
  const { meteredUntil } = await storedOne(p, 'serverIp');
  const end = monthEnd(monthKey(p.clock.now));
  const withoutAddresses = async () => {
    const { forecast } = await cost();
    return forecast - 12 - (Math.ceil((end - meteredUntil) / HOUR) * addressRate('ipv4')) / 1_000_000;
  };
  const own = await withoutAddresses();
  await remove((await extra())[0]?.address);
  await rest(p, 4);
  const after = await cost();
  expect(after.addresses).toEqual({ hourlyMicroMills: 0, month: 12 });
  expect([after.month, after.forecast]).toEqual([before.month + 12, own + 12]);
});

test('a stop is free; removal charges the hour that has begun; a removed server releases its addresses', async () => {
  const { p, extra, add, remove, meter, paid } = await started();
  await add();
  await rest(p, 4);
  await add('ipv6');
  await rest(p, 4);
  await meter();
  const target = { accountId: await readAccountId(p), reason: 'cap' } as const;
  expect(await paid()).toBe(5);
  await stopOrRestart(p, 'suspend', target);
  p.clock.now += 30 * HOUR;
  await meter();
  expect(await paid()).toBe(5);
  expect((await add()).body.code).toBe('server:reason.suspended');
  await stopOrRestart(p, 'restore', target);
  await rest(p, 4);
  await meter();
  expect(await paid()).toBe(10);
  p.clock.now += HOUR;
  await remove((await extra())[0]?.address);
  expect(await paid()).toBe(14);
  await rest(p, 4);
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token: await p.signIn() });
  expect(await paid()).toBe(15);
  await rest(p, 4);
  expect(await stored(p, 'serverIp')).toEqual([]);
});

test('an address that the driver can’t assign is given up and free; the server says why, and a retry succeeds', async () => {
  const { p, add, meter, paid, loadAddresses } = await started();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver };
  const { compute } = drivers;
  drivers.compute = {
    ...compute,
    async progress(id, signal) {
      const progress = await compute.progress(id, signal);
      return progress && { ...progress, addresses: [] };
    },
  };
  await add();
  await rest(p, 4);
  const get = async () => (await p.ok(server.get, { serverId }, { token: await p.signIn() })).server;
  expect(await get()).toMatchObject({ state: 'failed', problem: { message: expect.stringContaining('couldn’t assign') } });
  expect(await loadAddresses()).toMatchObject({ addresses: [] });
  await meter();
  expect(await paid()).toBe(0);
  await p.ok(serverAction.retry, { serverId }, { token: await p.signIn() });
  await rest(p, 4);
  expect(await get()).toMatchObject({ state: 'ready', problem: null });
});

test('an address moves to another server with its host name, and is charged on without a gap', async () => {
  const { p, ips, extra, add, meter, paid } = await started();
  await add();
  await rest(p, 4);
  const address = (await extra())[0]?.address ?? '';
  const token = await p.signIn();
  await p.ok(server.reverseDns, { serverId, address, host: 'mail.example.com' }, { token });
  await rest(p, 2);
  // The seed has no second server in this data center.
  const { dataCenterId, accountId } = await storedOne(p, 'server', { id: serverId });
  const to = demo.offServerId;
  const moveIp = (input: object = {}) => p.try(server.moveIp, { serverId, address, targetServerId: to, ...input }, { token });
  await updateStored(p, 'server', { id: to }, { dataCenterId: dataCenterId + 1 });
  expect((await moveIp()).body.code).toBe('server:error.addressCenter');
  await updateStored(p, 'server', { id: to }, { dataCenterId, expiresAt: p.clock.now + HOUR });
  expect((await moveIp()).body.code).toBe('server:error.addressOneDay');
  await updateStored(p, 'server', { id: to }, { expiresAt: null, state: 'failed' });
  expect((await moveIp()).body.code).toBe('server:reason.failed');
  await updateStored(p, 'server', { id: to }, { state: 'ready' });
  expect((await moveIp({ address: serverAddress })).body.code).toBe('server:error.addressFixed');
  expect((await moveIp({ address: '192.0.2.1' })).status).toBe(422);
  expect((await moveIp({ targetServerId: serverId })).body.code).toBe('server:error.addressSame');
  expect((await moveIp({ targetServerId: 'none' })).status).toBe(404);
  const other = await p.signIn(demo.second);
  expect((await p.try(server.moveIp, { serverId, address, targetServerId: to }, { token: other })).status).toBe(404);
  expect(await stored(p, 'serverIp')).toHaveLength(1);

  p.clock.now += HOUR / 2;
  const hours = await paid();
  const versions = async () => [
    (await storedOne(p, 'server', { id: serverId })).version,
    (await storedOne(p, 'server', { id: to })).version,
  ];
  const [a = 0, b = 0] = await versions();
  expect(await moveIp()).toMatchObject({ status: 200, body: { additional: 0, taskIds: [expect.any(String), expect.any(String)] } });
  expect(await versions()).toEqual([a + 1, b + 1]);
  // The second of two tabs.
  expect((await moveIp()).body.code).toBe('server:error.notItsAddress');
  await rest(p, 4);
  expect(await ips()).toHaveLength(2);
  expect((await p.ok(server.ips, { serverId: to }, { token })).ips.at(-1)).toEqual({
    address,
    kind: 'ipv4',
    isPrimary: false,
    host: 'mail.example.com',
  });
  for (const [id, addresses, reverseDns] of [
    [serverId, [], []],
    [to, [{ kind: 'ipv4' }], [{ address, host: 'mail.example.com' }]],
  ])
    expect((await storedOne(p, 'simulated', { id: `server:${id}` })).spec).toMatchObject({ addresses, reverseDns });
  expect((await p.ok(server.get, { serverId: to }, { token })).server).toMatchObject({
    state: 'ready',
    ip: expect.arrayContaining([address]),
  });
  // Nothing is charged twice, and the next hours are part of the cost of the other server.
  const afterMove = await paid();
  expect(afterMove).toBe(Math.max(hours, 4));
  await move(p, accountId, 1_000_000);
  p.clock.now += 2 * HOUR;
  await meter();
  expect(await paid()).toBeGreaterThan(afterMove);
  const costOf = async (id: string) => (await p.ok(server.get, { serverId: id }, { token: await p.signIn() })).cost.addresses.month;
  expect(await costOf(serverId)).toBe(afterMove);
  expect(await costOf(to)).toBe((await paid()) - afterMove);
});

test('hosts that assign no addresses refuse one before anything is charged', async () => {
  const { p, add } = await started();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver };
  drivers.compute = { ...drivers.compute, capabilities: { ...drivers.compute.capabilities, addresses: false } };
  const before = await snapshot(p);
  expect(await add()).toMatchObject({ status: 409, body: { code: 'server:error.noAddresses' } });
  expect(await snapshot(p)).toBe(before);
  expect(await p.ok(server.ips, { serverId }, { token: await p.signIn() })).toMatchObject({ additional: 0, limit: 0 });
});

test('hosts that publish no host names refuse one, and let an earlier one be removed', async () => {
  const { p, ips } = await started();
  const name = async (host: string) => p.try(server.reverseDns, { serverId, address: serverAddress, host }, { token: await p.signIn() });
  expect((await name('mail.example.com')).status).toBe(200);
  const drivers = p.provider.services.drivers as { compute: ComputeDriver };
  drivers.compute = { ...drivers.compute, capabilities: { ...drivers.compute.capabilities, reverseDns: false } };
  const before = await snapshot(p);
  expect(await name('www.example.com')).toMatchObject({ status: 409, body: { code: 'server:error.noReverseDns' } });
  expect(await snapshot(p)).toBe(before);
  expect(await name('')).toMatchObject({ status: 200, body: { reverseDns: false } });
  expect((await ips()).map(({ host }) => host)).not.toContain('mail.example.com');
});
