import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { account, settled, soon } from '../../../tests/support/compute.ts';
import { driverContract } from '../../../tests/support/driverContract.ts';
import { openCloud, whyNoCloud } from '../../../tests/support/openstack/lab.ts';
import { cloudStates, makeCloudDir, makeCloudEngine, makeCloudServer, startCloudCompute } from '../../../tests/support/openstackCompute.ts';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';

/** A cloud needs minutes for some actions, and more on a busy machine. */
const LONGEST_MS = 600_000;
const intervals = { busyMs: 1_000, restMs: 5_000 };
const run = promisify(execFile);

/** The response of OpenStack's own command-line client, which reads the variables of this process. */
async function openstack(...words: string[]): Promise<unknown> {
  const { stdout } = await run('openstack', [...words, '-f', 'json'], {
    timeout: LONGEST_MS,
    env: { ...process.env, PYTHONWARNINGS: 'ignore' },
  });
  return JSON.parse(stdout);
}

/** A compute process with the cloud, and a server `a` whose changes are applied one after the other. */
async function start() {
  const cloud = await openCloud();
  const dataDir = makeCloudDir();
  let compute = await startCloudCompute(cloud.settings, dataDir, intervals);
  let spec: ServerSpec = makeCloudServer('a', 0);
  const begin = async (more: Partial<ServerSpec> = {}) => {
    spec = { ...spec, ...more, version: spec.version + 1 };
    await compute.driver.apply(spec, soon());
  };
  const rest = () => settled(compute.driver, 'a', LONGEST_MS);
  return {
    ...cloud,
    compute: () => compute,
    begin,
    rest,
    async change(more: Partial<ServerSpec> = {}) {
      await begin(more);
      return rest();
    },
    /** Another process takes over, as after a kill. */
    async restart() {
      await compute.stop();
      compute = await startCloudCompute(cloud.settings, dataDir, intervals);
    },
    cloudId: () => compute.engine.store.get('servers', 'a')?.applied.cloudId ?? '',
  };
}

const volume = { id: 'v', account, type: 'ssd' as const, serial: 'v', dataCenter: 'FRA', image: { count: 0, imageId: null } };
const sizes = {
  small: { cpu: 1, ram: 2, disk: 25, diskType: 'ssd' },
  large: { cpu: 2, ram: 4, disk: 50, diskType: 'ssd' },
} as const;

