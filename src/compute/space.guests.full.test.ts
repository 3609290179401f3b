import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { account, addImages, makeServerSpec, settled, soon, startTestCompute, whyNoQemu } from '../../tests/support/compute.ts';
import { addTinyGuest, tinyGuestBoot, whyNoTinyGuest } from '../../tests/support/tinyGuest.ts';

const MB = 1_048_576;
const BOOT_MS = 600_000;
const missing = (process.getuid?.() === 0 ? null : 'only root may mount a file system') ?? whyNoQemu ?? whyNoTinyGuest();
const full = { failure: { key: 'server:reason.hostFull' } };

/** A file system of 1.4 GB in memory, of which so much stays free as a test needs. */
function mountSmall() {
  const dataDir = mkdtempSync(join(tmpdir(), 'full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1400m', 'tmpfs', dataDir]);
  onTestFinished(() => {
    execFileSync('umount', ['-l', dataDir]);
    rmSync(dataDir, { recursive: true });
  });
  const filler = join(dataDir, 'filler');
  return {
    dataDir,
    leave(bytes: number) {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(dataDir);
      execFileSync('fallocate', ['-l', String(bavail * bsize - bytes), filler]);
    },
    empty: () => rmSync(filler, { force: true }),
  };
}

describe.skipIf(missing)(`a host whose disk is full${missing ? ` (${missing})` : ''}`, () => {
  test('copies and new servers are refused, and servers that run wait for space', { timeout: 1_500_000 }, async () => {
    const { dataDir, leave, empty } = mountSmall();
    addImages(join(dataDir, 'compute', 'images'), { 'debian-12': tinyGuestBoot });
    addTinyGuest(join(dataDir, 'compute', 'images'));
    const { driver, engine } = await startTestCompute(dataDir);
    await driver.apply(makeServerSpec('a', 1, { power: 'on' }), soon());
    await settled(driver, 'a', BOOT_MS);
    let output = '';
    const serial = await driver.console('a', 'serial', {
      onData(text) {
        output += text;
      },
      onClose() {},
    });
    onTestFinished(() => serial.close());
    await expect.poll(() => output, { timeout: BOOT_MS }).toContain('guest is ready');
    const snapshot = (version: number) =>
      driver.images.apply({ id: 's', version, account, sourceId: 'a', kind: 'snapshot', parentId: null }, soon());

    leave(900 * MB);
    await snapshot(1);
    expect(await settled(driver.images, 's', BOOT_MS)).toMatchObject(full);
    await driver.apply(makeServerSpec('b', 1, { power: 'on' }), soon());
    expect(await settled(driver, 'b', BOOT_MS)).toMatchObject(full);
    expect(readdirSync(engine.context.folders.copies)).toEqual([]);
    expect(existsSync(engine.context.folders.machine('b').disk)).toBe(false);
    empty();
    await snapshot(2);
    expect(await settled(driver.images, 's', BOOT_MS)).toMatchObject({ failure: null });

    // What the guest writes waits, and isn't lost.
    leave(0);
    const status = async () => (await engine.context.machines.get('a')?.machine.qmp.execute<{ status: string }>('query-status'))?.status;
    const sums = 'dd if=/dev/vda bs=1M count=4 2>/dev/null | md5sum; md5sum < /random';
    serial.write(
      `dd if=/dev/urandom of=/random bs=1M count=4; dd if=/random of=/dev/vda bs=1M; sync; echo 3 > /proc/sys/vm/drop_caches; ${sums}\n`,
    );
    await expect.poll(status, { timeout: BOOT_MS }).toBe('io-error');
    output = '';
    expect((await driver.progress('a', soon()))?.power).toBe('on');
    empty();
    await expect.poll(status, { timeout: 60_000 }).toBe('running');
    await expect.poll(() => output, { timeout: BOOT_MS }).toMatch(/([0-9a-f]{32}) {2}-\s+\1 {2}-/);
  });
});
