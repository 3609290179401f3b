import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { backup } from '../../src/lib/contract/cloud/backup.ts';
import { server } from '../../src/lib/contract/cloud/server.ts';
import { serverAction } from '../../src/lib/contract/cloud/serverAction.ts';
import { serverOrder } from '../../src/lib/contract/cloud/serverOrder.ts';
import { snapshot } from '../../src/lib/contract/cloud/snapshot.ts';
import { volume } from '../../src/lib/contract/cloud/volume.ts';
import { randomFrom } from '../crash/raw.ts';
import { addImages, whyNoQemu } from '../support/compute.ts';
import { idleServer, killProcess, openSerial, type ServersPortal, smallOrder, startServersPortal } from '../support/realServers.ts';
import { checkCharges, readPrepaid } from '../support/serverCharges.ts';
import { addTinyGuest, tinyGuestBoot, whyNoTinyGuest } from '../support/tinyGuest.ts';

const missing = whyNoQemu ?? whyNoTinyGuest();
/** What is killed during each action. `host`: everything at once, as by a power cut. */
const victims = ['portal', 'compute', 'machine', 'host'] as const;
type Victim = (typeof victims)[number];
const PATIENCE_MS = 600_000;
const seed = Math.floor(Math.random() * 1e9);
const random = randomFrom(seed);

function fillCatalog(images: string): void {
  addImages(images, { 'debian-12': tinyGuestBoot });
  addTinyGuest(images);
}

/** Kills, and starts again what nothing else starts. */
async function kill(portal: ServersPortal, victim: Victim, serverId: string): Promise<void> {
  const [machine, compute] = [portal.machinePid(serverId), portal.computePid()];
  if (victim === 'portal' || victim === 'host') await portal.killPortal();
  if (victim === 'compute' || victim === 'host') await killProcess(compute);
  if (victim === 'machine' || victim === 'host') await killProcess(machine);
  if (victim === 'host') for (const { pid } of portal.machines()) await killProcess(pid);
  if (victim === 'portal' || victim === 'host') await portal.startPortal();
}

/** Files of disks that nothing has, or that are missing. */
function checkFiles({ folder }: ServersPortal, wanted: { servers: string[]; volumes: string[]; copies: string[] }): string[] {
  const list = (name: string, suffix: string) => {
    const found = readdirSync(join(folder, name));
    const expected = wanted[name as keyof typeof wanted].map((id) => `${id}${suffix}`);
    return [
      ...found.filter((file) => !expected.includes(file)).map((file) => `${name}/${file} belongs to nothing`),
      ...expected.filter((file) => !found.includes(file)).map((file) => `${name}/${file} is missing`),
    ];
  };
  const parts = wanted.servers.flatMap((id) => readdirSync(join(folder, 'servers', id)).filter((file) => file.endsWith('.part')));
  return [...list('servers', ''), ...list('volumes', '.qcow2'), ...list('copies', '.qcow2'), ...parts.map((file) => `${file} was left`)];
}