describe.skipIf(whyNoCloud)(`servers in a real cloud${whyNoCloud ? ` (${whyNoCloud})` : ''}`, { timeout: 3 * LONGEST_MS }, () => {
  driverContract('the driver of the compute process with a real cloud', {
    make: async () => makeCloudEngine((await openCloud()).settings),
    ...cloudStates,
  });

  test('a server is ordered, runs, gets a volume, is copied, resized and deleted, as the cloud’s own client shows', async () => {
    const cloud = await start();
    const { driver } = cloud.compute();
    expect(await cloud.change({ password: { count: 1, value: 'a secret' } })).toMatchObject({ failure: null, power: 'on' });
    const { ipv4 } = (await driver.progress('a', soon())) ?? {};
    const show = () => openstack('server', 'show', cloud.cloudId());
    expect(await show()).toMatchObject({ status: 'ACTIVE', name: 'web', properties: { nasim_id: 'a' } });
    expect(JSON.stringify(await show())).toContain(ipv4);

    await driver.volumes.apply({ ...volume, version: 1, size: 1 }, soon());
    expect(await settled(driver.volumes, 'v', LONGEST_MS)).toMatchObject({ failure: null });
    expect(await cloud.change({ volumes: ['v'] })).toMatchObject({ failure: null });
    const volumeId = cloud.compute().engine.store.get('volumes', 'v')?.applied.cloudId ?? '';
    expect(await openstack('volume', 'show', volumeId)).toMatchObject({ status: 'in-use', size: 1 });

    await driver.images.apply({ id: 's', version: 1, account, sourceId: 'a', kind: 'snapshot', parentId: null }, soon());
    await expect.poll(() => cloud.completeImage('s'), { timeout: LONGEST_MS, interval: 1_000 }).toBe(true);
    expect(await settled(driver.images, 's', LONGEST_MS)).toMatchObject({ failure: null, size: expect.any(Number) });
    const imageId = cloud.compute().engine.store.get('images', 's')?.applied.cloudId ?? '';
    expect(await openstack('image', 'show', imageId)).toMatchObject({ status: 'active', visibility: 'private' });

    for (const power of ['off', 'on'] as const) expect(await cloud.change({ power })).toMatchObject({ failure: null, power });
    expect(await cloud.change({ boot: { count: 1, hard: true } })).toMatchObject({ failure: null, power: 'on' });
    expect(await cloud.change({ rescue: true })).toMatchObject({ failure: null });
    expect(await show()).toMatchObject({ status: 'RESCUE' });
    expect(await cloud.change({ rescue: false })).toMatchObject({ failure: null });
    expect(await cloud.change({ size: sizes.large, trial: true })).toMatchObject({ failure: null, power: 'on' });
    expect(await show()).toMatchObject({ status: 'VERIFY_RESIZE' });
    expect(await cloud.change({ size: sizes.small, trial: false })).toMatchObject({ failure: null });
    expect(await cloud.change({ size: sizes.large })).toMatchObject({ failure: null });
    expect(JSON.stringify(await show())).toContain(cloud.flavorName(sizes.large));
    const image = { count: 2, mode: 'rebuild' as const, os: { type: 'debian', version: '12' }, imageId: null };
    expect(await cloud.change({ image, name: 'shop' })).toMatchObject({ failure: null, power: 'on' });
    expect(await show()).toMatchObject({ status: 'ACTIVE', name: 'shop' });

    await driver.networks.apply({ id: 'n', version: 1, account, cidr: '10.0.0.0/24', dataCenter: 'FRA' }, soon());
    const web = { direction: 'in', protocol: 'ipv4', transport: 'tcp', portFrom: 443, portTo: null, source: '', action: 'allow' } as const;
    await driver.firewalls.apply({ id: 'f', version: 1, account, rules: [web] }, soon());
    const private4 = { networks: [{ networkId: 'n', address: '10.0.0.9' }], firewalls: ['f'] };
    expect(await cloud.change(private4)).toMatchObject({ failure: null });
    expect(JSON.stringify(await show())).toContain('10.0.0.9');
    expect(await cloud.change({ volumes: [], networks: [], firewalls: [] })).toMatchObject({ failure: null });

    for (const [kind, id] of [
      ['images', 's'],
      ['volumes', 'v'],
      ['networks', 'n'],
      ['firewalls', 'f'],
    ] as const)
      await driver[kind].remove({ id, version: 90 }, soon());
    await driver.remove({ id: 'a', version: 90 }, soon());
    await expect.poll(cloud.left, { timeout: LONGEST_MS, interval: 2_000 }).toEqual([]);
    expect(await openstack('server', 'list', '--all-projects', '--name', 'shop')).toEqual([]);
  });

  test('a process that is killed in the middle of each action goes on, and nothing is made twice', async () => {
    const cloud = await start();
    const image = { count: 2, mode: 'rebuild' as const, os: { type: 'debian', version: '12' }, imageId: null };
    const changes: [Partial<ServerSpec>, number][] = [
      [{}, 200],
      [{ power: 'off' }, 300],
      [{ power: 'on' }, 300],
      [{ size: sizes.large, trial: true }, 1_500],
      [{ size: sizes.small, trial: false }, 700],
      [{ image }, 500],
      [{ rescue: true }, 400],
      [{ rescue: false }, 400],
    ];
    for (const [more, ms] of changes) {
      await cloud.begin(more);
      await wait(ms);
      await cloud.restart();
      expect(await cloud.rest()).toMatchObject({ failure: null, power: more.power ?? 'on' });
    }
    expect((await cloud.left()).filter((name) => /^(servers|ports) /.test(name))).toHaveLength(2);
    await cloud.compute().driver.remove({ id: 'a', version: 90 }, soon());
    await wait(300);
    await cloud.restart();
    await expect.poll(cloud.left, { timeout: LONGEST_MS, interval: 2_000 }).toEqual([]);
  });

  test('what the cloud’s own client deletes is reported, and not made again', async () => {
    const cloud = await start();
    await cloud.change();
    await run('openstack', ['server', 'delete', '--wait', cloud.cloudId()], { timeout: LONGEST_MS });
    const lost = async () => (await cloud.compute().driver.host(soon())).lost;
    await expect.poll(lost, { timeout: LONGEST_MS, interval: 500 }).toEqual({ servers: ['a'], volumes: [] });
    expect((await cloud.left()).filter((name) => name.startsWith('servers '))).toEqual([]);
  });
});
