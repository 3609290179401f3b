import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { account, settled, soon } from '../../../../tests/support/compute.ts';
import { driverContract } from '../../../../tests/support/driverContract.ts';
import { readSamples } from '../../../../tests/support/metrics.ts';
import { startFakeCloud } from '../../../../tests/support/openstack/fakeCloud.ts';
import { addNetwork } from '../../../../tests/support/openstack/network.ts';
import {
  cloudStates,
  fakeSettings,
  makeCloudDir,
  makeCloudEngine,
  makeCloudServer,
  startCloudCompute,
} from '../../../../tests/support/openstackCompute.ts';
import type { Intervals } from '../../../compute/openstack/observations.ts';
import type { ServerSpec, VolumeSpec } from '../../../lib/rules/cloud/compute/spec.ts';
import { DriverFault } from '../driver.ts';

driverContract('the driver of the compute process with a cloud', {
  make: async () => makeCloudEngine(fakeSettings(await startFakeCloud())),
  ...cloudStates,
});

/** A cloud, a compute process with it, and a server `a` whose changes are applied one after the other. */
async function start(intervals?: Partial<Intervals>) {
  const cloud = await startFakeCloud();
  const compute = await startCloudCompute(fakeSettings(cloud), makeCloudDir(), intervals);
  const { driver } = compute;
  let spec: ServerSpec = makeCloudServer('a', 0);
  async function change(more: Partial<ServerSpec> = {}) {
    spec = { ...spec, ...more, version: spec.version + 1 };
    await driver.apply(spec, soon());
    return settled(driver, 'a');
  }
  const server = () => [...cloud.state.servers.values()].find(({ metadata }) => metadata.nasim_id === 'a');
  return { cloud, ...compute, change, server };
}

const makeVolume = (id: string, version: number, more: Partial<VolumeSpec> = {}): VolumeSpec => ({
  id,
  version,
  account,
  size: 10,
  type: 'ssd',
  serial: id,
  dataCenter: 'FRA',
  image: { count: 0, imageId: null },
  ...more,
});