describe.skipIf(missing)(`a portal with servers that run${missing ? ` (${missing})` : ''}`, () => {
  test.each(victims)('the %s is killed during each action of a server', { timeout: 3_600_000 }, async (victim) => {
    const portal = await startServersPortal(fillCatalog, { COMPUTE_SHUTDOWN_SECONDS: '20' });
    const { client, driver } = portal;
    const began = Date.now();
    const log = (text: string) => console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s: ${victim}, ${text}`);
    log(`seed ${seed}`);
    let serverId = '';
    let power: 'on' | 'off' = 'on';
    const owned = { volumes: [] as string[], copies: [] as string[] };

    /** Waits until every state agrees, then compares. */
    const agree = async (exists = true) => {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const faults: string[] = [];
        const report = await driver.progress(serverId, AbortSignal.timeout(10_000)).catch((error: unknown) => error as Error);
        if (exists) {
          const found = await idleServer(client, serverId, PATIENCE_MS);
          if (found.state !== 'ready' || found.power !== power || found.problem) faults.push(`the panel says ${JSON.stringify(found)}`);
          if (!report || report instanceof Error || report.phase !== null || report.failure || report.power !== power)
            faults.push(`the driver says ${report instanceof Error ? report : JSON.stringify(report)}`);
        } else if (report !== null) faults.push('the driver has the server');
        const volumes = (await client.ok(volume.list, {})).volumes.filter(({ id }) => owned.volumes.includes(id));
        faults.push(...volumes.filter(({ state }) => state !== 'ready').map((one) => `the volume is ${JSON.stringify(one)}`));
        const names = portal.machines().map(({ args }) => args[args.indexOf('-name') + 1] ?? args.join(' '));
        const expected = exists && power === 'on' ? [`guest=${serverId}`] : [];
        if (names.join() !== expected.join()) faults.push(`processes: ${names.join()}`);
        faults.push(...checkFiles(portal, { servers: exists ? [serverId] : [], ...owned }));
        if (faults.length === 0) break;
        if (Date.now() > until) throw new Error(`${faults.join('\n')}\n${portal.output().slice(-3_000)}`);
        await wait(500);
      }
      expect(await checkCharges(portal)).toEqual([]);
    };
    /** Starts an action, kills in the middle of it, and waits for its end. */
    const killedIn = async (name: string, action: () => Promise<unknown>, most = 2_500) => {
      await action();
      const ms = Math.round(random() * most);
      await wait(ms);
      const from = Date.now();
      await kill(portal, victim, serverId);
      await agree();
      log(`${name}: killed after ${ms} ms, complete ${Date.now() - from} ms later`);
    };
    const shell = async (command: string) => {
      await idleServer(client, serverId);
      for (const until = Date.now() + PATIENCE_MS; ; await wait(1_000)) {
        const serial = await openSerial(client, serverId);
        try {
          return await serial.run(command, 20_000);
        } catch (error) {
          if (Date.now() > until) throw error;
        } finally {
          serial.close();
        }
      }
    };
    const far = (disk: string) => `dd if=/dev/${disk} bs=512 skip=2000000 count=1 2>/dev/null | head -c 6 | tr -d '\\0'`;
    const put = (text: string, disk: string) =>
      shell(`echo ${text} | dd of=/dev/${disk} bs=512 seek=2000000 count=1 conv=sync 2>/dev/null; sync`);
    const copiesDone = async () => {
      for (const until = Date.now() + PATIENCE_MS; ; await wait(500)) {
        const { backups } = await client.ok(backup.list, { serverId });
        const { snapshots } = await client.ok(snapshot.list, { serverId });
        const all = [...backups, ...snapshots];
        if (all.every(({ status }) => status === 'ready')) return;
        if (all.some(({ status }) => status === 'failed') || Date.now() > until) throw new Error(JSON.stringify(all));
      }
    };

    // The portal may die before it answers: the same key doesn't order or charge twice.
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const order = () => client.ok(serverOrder.create, smallOrder('web', { period: 'day' }), key);
    const first = order().catch(() => null);
    await wait(random() * 40);
    if (victim === 'portal' || victim === 'host') await kill(portal, victim, '');
    else await first;
    serverId = (await order()).servers[0]?.id ?? '';
    await killedIn('create', async () => {}, 6_000);
    expect((await client.ok(server.list, {})).servers).toHaveLength(1);
    expect(await readPrepaid(portal, serverId)).toEqual([expect.any(Number)]);
    await put('before', 'vda');

    await killedIn('restart', () => client.ok(serverAction.restart, { serverId }), 8_000);
    await killedIn('reboot', () => client.ok(serverAction.reboot, { serverId }), 1_000);
    let serial = '';
    await killedIn('attach', async () => {
      const { volume: made } = await client.ok(volume.create, { name: 'data', size: 10, serverId });
      owned.volumes.push(made.id);
      serial = made.device.split('virtio-')[1] ?? '';
    });
    const [volumeId = ''] = owned.volumes;
    /** Its name depends on what the machine had when it started. */
    const volumeDisk = async () => {
      const find = `for d in /sys/block/vd*; do [ "$(cat $d/serial)" = ${serial} ] && echo \${d##*/}; done`;
      await expect.poll(() => shell(find), { timeout: PATIENCE_MS }).toMatch(/^vd/);
      return shell(find);
    };
    await put('volume', await volumeDisk());
    await killedIn('grow', () => client.ok(volume.resize, { volumeId, size: 20 }));
    await expect
      .poll(async () => shell(`cat /sys/block/${await volumeDisk()}/size`), { timeout: PATIENCE_MS })
      .toBe(String((20 * 1_073_741_824) / 512));
    expect(await shell(far('vda'))).toBe('before');

    await killedIn('snapshot', async () => {
      const { snapshot: made } = await client.ok(snapshot.create, { serverId, name: 'before' });
      owned.copies.push(made.id);
    });
    await killedIn('full backup', async () => {
      const { backup: made } = await client.ok(backup.create, { serverId, name: 'full', type: 'full' });
      owned.copies.push(made.id);
    });
    await copiesDone();
    await put('damage', 'vda');
    await killedIn('incremental backup', async () => {
      const { backup: made } = await client.ok(backup.create, { serverId, name: 'next', type: 'incremental' });
      owned.copies.push(made.id);
    });
    await copiesDone();
    const [snapshotId = '', , backupId = ''] = owned.copies;
    for (const id of owned.copies)
      expect(spawnSync('qemu-img', ['check', '-q', join(portal.folder, 'copies', `${id}.qcow2`)]).status).toBe(0);

    await killedIn('restore of the snapshot', () => client.ok(snapshot.restore, { snapshotId, serverId, confirm: 'web' }), 6_000);
    expect(await shell(far('vda'))).toBe('before');
    await killedIn('restore of the backup', () => client.ok(backup.restore, { backupId, serverId, confirm: 'web' }), 6_000);
    expect(await shell(far('vda'))).toBe('damage');
    await killedIn('resize', () => client.ok(serverAction.resize, { serverId, cpu: 2, ram: 2, disk: 20 }), 8_000);
    expect(await shell('cat /sys/block/vda/size')).toBe(String((20 * 1_073_741_824) / 512));
    expect(await shell(far('vda'))).toBe('damage');
    expect(await readPrepaid(portal, serverId)).toHaveLength(2);
    await killedIn('rebuild', () => client.ok(serverAction.rebuild, { serverId, confirm: 'web' }), 6_000);
    expect(await shell(far('vda'))).toBe('');
    expect(await shell(far(await volumeDisk()))).toBe('volume');

    power = 'off';
    await killedIn('power off', () => client.ok(serverAction.powerOff, { serverId }));
    power = 'on';
    await killedIn('power on', () => client.ok(serverAction.powerOn, { serverId }));
    await killedIn('detach', () => client.ok(volume.detach, { volumeId }));
    await client.ok(serverAction.delete, { serverId, confirm: 'web' });
    await wait(random() * 1_500);
    await kill(portal, victim, serverId);
    await expect.poll(async () => (await client.ok(server.list, {})).total, { timeout: PATIENCE_MS }).toBe(0);
    await agree(false);
    expect(statSync(join(portal.folder, 'volumes', `${volumeId}.qcow2`)).size).toBeGreaterThan(0);
    log('delete');
  });
});
