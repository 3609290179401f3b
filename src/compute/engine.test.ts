import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { account, makeDataDir, makeServerSpec, settled, soon, startTestCompute, whyNoQemu } from '../../tests/support/compute.ts';

/** Writes a pattern to a disk that no machine has open, at an offset in bytes. */
const writePattern = (path: string, pattern: number, offset: string) =>
  execFileSync('qemu-io', ['-f', 'qcow2', '-c', `write -P ${pattern} ${offset} 64k`, path], { stdio: 'ignore' });
/** Whether a disk has the pattern there. */
const hasPattern = (path: string, pattern: number, offset: string): boolean =>
  spawnSync('qemu-io', ['-U', '-r', '-f', 'qcow2', '-c', `read -P ${pattern} ${offset} 64k`, path]).status === 0;
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';

// A busy machine takes a second to start a process.
describe.skipIf(whyNoQemu)('with QEMU, under which only firmware runs', { timeout: 60_000 }, () => {
  test('a server is installed, powered on, reset, resized and powered off', async () => {
    const dataDir = makeDataDir();
    const { driver, engine } = await startTestCompute(dataDir);
    const apply = async (version: number, more: Parameters<typeof makeServerSpec>[2]) => {
      await driver.apply(makeServerSpec('a', version, more), soon());
      return settled(driver, 'a');
    };
    const first = await apply(1, { power: 'on', password: { count: 1, value: 'a secret' } });
    expect(first).toMatchObject({ version: 1, phase: null, failure: null, power: 'on', ipv4: '127.0.0.1', phases: ['installingOs'] });
    expect(first).toMatchObject({ forwards: [{ guestPort: 22 }, { guestPort: 80 }, { guestPort: 443 }] });
    const { qmp, pid } = engine.context.machines.get('a')!.machine;
    expect(await qmp.execute('query-status')).toMatchObject({ running: true });
    expect(await apply(2, { power: 'on', boot: { count: 1, hard: true } })).toMatchObject({ failure: null, power: 'on' });
    expect(engine.context.machines.get('a')!.machine.pid).toBe(pid);
    const larger = { cpu: 2, ram: 2, disk: 5, diskType: 'ssd' as const };
    await apply(3, { power: 'on', boot: { count: 1, hard: true }, size: larger });
    const { machine } = engine.context.machines.get('a')!;
    expect(machine.pid).not.toBe(pid);
    expect(await machine.qmp.execute<object[]>('query-cpus-fast')).toHaveLength(2);
    const nodes = await machine.qmp.execute<{ 'node-name': string; image: { 'virtual-size': number } }[]>('query-named-block-nodes');
    expect(nodes.find((node) => node['node-name'] === 'disk')?.image['virtual-size']).toBe(5 * 1_073_741_824);
    expect(await apply(4, { boot: { count: 1, hard: true }, size: larger })).toMatchObject({ power: 'off', phases: ['stopping'] });
    expect(isAlive(machine.pid)).toBe(false);
    expect(readFileSync(join(dataDir, 'compute', 'state.db')).includes('a secret')).toBe(false);
    await driver.remove({ id: 'a', version: 5 }, soon());
    await expect.poll(() => existsSync(join(dataDir, 'compute', 'servers', 'a'))).toBe(false);
  });

  test('a restarted process adopts its machines, and starts those that died meanwhile', async () => {
    const dataDir = makeDataDir();
    const first = await startTestCompute(dataDir);
    for (const id of ['a', 'b']) {
      await first.driver.apply(makeServerSpec(id, 1, { power: 'on' }), soon());
      await settled(first.driver, id);
    }
    const pid = (id: string, { engine } = first) => engine.context.machines.get(id)?.machine.pid ?? 0;
    const [a, b] = [pid('a'), pid('b')];
    await first.stop();
    expect([isAlive(a), isAlive(b)]).toEqual([true, true]);
    process.kill(b, 'SIGKILL');
    // As when the process ends right after the start of a machine.
    rmSync(first.engine.context.folders.machine('a').pid);
    const second = await startTestCompute(dataDir);
    expect(pid('a', second)).toBe(a);
    await expect.poll(() => pid('b', second), { timeout: 10_000 }).toBeGreaterThan(0);
    // One that dies while the process runs is started again as well.
    const next = pid('b', second);
    process.kill(next, 'SIGKILL');
    await expect.poll(() => pid('b', second), { timeout: 10_000 }).not.toBe(next);
    await expect.poll(() => pid('b', second), { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await settled(second.driver, 'b')).toMatchObject({ power: 'on', failure: null });
  });

  test('volumes are created, grown and attached to a machine that runs', async () => {
    const { driver, engine } = await startTestCompute(makeDataDir());
    const volume = (version: number, size: number) =>
      driver.volumes.apply(
        { id: 'v', version, account, size, type: 'ssd', serial: 'serial-of-v', dataCenter: 'FRA', image: { count: 0, imageId: null } },
        soon(),
      );
    await volume(1, 1);
    await driver.apply(makeServerSpec('a', 1, { power: 'on' }), soon());
    await settled(driver, 'a');
    await driver.apply(makeServerSpec('a', 2, { power: 'on', volumes: ['v'] }), soon());
    expect(await settled(driver, 'a')).toMatchObject({ failure: null, phases: ['changing'] });
    await volume(2, 3);
    await settled(driver.volumes, 'v');
    const { qmp } = engine.context.machines.get('a')!.machine;
    const disks = await qmp.execute<{ inserted?: { image: { filename: string; 'virtual-size': number } } }[]>('query-block');
    expect(disks.find(({ inserted }) => inserted?.image.filename.endsWith('v.qcow2'))?.inserted?.image['virtual-size']).toBe(
      3 * 1_073_741_824,
    );
    // It stays until the server has released it.
    await driver.volumes.remove({ id: 'v', version: 3 }, soon());
    await wait(100);
    expect(existsSync(engine.context.folders.volume('v'))).toBe(true);
    await driver.apply(makeServerSpec('a', 3, {}), soon());
    await expect.poll(() => existsSync(engine.context.folders.volume('v')), { timeout: 10_000 }).toBe(false);
  });

  test('a snapshot restores the disk, and an incremental backup contains only what has changed', async () => {
    const { driver, engine } = await startTestCompute(makeDataDir());
    const { folders } = engine.context;
    const { disk } = folders.machine('a');
    await driver.apply(makeServerSpec('a', 1), soon());
    await settled(driver, 'a');
    writePattern(disk, 1, '10M');
    const copy = async (id: string, kind: 'snapshot' | 'backup', parentId: string | null = null) => {
      await driver.images.apply({ id, version: 1, account, sourceId: 'a', kind, parentId }, soon());
      return settled(driver.images, id);
    };
    expect(await copy('s', 'snapshot')).toMatchObject({ failure: null, size: expect.any(Number) });
    await copy('full', 'backup');
    writePattern(disk, 2, '20M');
    await copy('next', 'backup', 'full');
    writePattern(disk, 3, '30M');
    await copy('last', 'backup', 'next');
    // Only the changed clusters are in the file itself.
    const own = execFileSync('qemu-img', ['map', '--output=json', folders.copy('last')], { encoding: 'utf8' });
    const changed = (JSON.parse(own) as { start: number; length: number; depth: number; data: boolean }[]).filter(
      ({ depth, data }) => depth === 0 && data,
    );
    expect(changed).toMatchObject([{ start: 30 * 1_048_576, length: 65_536 }]);
    await expect(driver.images.remove({ id: 'full', version: 2 }, soon())).rejects.toThrow('503');

    const restore = async (id: string, version: number, imageId: string, count: number) => {
      const image = { count, mode: 'restore' as const, os: { type: 'debian', version: '12' }, imageId };
      await driver.apply(makeServerSpec(id, version, { image }), soon());
      expect(await settled(driver, id)).toMatchObject({ failure: null });
      const path = folders.machine(id).disk;
      return [hasPattern(path, 1, '10M'), hasPattern(path, 2, '20M'), hasPattern(path, 3, '30M')];
    };
    expect(await restore('b', 1, 'last', 1)).toEqual([true, true, true]);
    expect(await restore('b', 2, 'next', 2)).toEqual([true, true, false]);
    expect(await restore('a', 2, 's', 2)).toEqual([true, false, false]);
    // The system of another server gets an ID of its own, the server's own keeps it.
    const renewsId = async (id: string, version: number, imageId: string) => {
      const image = { count: 2, mode: 'restore' as const, os: { type: 'debian', version: '12' }, imageId };
      await driver.apply(makeServerSpec(id, version, { image, power: 'on' }), soon());
      await settled(driver, id);
      return readFileSync(join(folders.machine(id).seed, 'vendor-data'), 'utf8').includes('machine-id');
    };
    expect([await renewsId('a', 3, 's'), await renewsId('b', 3, 'next')]).toEqual([false, true]);
    for (const [id, version, imageId] of [
      ['a', 4, 's'],
      ['b', 4, 'next'],
    ] as const) {
      const image = { count: 2, mode: 'restore' as const, os: { type: 'debian', version: '12' }, imageId };
      await driver.apply(makeServerSpec(id, version, { image }), soon());
      await settled(driver, id);
    }
    // After it, what changed since the last backup isn't known: the next one is complete.
    await copy('again', 'backup', 'last');
    await driver.apply(
      makeServerSpec('c', 1, { image: { count: 1, mode: 'restore', os: { type: 'debian', version: '12' }, imageId: 'again' } }),
      soon(),
    );
    await settled(driver, 'c');
    expect([hasPattern(folders.machine('c').disk, 1, '10M'), hasPattern(folders.machine('c').disk, 3, '30M')]).toEqual([true, false]);
  });
});