describe('a server in a cloud', { timeout: 60_000 }, () => {
  test('is created in the project of its account, with an address, and goes through each action', async () => {
    const { cloud, change, server, metrics } = await start();
    const first = await change({ password: { count: 1, value: 'a secret' } });
    expect(first).toMatchObject({ failure: null, power: 'on', ipv4: expect.stringMatching(/^203\.0\.113\./) });
    const project = cloud.state.projects.get(server()?.tenant_id ?? '');
    expect(project).toMatchObject({ name: `nasim-${account.id}` });
    expect(cloud.state.hasRole(project?.id ?? '', 'admin')).toBe(true);
    expect(await change({ power: 'off' })).toMatchObject({ failure: null, power: 'off', phases: ['stopping'] });
    expect(await change({ power: 'on' })).toMatchObject({ failure: null, power: 'on', phases: ['starting'] });
    expect(await change({ boot: { count: 1, hard: true } })).toMatchObject({ failure: null, power: 'on' });
    expect(await change({ rescue: true })).toMatchObject({ failure: null });
    expect(server()?.status).toBe('RESCUE');
    expect(await change({ rescue: false })).toMatchObject({ failure: null });
    const image = { count: 2, mode: 'rebuild' as const, os: { type: 'debian', version: '12' }, imageId: null };
    expect(await change({ image })).toMatchObject({ failure: null, power: 'on' });
    expect(await change({ name: 'shop' })).toMatchObject({ failure: null });
    expect(server()).toMatchObject({ status: 'ACTIVE', name: 'shop' });
    expect(Object.fromEntries(readSamples(await metrics.text()))).toMatchObject({
      'nasim_compute_servers{state="running"}': 1,
      'nasim_compute_servers{state="failed"}': 0,
      'nasim_compute_steps_total{step="create",result="done"}': 1,
      'nasim_compute_steps_total{step="rebuild",result="done"}': 1,
    });
  });

  test('the password of a rescue system isn’t set in the server’s own', async () => {
    const { cloud, change, server } = await start();
    await change();
    await change({ rescue: true, password: { count: 5, value: 'temporary' } });
    expect(server()?.status).toBe('RESCUE');
    const from = cloud.state.requests.length;
    expect(await change({ rescue: false })).toMatchObject({ failure: null, power: 'on' });

    // The only action is the end of the rescue.
    expect(cloud.state.requests.slice(from).filter((request) => /POST .*\/action/.test(request))).toHaveLength(1);
  });

  test('in a rescue system, it is restarted and powered off', async () => {
    const { change, server } = await start();
    await change();
    await change({ rescue: true });
    for (const boot of [
      { count: 1, hard: false },
      { count: 2, hard: true },
    ]) {
      expect(await change({ boot })).toMatchObject({ failure: null, power: 'on', phases: ['restarting'] });
      expect(server()?.status).toBe('RESCUE');
    }
    expect(await change({ power: 'off' })).toMatchObject({ failure: null, power: 'off', phases: ['stopping'] });
    expect(await change({ power: 'on' })).toMatchObject({ failure: null, power: 'on' });
    expect(server()?.status).toBe('RESCUE');
    expect(await change({ rescue: false })).toMatchObject({ failure: null, power: 'on' });
    expect(server()?.status).toBe('ACTIVE');
  });

  test.each([
    ['full', 'server:reason.cloudFull'],
    ['broken', 'server:reason.hostFault'],
  ])('a creation that the cloud gives up has its reason: %s', async (name, key) => {
    const { cloud, change } = await start({ busyMs: 15, restMs: 300 });
    cloud.state.addFlavor(`tiny-${name}`, 1, 1_024, 10);
    const small = { size: { cpu: 1, ram: 1, disk: 10, diskType: 'ssd' as const } };
    await expect.poll(() => change(small).catch(String), { timeout: 20_000 }).toMatchObject({ failure: { key } });
  });

  test('a resize that the cloud gives up because a service is missing succeeds when it is tried again', async () => {
    const { cloud, change, server } = await start();
    await change();
    const large = { cpu: 2, ram: 4, disk: 50, diskType: 'ssd' as const };
    const flavor = [...cloud.state.flavors.values()].find(({ vcpus, ram, disk }) => vcpus === 2 && ram === 4_096 && disk === 50);
    const name = flavor?.name;
    Object.assign(flavor ?? {}, { name: `${name}-broken` });
    expect(await change({ size: large })).toMatchObject({ failure: { key: 'server:reason.hostFault' } });
    expect(server()).toMatchObject({ status: 'ERROR', flavor: { vcpus: 1 } });
    Object.assign(flavor ?? {}, { name });
    expect(await change()).toMatchObject({ failure: null, power: 'on', phases: ['restarting', 'resizing'] });
    expect(server()).toMatchObject({ status: 'ACTIVE', flavor: { vcpus: 2 } });
  });

  test('a size on trial is reverted, or kept', async () => {
    const { change, server } = await start();
    await change();
    const [small, large] = [
      { cpu: 1, ram: 2, disk: 25, diskType: 'ssd' as const },
      { cpu: 2, ram: 4, disk: 50, diskType: 'ssd' as const },
    ];
    expect(await change({ size: large, trial: true })).toMatchObject({ failure: null, power: 'on', phases: ['resizing'] });
    expect(server()?.status).toBe('VERIFY_RESIZE');
    expect(await change({ size: small, trial: false })).toMatchObject({ failure: null });
    expect(server()).toMatchObject({ status: 'ACTIVE', flavor: { vcpus: 1 } });
    await change({ size: large, trial: true });
    expect(await change({ trial: false })).toMatchObject({ failure: null });
    expect(server()).toMatchObject({ status: 'ACTIVE', flavor: { vcpus: 2 } });
    await expect(change({ size: small })).rejects.toThrow('server:reason.diskShrinks');
    await expect(change({ size: { ...large, cpu: 3 } })).rejects.toThrow('server:reason.noSize');
  });

  test('with a size on trial, it is powered off, and keeps the size', async () => {
    const { change, server } = await start();
    await change();
    await change({ size: { cpu: 2, ram: 4, disk: 50, diskType: 'ssd' }, trial: true });
    expect(await change({ power: 'off' })).toMatchObject({ failure: null, power: 'off' });
    expect(server()).toMatchObject({ status: 'SHUTOFF', flavor: { vcpus: 2 } });
    expect(await change({ trial: false })).toMatchObject({ failure: null, power: 'off' });
    expect(await change({ power: 'on' })).toMatchObject({ failure: null, power: 'on' });
    expect(server()).toMatchObject({ status: 'ACTIVE', flavor: { vcpus: 2 } });
  });

  test('has volumes, private networks and firewall groups, and nothing is left of it', async () => {
    const { cloud, driver, change, server } = await start();
    const before = { ports: cloud.state.ports.size, networks: cloud.state.networks.size };
    await driver.volumes.apply(
      { id: 'v', version: 1, account, size: 10, type: 'ssd', serial: 'v', dataCenter: 'FRA', image: { count: 0, imageId: null } },
      soon(),
    );
    await driver.networks.apply({ id: 'n', version: 1, account, cidr: '10.0.0.0/24', dataCenter: 'FRA' }, soon());
    const web = { direction: 'in', protocol: 'ipv4', transport: 'tcp', portFrom: 443, portTo: null, source: '', action: 'allow' } as const;
    await driver.firewalls.apply({ id: 'f', version: 1, account, rules: [web] }, soon());
    const wanted = { volumes: ['v'], networks: [{ networkId: 'n', address: '10.0.0.9' }], firewalls: ['f'] };
    expect(await change(wanted)).toMatchObject({ failure: null });
    expect(server()?.['os-extended-volumes:volumes_attached']).toHaveLength(1);
    const ports = [...cloud.state.ports.values()].filter(({ device_id }) => device_id === server()?.id);
    expect(ports.flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address))).toContain('10.0.0.9');
    const rules = [...cloud.state.securityGroups.values()].find(({ name }) => name === 'nasim-f')?.security_group_rules ?? [];
    expect(rules.map(({ direction, port_range_min }) => [direction, port_range_min])).toEqual([['ingress', 443]]);
    await driver.volumes.apply(
      { id: 'v', version: 2, account, size: 20, type: 'ssd', serial: 'v', dataCenter: 'FRA', image: { count: 0, imageId: null } },
      soon(),
    );
    expect(await settled(driver.volumes, 'v')).toMatchObject({ version: 2, failure: null });
    expect([...cloud.state.volumes.values()]).toMatchObject([{ size: 20, status: 'in-use' }]);
    expect(await change({ volumes: [], networks: [], firewalls: [] })).toMatchObject({ failure: null });
    expect([...cloud.state.volumes.values()]).toMatchObject([{ status: 'available' }]);
    await Promise.all([
      driver.remove({ id: 'a', version: 90 }, soon()),
      driver.volumes.remove({ id: 'v', version: 90 }, soon()),
      driver.networks.remove({ id: 'n', version: 90 }, soon()),
      driver.firewalls.remove({ id: 'f', version: 90 }, soon()),
    ]);
    const left = () => ({
      servers: cloud.state.servers.size,
      volumes: cloud.state.volumes.size,
      ports: cloud.state.ports.size,
      networks: cloud.state.networks.size,
    });
    await expect.poll(left, { timeout: 20_000 }).toEqual({ servers: 0, volumes: 0, ...before });
  });

  test('gets a volume when nothing of it has changed for long, so that the lists of changes don’t have it', async () => {
    const { cloud, driver, change, server } = await start();
    await change();
    const volume = { id: 'v', account, size: 10, type: 'ssd' as const, serial: 'v', dataCenter: 'FRA' };
    await driver.volumes.apply({ ...volume, version: 1, image: { count: 0, imageId: null } }, soon());
    await settled(driver.volumes, 'v');
    for (const volumes of [['v'], []]) {
      Object.assign(server() ?? {}, { changedAt: 0 });
      expect(await change({ volumes })).toMatchObject({ failure: null });
      expect([...cloud.state.volumes.values()]).toMatchObject([{ status: volumes.length > 0 ? 'in-use' : 'available' }]);
    }
  });

  test('after a transfer, volumes and networks of the new account are refused: it stays in its project', async () => {
    const { driver, change } = await start();
    await change();
    const other = { id: 'account-2' };
    await driver.volumes.apply(makeVolume('w', 1, { account: other }), soon());
    await settled(driver.volumes, 'w');
    await driver.networks.apply({ id: 'n', version: 1, account: other, cidr: '10.0.0.0/24', dataCenter: 'FRA' }, soon());
    await settled(driver.networks, 'n');
    for (const more of [{ volumes: ['w'] }, { networks: [{ networkId: 'n', address: '10.0.0.9' }] }])
      await expect(change({ account: other, ...more })).rejects.toThrow('server:reason.otherProject');
    expect(await change({ account: other, volumes: [], networks: [], name: 'theirs' })).toMatchObject({ failure: null });
    await driver.apply(makeCloudServer('b', 1, { account: other, volumes: ['w'] }), soon());
    expect(await settled(driver, 'b')).toMatchObject({ failure: null });
  });

  test('is copied and restored, and its volume has incremental backups', async () => {
    const { cloud, driver, change } = await start();
    await change();
    await driver.images.apply({ id: 's', version: 1, account, sourceId: 'a', kind: 'snapshot', parentId: null }, soon());
    expect(await settled(driver.images, 's')).toMatchObject({ failure: null, size: expect.any(Number) });
    const image = { count: 2, mode: 'restore' as const, os: { type: 'debian', version: '12' }, imageId: 's' };
    expect(await change({ image })).toMatchObject({ failure: null, phases: ['restoring'] });
    const volume = { id: 'v', account, size: 10, type: 'ssd' as const, serial: 'v', dataCenter: 'FRA' };
    await driver.volumes.apply({ ...volume, version: 1, image: { count: 0, imageId: null } }, soon());
    await settled(driver.volumes, 'v');
    for (const [id, parentId] of [
      ['full', null],
      ['next', 'full'],
    ] as const) {
      await driver.images.apply({ id, version: 1, account, sourceId: 'v', kind: 'backup', parentId }, soon());
      expect(await settled(driver.images, id)).toMatchObject({ failure: null });
    }
    expect([...cloud.state.backups.values()].map(({ is_incremental }) => is_incremental)).toEqual([false, true]);
    await driver.volumes.apply({ ...volume, version: 2, image: { count: 1, imageId: 'next' } }, soon());
    expect(await settled(driver.volumes, 'v')).toMatchObject({ version: 2, failure: null });
    for (const id of ['s', 'full', 'next']) await driver.images.remove({ id, version: 2 }, soon());
    await expect.poll(() => cloud.state.backups.size, { timeout: 60_000 }).toBe(0);
  });
});

