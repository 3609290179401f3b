import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { rest } from '../../../../tests/support/jobs.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { serverCatalog } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { snapshot as snapshots } from '../../../lib/contract/cloud/snapshot.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { ServerSpec } from '../../../lib/rules/cloud/compute/spec.ts';
import { readParts } from '../../../lib/rules/cloud/userDataParts.ts';
import { HOUR } from '../../../lib/time.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';

const draft = { plan: 'pro-2023' as const, nameServer: 'web-order' };

async function started() {
  const { p, token } = await signedIn();
  const balance = async () => (await p.ok(wallet.balance, {}, { token })).balance;
  const order = (input: object = {}, headers = {}) => p.try(serverOrder.create, { ...draft, ...input }, { token, headers });
  const names = async () => (await p.ok(server.list, {}, { token })).servers.map(({ name }) => name);
  return { p, token, balance, order, names };
}

test('the quote follows the rules, whatever price the draft has', async () => {
  const { p, token } = await started();
  const { price, balance, enough } = await p.ok(serverOrder.quote, { ...draft, price: { hourly: 1, monthly: 1 }, cpu: 32 }, { token });
  expect(price).toEqual({
    hourly: 40,
    daily: 960,
    monthly: 29_200,
    annual: 350_400,
    items: [{ item: 'plan', hourly: 40, monthly: 29_200 }],
    due: 0,
    needed: 960,
  });
  expect([balance, enough]).toEqual([248_000, true]);
  const year = await p.ok(serverOrder.quote, { ...draft, period: 'year' }, { token });
  expect([year.price.due, year.enough]).toEqual([350_400, false]);
});

test('a prepaid month is charged once and immediately, and not again by the hour', async () => {
  const { p, token, balance, order, names } = await started();
  const { status, body } = await order({ period: 'month', quantity: 2, extra: { cpanel: true, plesk: false } });
  expect([status, body.charged, body.balance]).toEqual([200, 94_316, 248_000 - 94_316]);
  expect(await names()).toEqual(expect.arrayContaining(['web-order-1', 'web-order-2']));
  const mine = (await stored(p, 'server')).filter(({ name }) => name.startsWith('web-order'));
  const expected = { plan: 'pro-2023', cpu: 4, ram: 8, diskSize: 100, meteredUntil: p.clock.now + 730 * HOUR, hourlyRate: 64_600_000 };
  expect(mine).toMatchObject([expected, expected]);
  expect(await balance()).toBe(248_000 - 94_316);
  expect((await p.ok(serverCatalog.limits, {}, { token })).limits.servers.used).toBe((await names()).length);
});

test('the same key orders once, also at once', async () => {
  const { balance, order, names } = await started();
  const before = (await names()).length;
  const send = () => order({ period: 'day' }, { 'idempotency-key': 'one' });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.servers))).size).toBe(1);
  expect([(await names()).length - before, await balance()]).toEqual([1, 248_000 - 960]);
});

test('if the last name of three servers is taken, none is ordered, and nothing is charged', async () => {
  const { p, order } = await started();
  await order({ nameServer: 'shop-3' });
  const before = await snapshot(p);
  const { status, body } = await order({ nameServer: 'SHOP', quantity: 3, period: 'day' });
  expect([status, body.code]).toEqual([409, 'server:error.taken']);
  expect(await snapshot(p)).toBe(before);
});

test('a balance that is too small is refused with the required amount; nothing is created', async () => {
  const { p } = await started();
  const token = await p.signIn(demo.second);
  const before = await snapshot(p);
  const { status, body } = await p.try(serverOrder.create, draft, { token });
  expect([status, body.code, body.needed, body.balance]).toEqual([402, 'serverOrder:error.balance', 960, 0]);
  expect(await snapshot(p)).toBe(before);
});

test('a price other than the shown one is refused, with the right one', async () => {
  const { p, order } = await started();
  const before = await snapshot(p);
  const { status, body } = await order({ price: { hourly: 1, monthly: 29_200 } });
  expect([status, body.code, (body.price as { hourly: number }).hourly]).toEqual([409, 'serverOrder:error.changed', 40]);
  expect(await snapshot(p)).toBe(before);
  expect((await order({ price: { hourly: 40, monthly: 29_200 } })).status).toBe(200);
});

