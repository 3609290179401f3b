import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { account, makeDataDir, makeServerSpec, settled, soon, startTestCompute, whyNoQemu } from '../../tests/support/compute.ts';
import { addTinyGuest, tinyGuestBoot, whyNoTinyGuest } from '../../tests/support/tinyGuest.ts';
import type { ServerSpec } from '../lib/rules/cloud/compute/spec.ts';
import type { ComputeDriver } from '../provider/drivers/compute/compute.ts';

const BOOT_MS = 240_000;
const missing = whyNoQemu ?? whyNoTinyGuest();

/** A serial console: waits for output, and runs commands. */
async function openSerial(driver: ComputeDriver, id: string) {
  let output = '';
  const stream = await driver.console(id, 'serial', {
    onData(text) {
      output += text;
    },
    onClose() {},
  });
  onTestFinished(() => stream.close());
  const expectOutput = async (pattern: RegExp, timeout = BOOT_MS) => {
    await expect.poll(() => output, { timeout, interval: 50 }).toMatch(pattern);
    return pattern.exec(output)?.[1]?.trim() ?? '';
  };
  return {
    ready: () => expectOutput(/guest is ready/),
    /** @returns the output of a command */
    run(command: string): Promise<string> {
      output = '';
      const mark = Math.random().toString(36).slice(2);
      stream.write(`echo begin-${mark}; ${command}; echo end-${mark}\n`);
      return expectOutput(new RegExp(`begin-${mark}([\\s\\S]*)end-${mark}`), 60_000);
    },
  };
}