test('servers get addresses of each subnet of the network, also of one that is added later', { timeout: 60_000 }, async () => {
  const cloud = await startFakeCloud();
  // One address each, besides the gateway.
  const network = addNetwork(cloud.state, cloud.state.ownProject.id, 'small', ['198.51.100.0/30', '2001:db8::/64', '198.51.100.8/30'], {
    'router:external': true,
  });
  const { driver } = await startCloudCompute({ ...fakeSettings(cloud), network: 'small' });
  const create = async (id: string, version = 1) => {
    await driver.apply(makeCloudServer(id, version), soon());
    return settled(driver, id);
  };
  const ipv6 = expect.stringContaining('2001:db8::');
  expect(await create('a')).toMatchObject({ failure: null, ipv4: '198.51.100.2', ipv6 });
  expect(await create('b')).toMatchObject({ failure: null, ipv4: '198.51.100.10', ipv6 });
  expect(await create('c')).toMatchObject({ failure: { key: 'server:reason.cloudFull' } });
  const subnet = { network_id: network.id, cidr: '198.51.100.16/30' };
  cloud.perform('network', 'POST', '/subnets', cloud.state.ownProject.id, { subnet });
  expect(await create('c', 2)).toMatchObject({ failure: null, ipv4: '198.51.100.18', ipv6 });
});