test('a wrong value is refused at its field, in the caller’s language', async () => {
  const { p, token } = await started();
  const t = translator('fa');
  const before = await snapshot(p);
  for (const [input, field, message] of [
    [{ plan: null }, 'plan', t('serverOrder:error.plan')],
    [{ nameServer: '-web' }, 'nameServer', t('serverOrder:error.name')],
    [{ datacenterId: 13 }, 'datacenterId', t('serverOrder:error.center')],
    [{ os: { id: 100, type: 'ubuntu', version: '22' } }, 'os', t('serverOrder:error.os')],
    [{ quantity: 11 }, 'quantity', t('serverOrder:error.quantity', { max: 10 })],
    [{ isCustom: true, disk: { value: 9, type: 'ssd' } }, 'disk.value', t('serverOrder:error.disk', { min: 10, max: 2000 })],
    [{ password: { type: 'custom', value: 'short' } }, 'password.value', t('serverOrder:error.password', { min: 12, max: 72 })],
    [{ password: { type: 'sshKey', sshKeyIds: [] } }, 'password.sshKeyIds', t('serverOrder:error.keys')],
    [{ userData: '#cloud-config\n- a' }, 'userData', t('serverOrder:error.yamlMap')],
    [{ extra: { cpanel: true, plesk: true } }, 'extra', t('serverOrder:error.panels')],
  ] as const) {
    const { status, body } = await p.try(serverOrder.create, { ...draft, ...input }, { token, locale: 'fa' });
    expect([status, body.fields]).toEqual([422, { [field]: message }]);
  }
  expect(await snapshot(p)).toBe(before);
});

test('a new server gets the default firewall group of the account', async () => {
  const { p, token, order } = await started();
  expect((await order()).status).toBe(200);
  const { groups } = await p.ok(serverFirewall.list, {}, { token });
  const namesIn = (id: string) => groups.find((group) => group.id === id)?.servers.map(({ name }) => name);
  expect(namesIn(demo.serverFirewallId)).toContain('web-order');
  expect(namesIn(demo.freeServerFirewallId)).not.toContain('web-order');
});

test('network, groups, volumes, backups and a snapshot are ordered together, at the quoted price', async () => {
  const { p, token, order } = await started();
  const wanted = {
    networkId: demo.networkId,
    firewall: { groups: [demo.freeServerFirewallId] },
    volumes: [{ name: 'order-data', size: 100, type: 'nvme' as const }],
    backups: true,
    snapshotId: demo.snapshotId,
    quantity: 2,
  };
  const { price } = await p.ok(serverOrder.quote, { ...draft, ...wanted, period: 'day' }, { token });
  // Two servers with the backup option for a day; a day of two volumes has to be covered as well.
  expect([price.due, price.needed]).toEqual([2_112, 2_112 + 768]);
  expect(price.items.map(({ item, hourly }) => [item, hourly])).toEqual([
    ['plan', 80],
    ['backups', 8],
    ['volumes', 32],
  ]);
  const { status, body } = await order({ ...wanted, period: 'day' });
  expect([status, body.charged, (body.taskIds as string[]).length]).toEqual([200, 2_112, 4]);
  const rows = (await stored(p, 'server')).filter(({ name }) => name.startsWith('web-order'));
  const each = { hourlyRate: 44_000_000, imageSnapshotId: demo.snapshotId };
  expect(rows).toMatchObject([each, each]);
  const settings = rows.map((row) => row.settings);
  expect(settings.map(({ networks }) => networks)).toEqual([
    [{ networkId: demo.networkId, address: '10.20.0.3' }],
    [{ networkId: demo.networkId, address: '10.20.0.4' }],
  ]);
  expect(settings.map(({ firewallIds }) => firewallIds)).toEqual(Array(2).fill([demo.freeServerFirewallId]));
  const { volumes } = await p.ok(volume.list, {}, { token });
  expect(volumes.filter(({ name }) => name.startsWith('order-data')).map(({ name, server: at }) => [name, at?.name])).toEqual([
    ['order-data-1', 'web-order-1'],
    ['order-data-2', 'web-order-2'],
  ]);
  const { schedule } = await p.ok(backup.schedule, { serverId: rows[0]?.id ?? '' }, { token });
  expect(schedule).toMatchObject({ enabled: true, every: 'week' });
});