describe.skipIf(missing)(`servers that boot${missing ? ` (${missing})` : ''}`, () => {
  test('the life of a server and its neighbor', { timeout: 1_500_000 }, async () => {
    const dataDir = makeDataDir({ 'debian-12': tinyGuestBoot });
    addTinyGuest(join(dataDir, 'compute', 'images'));
    const { driver } = await startTestCompute(dataDir, { graceMs: 120_000 });
    const versions = new Map<string, number>();
    /** Applies a change and waits for it. @returns the phases */
    const change = async (id: string, more: Partial<ServerSpec>) => {
      const version = (versions.get(id) ?? 0) + 1;
      versions.set(id, version);
      await driver.apply(makeServerSpec(id, version, { power: 'on', ...more }), soon());
      const report = await settled(driver, id, BOOT_MS);
      expect(report).toMatchObject({ version, failure: null });
      return report.phases;
    };
    const copy = async (id: string, kind: 'snapshot' | 'backup', parentId: string | null = null) => {
      await driver.images.apply({ id, version: 1, account, sourceId: 'a', kind, parentId }, soon());
      expect(await settled(driver.images, id)).toMatchObject({ failure: null });
    };
    const volume = async (version: number, size: number) => {
      await driver.volumes.apply(
        { id: 'v', version, account, size, type: 'ssd', serial: 'serial-of-v', dataCenter: 'FRA', image: { count: 0, imageId: null } },
        soon(),
      );
      await settled(driver.volumes, 'v');
    };

    await driver.networks.apply({ id: 'n', version: 1, account, cidr: '10.9.0.0/24', dataCenter: 'FRA' }, soon());
    const networks = (address: string) => ({ networks: [{ networkId: 'n', address }] });
    await change('a', { name: 'first', ...networks('10.9.0.2') });
    await change('b', networks('10.9.0.3'));
    const [a, b] = [await openSerial(driver, 'a'), await openSerial(driver, 'b')];
    await Promise.all([a.ready(), b.ready()]);
    expect(await a.run('cat /seed/meta-data')).toContain('first');
    expect(await driver.bootLog?.('a', soon())).toContain('guest is ready');

    // A private network.
    await a.run('ifconfig eth1 10.9.0.2 netmask 255.255.255.0 up');
    await b.run('ifconfig eth1 10.9.0.3 netmask 255.255.255.0 up');
    expect(await a.run('ping -c 2 -W 20 10.9.0.3')).toContain('0% packet loss');

    // Another one, while both run.
    await driver.networks.apply({ id: 'm', version: 1, account, cidr: '10.8.0.0/24', dataCenter: 'FRA' }, soon());
    const inBoth = (host: number) => ({
      networks: [
        { networkId: 'n', address: `10.9.0.${host}` },
        { networkId: 'm', address: `10.8.0.${host}` },
      ],
    });
    expect(await change('a', { name: 'first', ...inBoth(2) })).toEqual(['changing']);
    await change('b', inBoth(3));
    for (const [guest, address] of [
      [a, '10.8.0.2'],
      [b, '10.8.0.3'],
    ] as const) {
      await expect.poll(() => guest.run('ls /sys/class/net'), { timeout: 60_000 }).toContain('eth2');
      await guest.run(`ifconfig eth2 ${address} netmask 255.255.255.0 up`);
    }
    expect(await a.run('ping -c 2 -W 20 10.8.0.3')).toContain(' 0% packet loss');
    await change('a', { name: 'first', ...networks('10.9.0.2') });
    await expect.poll(() => a.run('ls /sys/class/net'), { timeout: 60_000 }).not.toContain('eth2');

    // A volume that moves, and grows meanwhile.
    await volume(1, 1);
    await change('a', { ...networks('10.9.0.2'), volumes: ['v'] });
    await expect.poll(() => a.run('cat /sys/block/vdc/serial'), { timeout: 20_000 }).toBe('serial-of-v');
    await a.run('echo from a | dd of=/dev/vdc bs=512 count=1 conv=sync; sync');
    await volume(2, 2);
    await expect.poll(() => a.run('cat /sys/block/vdc/size'), { timeout: 20_000 }).toBe(String((2 * 1_073_741_824) / 512));
    await change('a', networks('10.9.0.2'));
    expect(await a.run('ls /sys/block')).not.toContain('vdc');
    await change('b', { ...networks('10.9.0.3'), volumes: ['v'] });
    await expect.poll(() => b.run('head -c 6 /dev/vdc'), { timeout: 20_000 }).toBe('from a');

    // The root disk grows while it runs; a snapshot is taken, the disk damaged, and restored.
    const larger = { ...networks('10.9.0.2'), size: { cpu: 1, ram: 1, disk: 4, diskType: 'ssd' as const } };
    expect(await change('a', larger)).toEqual(['resizing']);
    expect(await a.run('cat /sys/block/vda/size')).toBe(String((4 * 1_073_741_824) / 512));
    const far = 'bs=512 seek=6000000 count=1 conv=sync';
    await a.run(`echo before | dd of=/dev/vda ${far}; sync`);
    await copy('s', 'snapshot');
    await copy('full', 'backup');
    await a.run(`echo damage | dd of=/dev/vda ${far}; sync`);
    await copy('next', 'backup', 'full');
    const stored = 'dd if=/dev/vda bs=512 skip=6000000 count=1 2>/dev/null | head -c 6';
    const restored = (imageId: string, count: number) => ({
      ...larger,
      image: { count, mode: 'restore' as const, os: { type: 'debian', version: '12' }, imageId },
    });
    expect(await change('a', restored('s', 2))).toEqual(['restoring']);
    const afterRestore = await openSerial(driver, 'a');
    await expect.poll(() => afterRestore.run(stored), { timeout: BOOT_MS }).toBe('before');
    await change('c', { ...restored('next', 1), networks: [] });
    const c = await openSerial(driver, 'c');
    await c.ready();
    expect(await c.run(stored)).toBe('damage');
    await change('c', { ...restored('next', 1), networks: [], power: 'off' });

    // Rescue: another system, with the disk as its second one.
    expect(await change('a', { ...restored('s', 2), rescue: true })).toEqual(['rescuing']);
    const rescue = await openSerial(driver, 'a');
    await expect.poll(() => rescue.run(stored.replace('vda', 'vdb')), { timeout: BOOT_MS }).toBe('before');
    expect(await change('a', restored('s', 2))).toEqual(['unrescuing']);

    // A guest that powers itself off stays off until it is restarted.
    const last = await openSerial(driver, 'a');
    await expect.poll(() => last.run(stored), { timeout: BOOT_MS }).toBe('before');
    void last.run('poweroff -f').catch(() => {});
    await expect.poll(async () => (await driver.progress('a', soon()))?.power, { timeout: 60_000 }).toBe('off');
    await change('a', { ...restored('s', 2), boot: { count: 1, hard: false } });
    expect((await driver.progress('a', soon()))?.power).toBe('on');

    // The graphical console greets (RFC 6143, section 7.1.1).
    const greeting = Promise.withResolvers<string | Uint8Array>();
    const display = await driver.console('a', 'graphical', { onData: greeting.resolve, onClose() {} });
    onTestFinished(() => display.close());
    expect(Buffer.from(await greeting.promise).toString()).toMatch(/^RFB 003\.00\d\n$/);
    const { values } = await driver.metrics('b', { from: Date.now() - 60_000, to: Date.now(), step: 10_000 }, soon());
    expect(values.cpu.some((cpu) => cpu !== null && cpu > 0)).toBe(true);
  });
});
