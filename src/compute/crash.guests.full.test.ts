import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { account, makeDataDir, makeServerSpec, settled, soon, whyNoQemu } from '../../tests/support/compute.ts';
import type { ServerSpec } from '../lib/rules/cloud/compute/spec.ts';
import { connectedDriver } from '../provider/drivers/compute/connected.ts';

const SETTLE_MS = 60_000;
/** When the process is killed after a change, in ms: before, during and after its steps. */
const moments = [0, 60, 150, 400];

/** The compute process, which is killed and started again. */
function superviseProcess(dataDir: string) {
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(process.execPath, ['src/compute/main.ts'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'fatal',
        COMPUTE_ACCEL: 'tcg',
        COMPUTE_PORTS: '24000-24999',
        COMPUTE_DISK: '1000',
        COMPUTE_SHUTDOWN_SECONDS: '1',
      },
    });
    child = started;
    await once(started, 'message');
  };
  const kill = async () => {
    const ended = child && once(child, 'exit');
    child?.kill('SIGKILL');
    await ended;
  };
  return { start, kill };
}

describe.skipIf(whyNoQemu)('with QEMU, under which only firmware runs', () => {
  test('a process killed during each action brings every entity to its state, and loses no disk', { timeout: 900_000 }, async () => {
    const dataDir = makeDataDir();
    const { start, kill } = superviseProcess(dataDir);
    const driver = connectedDriver({ dataDir, engine: 'qemu' });
    const disk = join(dataDir, 'compute', 'servers', 'a', 'disk.qcow2');
    const machinePid = (): number => Number(readFileSync(join(dataDir, 'compute', 'servers', 'a', 'pid'), 'utf8'));
    onTestFinished(async () => {
      await driver.remove({ id: 'a', version: 1_000 }, soon()).catch(() => {});
      await wait(1_000);
      await kill();
    });
    await start();
    let version = 0;
    let spec: Partial<ServerSpec> = {};
    /** Applies a change, kills the process, and waits until the next one has completed it. */
    const change = async (more: Partial<ServerSpec>, ms: number, withMachine = false) => {
      spec = { ...spec, ...more };
      await driver.apply(makeServerSpec('a', ++version, spec), soon());
      await wait(ms);
      await kill();
      if (withMachine) process.kill(machinePid(), 'SIGKILL');
      await start();
      expect(await settled(driver, 'a', SETTLE_MS)).toMatchObject({ version, failure: null, power: spec.power ?? 'off' });
    };
    const copy = async (id: string, parentId: string | null, ms: number) => {
      await driver.images.apply({ id, version: 1, account, sourceId: 'a', kind: 'backup', parentId }, soon());
      await wait(ms);
      await kill();
      await start();
      expect(await settled(driver.images, id, SETTLE_MS)).toMatchObject({ failure: null });
    };
    const write = (offset: string) => execFileSync('qemu-io', ['-f', 'qcow2', '-c', `write -P 7 ${offset} 64k`, disk], { stdio: 'ignore' });
    const has = (offset: string) => spawnSync('qemu-io', ['-U', '-r', '-f', 'qcow2', '-c', `read -P 7 ${offset} 64k`, disk]).status === 0;
    const restored = (imageId: string) => ({
      count: version + 2,
      mode: 'restore' as const,
      os: { type: 'debian', version: '12' },
      imageId,
    });

    await driver.volumes.apply(
      { id: 'v', version: 1, account, size: 1, type: 'ssd', serial: 'v', dataCenter: 'FRA', image: { count: 0, imageId: null } },
      soon(),
    );
    let parent: string | null = null;
    for (const [round, ms] of moments.entries()) {
      await change({}, ms);
      write(`${10 + round}M`);
      await copy(`full-${round}`, parent, ms);
      write(`${30 + round}M`);
      parent = `next-${round}`;
      await copy(parent, `full-${round}`, ms);
      await change({ power: 'on' }, ms);
      await change({ boot: { count: round + 1, hard: true } }, ms, true);
      await change({ size: { cpu: 1 + (round % 2), ram: 1, disk: 3 + round, diskType: 'ssd' } }, ms);
      await change({ volumes: ['v'] }, ms);
      await change({ power: 'off', volumes: [] }, ms);
      expect([has(`${10 + round}M`), has(`${30 + round}M`)]).toEqual([true, true]);
      await change({ image: restored(`full-${round}`) }, ms);
      expect([has(`${10 + round}M`), has(`${30 + round}M`)]).toEqual([true, false]);
      await change({ image: restored(parent) }, ms);
      expect([has(`${10 + round}M`), has(`${30 + round}M`)]).toEqual([true, true]);
      expect(spawnSync('qemu-img', ['check', '-q', disk]).status).toBe(0);
    }
  });
});