test('a server is created from a backup, which can’t be deleted until its disk is written', async () => {
  const { p, token, order } = await started();
  const { backupId, lastBackupId } = demo;
  const ofVolume = (await p.ok(backup.list, { volumeId: demo.volumeId }, { token })).backups[0]?.id;
  const refused = async (input: object) => {
    const { status, body } = await order(input);
    return [status, body.code];
  };
  expect(await refused({ plan: 'eco-2023', backupId })).toEqual([409, 'backup:error.diskTooSmall']);
  expect(await refused({ backupId: ofVolume })).toEqual([409, 'backup:error.otherKind']);
  expect(await refused({ backupId: 'none' })).toEqual([404, 'error:notFound']);
  expect((await order({ backupId, snapshotId: demo.snapshotId })).body.fields).toEqual({
    backupId: translator('en')('serverOrder:error.sources'),
  });
  expect((await order({ backupId: lastBackupId })).status).toBe(200);
  expect(await storedOne(p, 'server', { name: 'web-order' })).toMatchObject({ imageSnapshotId: lastBackupId, osType: 'ubuntu' });
  expect((await p.try(backup.delete, { backupId: lastBackupId }, { token })).body.code).toBe('backup:error.inRestore');
});

test('nothing is ordered if any part is refused', async () => {
  const { p, order } = await started();
  const before = await snapshot(p);
  const refused = async (input: object) => {
    const { status, body } = await order(input);
    return [status, body.code];
  };
  const volumes = [
    { name: 'first', size: 10 },
    { name: 'archive', size: 10 },
  ];
  expect(await refused({ volumes })).toEqual([409, 'volume:error.taken']);
  expect(await refused({ networkId: demo.networkId, datacenterId: 11 })).toEqual([409, 'network:error.otherCenter']);
  expect(await refused({ networkId: 'none' })).toEqual([404, 'error:notFound']);
  expect((await refused({ firewall: { groups: ['none'] } }))[0]).toBe(422);
  expect(await refused({ plan: 'eco-2023', snapshotId: demo.snapshotId })).toEqual([409, 'snapshot:error.diskTooSmall']);
  expect((await refused({ plan: 'free', backups: true }))[0]).toBe(422);
  const many = Array.from({ length: 8 }, (_, index) => ({ name: `v${index}`, size: 10 }));
  expect(await refused({ quantity: 7, volumes: many })).toEqual([409, 'volume:error.limit']);
  expect(await snapshot(p)).toBe(before);
});

test('keys of the account are added to the server; those of another account are refused', async () => {
  const { p, order } = await started();
  expect((await order({ password: { type: 'sshKey', sshKeyIds: [demo.sshKeyId] }, userData: '\ufeff#!/bin/sh\r\ntrue\r\n' })).status).toBe(
    200,
  );
  const row = await storedOne(p, 'server', { name: 'web-order' });
  expect(row.settings).toMatchObject({
    sshKeys: [expect.stringMatching(/^ssh-ed25519 .* sara-laptop$/)],
    userData: '#!/bin/sh\ntrue\n',
  });
  expect([row.password, row.passwordUntil]).toEqual([null, null]);
  const before = await snapshot(p);
  const { status, body } = await p.try(
    serverOrder.create,
    { plan: 'free', nameServer: 'mine', password: { type: 'sshKey', sshKeyIds: [demo.sshKeyId] } },
    { token: await p.signIn(demo.second) },
  );
  expect([status, body.fields]).toEqual([422, { 'password.sshKeyIds': expect.any(String) }]);
  expect(await snapshot(p)).toBe(before);
});

