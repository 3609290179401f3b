import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { account, makeDataDir, makeServerSpec, settled, soon, startTestCompute, whyNoQemu } from '../../../../tests/support/compute.ts';
import { driverContract } from '../../../../tests/support/driverContract.ts';
import { listenUnix } from '../../../lib/node/unixSocket.ts';
import { DriverRefusal } from '../driver.ts';
import { connectedDriver } from './connected.ts';

// A busy machine takes a second to start a process.
describe.skipIf(whyNoQemu)('with QEMU', { timeout: 60_000 }, () => {
  driverContract('the driver of the compute process', {
    async make() {
      const dataDir = makeDataDir();
      const { driver, closeControl, listen } = await startTestCompute(dataDir);
      const db = new Sqlite(join(dataDir, 'compute', 'state.db'), { readonly: true });
      return {
        driver,
        again: () => connectedDriver({ dataDir, engine: 'qemu' }),
        async loadState(id) {
          const text = db.prepare(`select spec from entity where kind = 'servers' and id = ? and isRemoved = 0`).pluck().get(id);
          return (text as string | undefined) ?? null; // the column of the process's store
        },
        async inject(how) {
          await closeControl();
          if (how === 'down') return listen;
          const silent = createServer(() => {});
          await listenUnix(silent, join(dataDir, 'compute', 'control.sock'));
          return async () => {
            silent.close();
            await listen();
          };
        },
      };
    },
    state: (id, version, text) => makeServerSpec(id, version, { name: text }),
    impossible: (id, version) => makeServerSpec(id, version, { size: { cpu: 1, ram: 1, disk: 1, diskType: 'ssd' } }),
    many: 6,
  });

  const refusal = (work: Promise<void>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof DriverRefusal ? { key: error.key, params: error.params } : error),
    );

  test('a host that is full refuses with what is free, and counts volumes', async () => {
    const { driver } = await startTestCompute(makeDataDir(), { capacity: { cpu: 3, ram: 4, disk: 10 } });
    const size = { cpu: 1, ram: 1, disk: 2, diskType: 'ssd' as const };
    await driver.apply(makeServerSpec('a', 1, { size: { ...size, cpu: 2 } }), soon());
    const apply = (more: Partial<typeof size>) => refusal(driver.apply(makeServerSpec('b', 1, { size: { ...size, ...more } }), soon()));
    expect(await apply({ cpu: 2 })).toEqual({ key: 'server:reason.hostCpus', params: { free: 1 } });
    expect(await apply({ ram: 4 })).toEqual({ key: 'server:reason.hostRam', params: { free: 3 } });
    expect(await apply({ disk: 9 })).toEqual({ key: 'server:reason.hostDisk', params: { free: 8 } });
    const volume = {
      id: 'v',
      version: 1,
      account,
      size: 7,
      type: 'ssd' as const,
      serial: 'v',
      dataCenter: 'FRA',
      image: { count: 0, imageId: null },
    };
    await driver.volumes.apply(volume, soon());
    expect(await apply({})).toEqual({ key: 'server:reason.hostDisk', params: { free: 1 } });
    await driver.volumes.remove({ id: 'v', version: 2 }, soon());
    expect(await apply({})).toBeNull();
    expect((await driver.host(soon())).capacity?.used).toEqual({ cpu: 3, ram: 2, disk: 4 });
  });

  test('a system that the host does not have, or that does not fit on the disk, is refused', async () => {
    const { driver } = await startTestCompute(makeDataDir({ 'debian-12': { minDisk: 3 } }));
    expect((await driver.host(soon())).images).toEqual([{ type: 'debian', version: '12', minDisk: 3 }]);
    const image = { count: 1, mode: 'install' as const, os: { type: 'arch', version: '1' }, imageId: null };
    expect(await refusal(driver.apply(makeServerSpec('a', 1, { image }), soon()))).toMatchObject({ key: 'server:reason.noImage' });
    expect(await refusal(driver.apply(makeServerSpec('a', 1), soon()))).toEqual({ key: 'server:reason.diskSmall', params: { min: 3 } });
  });

  test('what the operator should look at is reported', async () => {
    const dataDir = makeDataDir({});
    const { driver } = await startTestCompute(dataDir);
    const problems = async () => (await driver.host(soon())).problems;
    expect(await problems()).toContainEqual(expect.stringContaining('no image is installed'));
    writeFileSync(join(dataDir, 'compute', 'images', 'own.json'), '{"type":"debian"}');
    expect(await problems()).toContainEqual(expect.stringContaining('images/own.json'));
  });

  test('the acceleration is reported, and that servers are emulated where it isn’t intended', async () => {
    const host = async (accel: 'auto' | 'tcg') => {
      const { driver } = await startTestCompute(makeDataDir(), { accel });
      const read = () => driver.host(soon());
      await expect.poll(async () => (await read()).acceleration, { timeout: 30_000 }).not.toBeNull();
      return read();
    };
    const emulated = expect.stringContaining('KVM doesn’t work here');
    const intended = await host('tcg');
    expect(intended.acceleration).toBe('tcg');
    expect(intended.problems).not.toContainEqual(emulated);
    const { acceleration, problems } = await host('auto');
    expect(problems.some((one) => emulated.asymmetricMatch(one))).toBe(acceleration === 'tcg');
  });

  test('the systems of the catalog are offered before the process responds', async () => {
    const driver = connectedDriver({ dataDir: makeDataDir(), engine: 'qemu' });
    await expect.poll(() => driver.installable?.(), { timeout: 20_000 }).toMatchObject([{ type: 'debian', version: '12' }]);
  });

  test('a server waits for its network, volume and firewall group', async () => {
    const { driver } = await startTestCompute(makeDataDir());
    const needs = makeServerSpec('a', 1, { networks: [{ networkId: 'n', address: '10.0.0.2' }], firewalls: ['f'] });
    await expect(driver.apply(needs, soon())).rejects.toThrow('503');
    await driver.networks.apply({ id: 'n', version: 1, account, cidr: '10.0.0.0/24', dataCenter: 'FRA' }, soon());
    await driver.firewalls.apply({ id: 'f', version: 1, account, rules: [] }, soon());
    await driver.apply(needs, soon());
    expect(await settled(driver, 'a')).toMatchObject({ version: 1, failure: null, power: 'off' });
  });

  test('a server that is off has no console, and an unknown one no report', async () => {
    const { driver } = await startTestCompute(makeDataDir());
    await driver.apply(makeServerSpec('a', 1), soon());
    await settled(driver, 'a');
    const reader = { onData() {}, onClose() {} };
    await expect(driver.console('a', 'serial', reader)).rejects.toThrow('server:reason.isOff');
    await expect(driver.console('a', 'graphical', reader)).rejects.toThrow('server:reason.isOff');
    expect(await driver.progress('b', soon())).toBeNull();
    expect((await driver.metrics('a', { from: 0, to: 20_000, step: 10_000 }, soon())).values.cpu).toEqual([null, null, null]);
  });

  test('the boot log is the end of what the serial port has written, also of a server that is off', async () => {
    const { driver, engine } = await startTestCompute(makeDataDir());
    const readLog = () => driver.bootLog?.('a', soon());
    expect(await readLog()).toBe('');
    await driver.apply(makeServerSpec('a', 1), soon());
    await settled(driver, 'a');
    const { log } = engine.context.folders.machine('a');
    writeFileSync(`${log}.old`, `${'x'.repeat(300_000)}before\n`);
    writeFileSync(log, 'login: ✓');
    expect(await readLog()).toBe(`${'x'.repeat(262_144 - 17)}before\nlogin: ✓`);
  });

  test('the ID changes when the state of the process is lost', async () => {
    const dataDir = makeDataDir();
    const first = await startTestCompute(dataDir);
    const { id } = first.driver;
    await first.stop();
    expect((await startTestCompute(dataDir)).driver.id).toBe(id);
    expect((await startTestCompute(makeDataDir())).driver.id).not.toBe(id);
  });
});