test('a console is that of the proxy of the cloud, with its subprotocol and its token', { timeout: 60_000 }, async () => {
  const { cloud, driver, change } = await start();
  await change();
  const proxy = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: (protocols) => protocols.has('binary') && 'binary' });
  onTestFinished(() => proxy.close());
  await once(proxy, 'listening');
  const address = proxy.address();
  cloud.state.consoleHost = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  proxy.on('connection', (socket, { url }) => {
    socket.send(Buffer.from(`${socket.protocol} ${url?.replace(/=.*/, '')} `));
    socket.on('message', (bytes) => socket.send(bytes));
  });
  let shown = '';
  const reader = {
    onData(bytes: string | Uint8Array) {
      shown += Buffer.from(bytes).toString();
    },
    onClose() {},
  };
  const stream = await driver.console('a', 'graphical', reader);
  stream.write('hello');
  await expect.poll(() => shown, { timeout: 20_000 }).toBe('binary /?token hello');
  stream.close();
  await expect.poll(() => proxy.clients.size, { timeout: 20_000 }).toBe(0);
  await change({ power: 'off' });
  await expect(driver.console('a', 'serial', reader)).rejects.toThrow('server:reason.isOff');
});

test('a boot log is empty while the server isn’t on a host, and a cloud that is down is no internal error', {
  timeout: 60_000,
}, async () => {
  const { cloud, driver, change } = await start();
  await change();
  const read = () => driver.bootLog?.('a', soon());
  expect(await read()).toContain('LAST LINE');
  cloud.state.inject({ service: 'compute', method: 'POST', path: /\/action$/, how: 'conflict' });
  expect(await read()).toBe('');
  const restart = cloud.state.stop('compute');
  await expect(read()).rejects.toThrow(new DriverFault('server:reason.noHost'));
  restart();
  expect(await read()).toContain('LAST LINE');
});