describe('an application', () => {
  const debian = { id: 100, type: 'debian', version: '12' };
  const wanted = { os: debian, application: 'wordpress' as const };

  /** A provider whose servers are real, and the states that its driver receives. */
  async function connected() {
    const run = await started();
    const drivers = run.p.provider.services.drivers as { compute: ComputeDriver }; // the default
    const { compute } = drivers;
    const specs: ServerSpec[] = [];
    const apply: ComputeDriver['apply'] = async (spec, ...rest) => {
      specs.push(spec);
      return compute.apply(spec, ...rest);
    };
    drivers.compute = { ...compute, capabilities: { ...compute.capabilities, engine: 'connected' }, apply };
    const { token, p } = run;
    const view = async () => (await p.ok(server.list, {}, { token })).servers.find(({ name }) => name === 'web-order');
    return { ...run, drivers, specs, view };
  }

  test('is installed before the customer’s user data runs, at the same price, and the server shows it', async () => {
    const { p, token, order, specs, view } = await connected();
    const { applications } = await p.ok(serverCatalog.applications, {}, { token });
    expect(applications.find(({ id }) => id === 'wordpress')).toMatchObject({
      name: 'WordPress',
      systems: [{ type: 'debian', version: '12' }],
      ports: [{ port: 80, protocol: 'tcp' }],
    });
    const { price } = await p.ok(serverOrder.quote, { ...draft, ...wanted }, { token });
    expect(price.monthly).toBe(29_200);
    const own = '#!/bin/sh\ntouch /root/own\n';
    expect((await order({ ...wanted, userData: own })).status).toBe(200);
    await p.provider.services.jobs.runDue();
    const sent = specs.find(({ name }) => name === 'web-order')?.access.userData;
    const parts = readParts(sent ?? '');
    expect(parts).toEqual([expect.stringContaining('mariadb-server'), own]);
    expect(await view()).toMatchObject({ application: 'wordpress' });
    expect((await storedOne(p, 'server', { name: 'web-order' })).settings).toMatchObject({ application: 'wordpress', userData: own });
  });

  test('comes back when the system is installed again, and is gone with another system', async () => {
    const { p, token, order, specs, view } = await connected();
    await order(wanted);
    const reinstall = async (os: object) => {
      const { id } = await storedOne(p, 'server', { name: 'web-order' });
      await p.store.write('t', (tx) => tx.updateTable('server').set({ state: 'ready', taskId: null }).where('id', '=', id).execute());
      expect((await p.try(serverAction.rebuild, { serverId: id, confirm: 'web-order', os }, { token })).status).toBe(200);
      specs.length = 0;
      await p.provider.services.jobs.runDue();
      return specs.find(({ name }) => name === 'web-order')?.access.userData;
    };
    expect(await reinstall({ id: 98, type: 'ubuntu', version: '22' })).toBeNull();
    expect((await view())?.application).toBeNull();
    expect(await reinstall(debian)).toContain('mariadb-server');
    expect((await view())?.application).toBe('wordpress');
  });

  test('is refused for another system, a copy of a disk and a server that is too small; nothing is ordered', async () => {
    const { p, token, order } = await connected();
    const t = translator('fa');
    const before = await snapshot(p);
    const small = { ram: 2, disk: 10 };
    for (const [input, message] of [
      [{ os: { id: 98, type: 'ubuntu', version: '22' } }, t('serverOrder:error.application')],
      [{ plan: null, isCustom: true, cpu: 1, ram: 1 }, t('serverOrder:error.applicationSize', { name: 'WordPress', ...small })],
      [{ snapshotId: demo.snapshotId }, t('serverOrder:error.applicationCopy')],
    ] as const) {
      const { status, body } = await p.try(serverOrder.create, { ...draft, ...wanted, ...input }, { token, locale: 'fa' });
      expect([status, body.fields]).toEqual([422, { application: message }]);
    }
    expect((await order({ ...wanted, application: 'other' })).status).toBe(422);
    expect(await snapshot(p)).toBe(before);
  });

  test('isn’t offered where servers are simulated, or where hosts have no image of its system', async () => {
    const { p, token, order, drivers } = await connected();
    const offered = async () => (await p.ok(serverCatalog.applications, {}, { token })).applications.length;
    const { capabilities, ...compute } = drivers.compute;
    drivers.compute = { ...compute, capabilities, installable: () => [{ type: 'ubuntu', version: '22' }] };
    expect(await offered()).toBe(0);
    drivers.compute = { ...compute, capabilities: { ...capabilities, engine: 'simulated' } };
    expect(await offered()).toBe(0);
    expect((await order(wanted)).body.fields).toEqual({ application: translator('en')('serverOrder:error.application') });
  });
});

