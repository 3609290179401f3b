import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { account, settled, soon } from '../../../../tests/support/compute.ts';
import { driverContract } from '../../../../tests/support/driverContract.ts';
import { startFakeCloud } from '../../../../tests/support/openstack/fakeCloud.ts';
import {
  cloudStates,
  fakeSettings,
  makeCloudDir,
  makeCloudEngine,
  makeCloudServer,
  startCloudCompute,
} from '../../../../tests/support/openstackCompute.ts';
import type { ServerSpec } from '../../../lib/rules/cloud/compute/spec.ts';

driverContract('the driver of the compute process with a cloud', {
  make: async () => makeCloudEngine(fakeSettings(await startFakeCloud())),
  ...cloudStates,
});

/** A cloud, a compute process with it, and a server `a` whose changes are applied one after the other. */
async function start(intervals?: { busyMs: number; restMs: number }) {
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

describe('a server in a cloud', { timeout: 60_000 }, () => {
  test('is created in the project of its account, with an address, and goes through each action', async () => {
    const { cloud, change, server } = await start();
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

  test('has volumes, private networks, firewall groups and more addresses, and nothing is left of it', async () => {
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
    expect(await change({ ...wanted, addresses: [{ id: 'x', kind: 'ipv4' }] })).toMatchObject({
      failure: null,
      addresses: [{ id: 'x', address: expect.stringMatching(/^203\.0\.113\./) }],
    });
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
    expect(await change({ volumes: [], networks: [], firewalls: [], addresses: [] })).toMatchObject({ failure: null, addresses: [] });
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

describe('faults of a cloud', { timeout: 60_000 }, () => {
  test('a creation whose response is lost makes one server and one port', async () => {
    const { cloud, change } = await start();
    cloud.state.inject({ service: 'compute', method: 'POST', path: /^\/servers$/, how: 'lost' });
    expect(await change()).toMatchObject({ failure: null, power: 'on' });
    expect([cloud.state.servers.size, cloud.state.ports.size]).toEqual([1, 1]);
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