describe('faults of a cloud', { timeout: 60_000 }, () => {
  test('a creation whose response is lost makes one server and one port', async () => {
    const { cloud, change } = await start();
    cloud.state.inject({ service: 'compute', method: 'POST', path: /^\/servers$/, how: 'lost' });
    expect(await change()).toMatchObject({ failure: null, power: 'on' });
    expect([cloud.state.servers.size, cloud.state.ports.size]).toEqual([1, 1]);
  });

  test('a server that is created at the second attempt has the firewall groups and addresses of its newest state', async () => {
    const { cloud, driver, change, server } = await start();
    const rule = { direction: 'in', protocol: 'ipv4', transport: 'tcp', portTo: null, source: '', action: 'allow' } as const;
    for (const [id, portFrom] of [
      ['f', 22],
      ['g', 443],
    ] as const)
      await driver.firewalls.apply({ id, version: 1, account, rules: [{ ...rule, portFrom }] }, soon());
    await driver.networks.apply({ id: 'n', version: 1, account, cidr: '10.0.0.0/24', dataCenter: 'FRA' }, soon());
    const at = (address: string) => ({ networks: [{ networkId: 'n', address }] });
    await driver.apply(makeCloudServer('b', 1), soon());
    await settled(driver, 'b');
    const quota = `compute ${[...cloud.state.servers.values()][0]?.tenant_id}`;
    cloud.state.quotas.set(quota, { instances: 1 });
    expect(await change({ firewalls: ['f'], ...at('10.0.0.8') })).toMatchObject({ failure: { key: 'server:reason.quota' } });
    cloud.state.quotas.set(quota, { instances: 2 });
    expect(await change({ firewalls: ['g'], ...at('10.0.0.9') })).toMatchObject({ failure: null, power: 'on' });
    const ports = [...cloud.state.ports.values()].filter(({ device_id }) => device_id === server()?.id);
    const names = ports.flatMap(({ security_groups }) => security_groups.map((id) => cloud.state.securityGroups.get(id)?.name));
    expect(names).toContain('nasim-g');
    expect(names).not.toContain('nasim-f');
    expect(ports.flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address))).toContain('10.0.0.9');
    expect(cloud.state.ports.size).toBe(3);
  });

  test('what is removed before its creation was answered, or after it was refused, is removed completely', async () => {
    const { cloud, driver, engine } = await start();
    const isCleared = (kind: 'servers' | 'volumes', id: string) => () => engine.store.find(kind, id)?.isCleared;
    await driver.volumes.apply(makeVolume('v', 1), soon());
    await settled(driver.volumes, 'v');
    const [volume] = cloud.state.volumes.values();
    cloud.state.quotas.set(`volume ${volume?.['os-vol-tenant-attr:tenant_id']}`, { volumes: 1 });
    await driver.volumes.apply(makeVolume('w', 1), soon());
    expect(await settled(driver.volumes, 'w')).toMatchObject({ failure: { key: 'server:reason.quota' } });
    await driver.volumes.remove({ id: 'w', version: 2 }, soon());
    await expect.poll(isCleared('volumes', 'w'), { timeout: 20_000 }).toBe(true);

    cloud.state.inject({ service: 'compute', method: 'POST', path: /^\/servers$/, how: 'broken' });
    await driver.apply(makeCloudServer('a', 1), soon());
    await expect.poll(() => cloud.state.count(0, /compute POST \/servers$/), { timeout: 20_000 }).toBe(1);
    await driver.remove({ id: 'a', version: 2 }, soon());
    await expect.poll(isCleared('servers', 'a'), { timeout: 20_000 }).toBe(true);
    expect([cloud.state.servers.size, cloud.state.ports.size]).toEqual([0, 0]);
  });

  test('a stop whose response is lost is known, so that the server can be started', async () => {
    const { cloud, change, server } = await start();
    await change();
    cloud.state.inject({ service: 'compute', method: 'POST', path: /\/action$/, how: 'lost' });
    expect(await change({ power: 'off' })).toMatchObject({ failure: null, power: 'off' });
    expect(await change({ power: 'on' })).toMatchObject({ failure: null, power: 'on' });
    expect(server()).toMatchObject({ status: 'ACTIVE' });
  });

  test('an extension of a volume and its restoration whose responses are lost are decided by a newer list', async () => {
    const { cloud, driver } = await start();
    await driver.volumes.apply(makeVolume('v', 1), soon());
    await settled(driver.volumes, 'v');
    await driver.images.apply({ id: 'b', version: 1, account, sourceId: 'v', kind: 'backup', parentId: null }, soon());
    await settled(driver.images, 'b');
    cloud.state.inject({ service: 'volume', method: 'POST', path: /\/action$/, how: 'lost' });
    await driver.volumes.apply(makeVolume('v', 2, { size: 20 }), soon());
    expect(await settled(driver.volumes, 'v')).toMatchObject({ version: 2, failure: null });
    expect(cloud.state.count(0, /volume POST .*\/action$/)).toBe(1);
    cloud.state.inject({ service: 'volume', method: 'POST', path: /\/restore$/, how: 'lost' });
    await driver.volumes.apply(makeVolume('v', 3, { size: 20, image: { count: 1, imageId: 'b' } }), soon());
    expect(await settled(driver.volumes, 'v')).toMatchObject({ version: 3, failure: null });
  });

  test('an attachment whose response is lost is found, also when it isn’t wanted any more', async () => {
    const { cloud, driver, change, engine } = await start();
    await change();
    await driver.volumes.apply(makeVolume('v', 1), soon());
    await settled(driver.volumes, 'v');
    const status = () => [...cloud.state.volumes.values()][0]?.status;
    cloud.state.inject({ service: 'compute', method: 'POST', path: /os-volume_attachments$/, how: 'lost' });
    expect(await change({ volumes: ['v'] })).toMatchObject({ failure: null });
    expect(status()).toBe('in-use');
    expect(cloud.state.count(0, /POST .*os-volume_attachments$/)).toBe(1);
    await change({ volumes: [] });

    const { spec } = engine.store.get('servers', 'a') ?? {};
    if (!spec) throw new Error('the process has no server');
    cloud.state.inject({ service: 'compute', method: 'POST', path: /os-volume_attachments$/, how: 'lost' });
    await driver.apply({ ...spec, version: 10, volumes: ['v'] }, soon());
    await expect.poll(() => cloud.state.count(0, /POST .*os-volume_attachments$/), { timeout: 20_000 }).toBe(2);
    await driver.apply({ ...spec, version: 11, volumes: [] }, soon());
    expect(await settled(driver, 'a')).toMatchObject({ version: 11, failure: null });
    expect(status()).toBe('available');
  });

  test('a process that was stopped in the middle goes on', async () => {
    const cloud = await startFakeCloud();
    const first = await startCloudCompute(fakeSettings(cloud));
    await first.driver.apply(makeCloudServer('a', 1), soon());
    await expect.poll(() => cloud.state.servers.size, { timeout: 20_000 }).toBe(1);
    await first.stop();
    const second = await startCloudCompute(fakeSettings(cloud), first.dataDir);
    expect(await settled(second.driver, 'a')).toMatchObject({ version: 1, failure: null, power: 'on' });
    expect(cloud.state.servers.size).toBe(1);
  });

  test('a process that has lost its state finds everything again, and makes and overwrites nothing', async () => {
    const cloud = await startFakeCloud();
    const first = await startCloudCompute(fakeSettings(cloud));
    const rule = { direction: 'in', protocol: 'ipv4', transport: 'tcp', portFrom: 22, portTo: null, source: '', action: 'allow' } as const;
    const networks = [{ networkId: 'n', address: '10.0.0.9' }];
    const restored = makeVolume('v', 2, { image: { count: 1, imageId: 'b' } });
    async function apply({ driver }: typeof first, volumes: readonly VolumeSpec[]) {
      for (const volume of volumes) await driver.volumes.apply(volume, soon());
      for (const { id } of volumes) expect(await settled(driver.volumes, id)).toMatchObject({ failure: null });
      await driver.networks.apply({ id: 'n', version: 1, account, cidr: '10.0.0.0/24', dataCenter: 'FRA' }, soon());
      await driver.firewalls.apply({ id: 'f', version: 1, account, rules: [rule] }, soon());
      await driver.apply(makeCloudServer('a', 1, { volumes: ['w'], networks, firewalls: ['f'] }), soon());
      expect(await settled(driver, 'a')).toMatchObject({ failure: null, power: 'on', ipv4: expect.any(String) });
      await driver.images.apply({ id: 'b', version: 1, account, sourceId: 'v', kind: 'backup', parentId: null }, soon());
      expect(await settled(driver.images, 'b')).toMatchObject({ failure: null });
    }
    await apply(first, [makeVolume('v', 1), makeVolume('w', 1)]);
    await first.driver.volumes.apply(restored, soon());
    expect(await settled(first.driver.volumes, 'v')).toMatchObject({ version: 2, failure: null });
    await first.stop();
    for (const name of ['state.db', 'state.db-wal', 'state.db-shm', 'identity'])
      rmSync(join(first.dataDir, 'compute', name), { force: true });

    const from = cloud.state.requests.length;
    const second = await startCloudCompute(fakeSettings(cloud), first.dataDir);
    const { observations } = second.engine.backend.cloud;
    await expect.poll(() => observations.isAfter(cloud.settings.region, 'volumes', 1), { timeout: 20_000 }).toBe(true);
    await apply(second, [restored, makeVolume('w', 1)]);
    expect(cloud.state.requests.slice(from).filter((request) => / (POST|DELETE) (?!\/auth)/.test(request))).toEqual([]);
    await second.driver.remove({ id: 'a', version: 9 }, soon());
    await expect.poll(() => second.engine.store.find('servers', 'a')?.isCleared, { timeout: 20_000 }).toBe(true);
    expect([cloud.state.servers.size, cloud.state.ports.size]).toEqual([0, 0]);
  });

  test('a process that starts while a service is down waits for what it needs to go on', async () => {
    const cloud = await startFakeCloud();
    const first = await startCloudCompute(fakeSettings(cloud));
    const restartCompute = cloud.state.stop('compute');
    await first.driver.apply(makeCloudServer('a', 1), soon());
    await first.stop();
    const restart = cloud.state.stop('image');
    restartCompute();
    const from = cloud.state.requests.length;
    const second = startCloudCompute(fakeSettings(cloud), first.dataDir, { busyMs: 15, restMs: 300 });
    await expect.poll(() => cloud.state.count(from, /compute GET \/flavors/), { timeout: 20_000 }).toBeGreaterThan(1);
    restart();
    expect(await settled((await second).driver, 'a', 45_000)).toMatchObject({ version: 1, failure: null, power: 'on' });
  });

  test('a change during the first round of a process is applied after it', async () => {
    const cloud = await startFakeCloud();
    const first = await startCloudCompute(fakeSettings(cloud));
    await first.driver.apply(makeCloudServer('a', 1), soon());
    await settled(first.driver, 'a');
    await first.stop();
    cloud.state.inject({ service: 'compute', method: 'GET', path: /^\/servers\/detail$/, how: 'slow', ms: 1_500 });
    const second = await startCloudCompute(fakeSettings(cloud), first.dataDir);
    await second.driver.apply(makeCloudServer('a', 2, { power: 'off' }), soon());
    expect(await settled(second.driver, 'a')).toMatchObject({ version: 2, failure: null, power: 'off' });
  });

  test('what is deleted behind our back is found without an action, reported, and not made again on its own', async () => {
    const { cloud, change, server, driver, engine } = await start({ busyMs: 15, restMs: 300 });
    await change();
    const volume = { id: 'v', account, size: 10, type: 'ssd' as const, serial: 'v', dataCenter: 'FRA' };
    await driver.volumes.apply({ ...volume, version: 1, image: { count: 0, imageId: null } }, soon());
    await settled(driver.volumes, 'v');
    // A list that leaves something out once isn't a loss.
    const [known] = cloud.state.servers.keys();
    if (!known) throw new Error('the cloud has no server');
    const lists = cloud.state.count(0, /compute GET \/servers\/detail/);
    const project = server()?.tenant_id ?? '';
    expect((await driver.host(soon())).lost).toEqual({ servers: [], volumes: [] });
    cloud.perform('compute', 'DELETE', `/servers/${known}`, project, null);
    cloud.perform('volume', 'DELETE', `/volumes/${[...cloud.state.volumes.keys()][0]}`, project, null);
    const lost = async () => {
      cloud.state.settle();
      return (await driver.host(soon())).lost;
    };
    await expect.poll(lost, { timeout: 20_000 }).toEqual({ servers: ['a'], volumes: ['v'] });
    // Two lists at least.
    expect(cloud.state.count(0, /compute GET \/servers\/detail/)).toBeGreaterThanOrEqual(lists + 2);
    expect(await driver.progress('a', soon())).toMatchObject({ failure: { key: 'server:reason.lost' }, power: 'off', ipv4: null });
    const problems = ['server a was deleted in the cloud', 'volume v was deleted in the cloud'];
    await expect.poll(() => driver.health?.(), { timeout: 12_000 }).toMatchObject({ isResponding: true, problems });
    expect(await change({ boot: { count: 1, hard: true } })).toMatchObject({ failure: { key: 'server:reason.lost' }, power: 'off' });
    expect([cloud.state.servers.size, cloud.state.volumes.size]).toEqual([0, 0]);
    const image = { count: 2, mode: 'rebuild' as const, os: { type: 'debian', version: '12' }, imageId: null };
    expect(await change({ image })).toMatchObject({ failure: null, power: 'on' });
    expect(engine.store.get('servers', 'a')?.applied.failure).toBeNull();
    expect((await driver.host(soon())).lost).toEqual({ servers: [], volumes: ['v'] });
  });

  test('servers and volumes that Nasim doesn’t know are reported', async () => {
    const { cloud, driver } = await start({ busyMs: 15, restMs: 300 });
    await driver.volumes.apply(makeVolume('v', 1), soon());
    await settled(driver.volumes, 'v');
    const [known] = cloud.state.volumes.values();
    const project = String(known?.['os-vol-tenant-attr:tenant_id']);
    for (const nasim_id of ['v', 'other'])
      cloud.perform('volume', 'POST', '/volumes', project, { volume: { name: nasim_id, size: 1, metadata: { nasim_id } } });
    const problems = async () => (await driver.host(soon())).problems;
    await expect
      .poll(problems, { timeout: 20_000 })
      .toEqual([
        expect.stringMatching(`^volume .* is in the cloud besides ${known?.id} of v$`),
        expect.stringMatching(/^volume .* of other is in the cloud and not in Nasim$/),
      ]);
  });

  test('a server and a volume that are in the middle of something for an hour are reported', async () => {
    const first = await start({ busyMs: 15, restMs: 300 });
    await first.change();
    await first.driver.volumes.apply(makeVolume('v', 1), soon());
    await settled(first.driver.volumes, 'v');
    await first.stop();
    const hourAgo = new Date(first.cloud.state.clock() - 3_600_000).toISOString();
    const server = first.server();
    Object.assign(server ?? {}, { 'OS-EXT-STS:task_state': 'image_snapshot', updated: hourAgo });
    const [volume] = first.cloud.state.volumes.values();
    Object.assign(volume ?? {}, { status: 'detaching', updated_at: hourAgo.replace('Z', '') });
    const { driver } = await startCloudCompute(fakeSettings(first.cloud), first.dataDir);
    await expect
      .poll(async () => [...(await driver.host(soon())).problems].sort(), { timeout: 20_000 })
      .toEqual([
        `server a (${server?.id}) has been in progress (image_snapshot) since ${hourAgo}`,
        `volume v (${volume?.id}) has been in progress (detaching) since ${hourAgo}`,
      ]);
  });

  test('the data centers that it has a place for are reported', async () => {
    const { driver } = await start({ busyMs: 15, restMs: 300 });
    expect((await driver.host(soon())).places).toEqual(['FRA']);
    await expect.poll(() => driver.places?.()).toEqual(['FRA']);
  });

  test('a size without a flavor is reported until the cloud has one', async () => {
    const { cloud, driver, change } = await start({ busyMs: 15, restMs: 300 });
    await expect(change({ size: { cpu: 1, ram: 1, disk: 10, diskType: 'ssd' } })).rejects.toThrow('server:reason.noSize');
    const problems = async () => (await driver.host(soon())).problems;
    expect(await problems()).toEqual(['no flavor in region RegionOne: 1 vCPU, 1 GB, disk of 10 GB, ssd']);
    cloud.state.addFlavor('tiny', 1, 1_024, 10);
    await expect.poll(problems, { timeout: 20_000 }).toEqual([]);
  });

  test('without Cinder, servers go on and their volumes wait', async () => {
    const { cloud, change, driver } = await start();
    const restart = cloud.state.stop('volume');
    expect(await change()).toMatchObject({ failure: null, power: 'on' });
    expect(await change({ power: 'off' })).toMatchObject({ failure: null, power: 'off' });
    await driver.volumes.apply(
      { id: 'v', version: 1, account, size: 10, type: 'ssd', serial: 'v', dataCenter: 'FRA', image: { count: 0, imageId: null } },
      soon(),
    );
    const problems = async () => (await driver.host(soon())).problems;
    await expect.poll(problems, { timeout: 20_000 }).toEqual([expect.stringMatching(/volume/)]);
    expect(await driver.volumes.progress('v', soon())).toMatchObject({ failure: null, phase: 'changing' });
    restart();
    expect(await settled(driver.volumes, 'v', 45_000)).toMatchObject({ version: 1, failure: null });
    await expect.poll(problems, { timeout: 45_000 }).toEqual([]);
  });

  test('a cloud that is down is waited for', async () => {
    const { cloud, change, driver } = await start();
    await change();
    const restart = cloud.state.stop('compute');
    const applied = change({ power: 'off' });
    await expect.poll(async () => (await driver.progress('a', soon()))?.version).toBe(2);
    expect(await driver.progress('a', soon())).toMatchObject({ failure: null, power: 'on' });
    restart();
    expect(await Promise.race([applied, new Promise((done) => setTimeout(done, 30_000, 'late'))])).toMatchObject({ power: 'off' });
  });

  test('a server that leaves a firewall group while its rules change has the security groups of its newest state', async () => {
    const { cloud, driver, change, server } = await start();
    const open = { direction: 'in', protocol: 'ipv4', transport: 'tcp', portFrom: 22, portTo: null, source: '', action: 'allow' } as const;
    const closed = { ...open, direction: 'out', transport: 'any', portFrom: null, action: 'deny' } as const;
    await driver.firewalls.apply({ id: 'f', version: 1, account, rules: [open] }, soon());
    await change({ firewalls: ['f'] });
    cloud.state.inject({ service: 'network', method: 'PUT', path: /^\/ports\//, how: 'slow', ms: 1_000 });
    const sent = () => cloud.state.count(0, /network PUT \/ports\//);
    const before = sent();
    await driver.firewalls.apply({ id: 'f', version: 2, account, rules: [open, closed] }, soon());
    await expect.poll(sent, { timeout: 20_000 }).toBe(before + 1);
    await change({ firewalls: [] });
    // Both requests have had their effect then.
    await wait(1_500);
    const [port] = [...cloud.state.ports.values()].filter(({ device_id }) => device_id === server()?.id);
    expect(port?.security_groups.map((id) => cloud.state.securityGroups.get(id)?.name)).toEqual(['nasim-open']);
  });

  test('rules that deny what a later one allows are refused', async () => {
    const { driver } = await start();
    const rule = { direction: 'in', protocol: 'ipv4', transport: 'tcp', portFrom: 22, portTo: null } as const;
    const rules = [
      { ...rule, source: '192.0.2.1', action: 'deny' as const },
      { ...rule, source: 'any', action: 'allow' as const },
    ];
    await expect(driver.firewalls.apply({ id: 'f', version: 1, account, rules }, soon())).rejects.toThrow('server:reason.denyRule');
    await driver.firewalls.apply({ id: 'f', version: 1, account, rules: rules.reverse() }, soon());
  });
});