test('the one-day server: free, once, announced two hours before its end, and removed', async () => {
  const { p } = await started();
  let token = await p.signIn(demo.second);
  const free = { plan: 'free' as const, nameServer: 'trial' };
  const order = (input = {}) => p.try(serverOrder.create, { ...free, ...input }, { token });
  expect((await order({ quantity: 2 })).status).toBe(422);
  const both = await Promise.all([order(), order({ nameServer: 'trial-2' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await order({ nameServer: 'trial-3' })).body.code).toBe('serverOrder:error.oneDayUsed');
  const titles = async () => (await p.ok(notification.list, {}, { token })).notifications.map(({ title }) => title);
  const t = translator('en');
  const [{ name } = { name: '' }] = (await p.ok(server.list, {}, { token })).servers;
  p.clock.now += 22 * HOUR;
  await p.provider.services.jobs.runDue();
  token = await p.signIn(demo.second);
  expect(await titles()).toContain(t('serverOrder:oneDay.soonTitle', { name }));
  p.clock.now += 2 * HOUR;
  await p.provider.services.jobs.runDue();
  expect(await titles()).toContain(t('serverOrder:oneDay.endedTitle', { name }));
  const rows = await stored(p, 'server', { name });
  expect(rows.every(({ state }) => state === 'removing')).toBe(true);
  expect((await p.ok(wallet.balance, {}, { token })).balance).toBe(0);
});

test('an order like a server has its size, keys, groups and network, and names what it lacks', async () => {
  const { p, token } = await started();
  const { serverId } = demo;
  const like = async () => p.ok(serverOrder.like, { serverId }, { token });
  const first = await like();
  const { settings, accountId, dataCenterId } = await storedOne(p, 'server', { id: serverId });
  const [key] = (await p.ok(sshKey.list, {}, { token })).sshKeys;
  if (!key) throw new Error('no demo key');
  expect(first.order).toMatchObject({
    plan: 'pro-2023',
    isCustom: false,
    datacenterId: dataCenterId,
    nameServer: 'web-fra-01-copy',
    firewallIds: settings.firewallIds,
    networkId: settings.networks[0]?.networkId ?? null,
    sshKeyIds: [],
  });
  const sshKeys = [`${key.publicKey} ${key.name}`, 'ssh-ed25519 AAAA removed'];
  await updateStored(p, 'server', { id: serverId }, { cpu: 3, settings: { ...settings, sshKeys, volumeIds: [], userData: '#!/bin/sh' } });
  await updateStored(p, 'server', { id: demo.offServerId }, { name: 'WEB-fra-01-copy' });
  const second = await like();
  expect(second.order).toMatchObject({ plan: null, isCustom: true, cpu: 3, nameServer: 'web-fra-01-copy-2', sshKeyIds: [key.id] });
  expect(second.notCopied).toEqual(expect.arrayContaining(['sshKeys', 'userData']));
  expect(second.notCopied).not.toContain('volumes');
  expect((await p.try(serverOrder.like, { serverId }, { token: await p.signIn(demo.second) })).status).toBe(404);

  // What it says is accepted as an order, with a snapshot of the disk.
  const { snapshot: copy } = await p.ok(snapshots.create, { serverId, name: 'copy' }, { token });
  const { sshKeyIds, firewallIds, datacenterId, ...order } = second.order;
  const input = {
    ...order,
    datacenterId: datacenterId ?? undefined,
    password: { type: 'sshKey' as const, sshKeyIds },
    firewall: { groups: firewallIds },
    snapshotId: copy.id,
  };
  expect((await p.try(serverOrder.create, input, { token })).body.code).toBe('snapshot:error.notReady');
  await rest(p, 10);
  const [created] = (await p.ok(serverOrder.create, input, { token })).servers;
  expect(await storedOne(p, 'server', { id: created?.id ?? '' })).toMatchObject({
    accountId,
    cpu: 3,
    imageSnapshotId: copy.id,
    settings: { firewallIds, sshKeys: [`${key.publicKey} ${key.name}`], userData: null },
  });
});
