import { execFile, execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backup } from '../../src/lib/contract/cloud/backup.ts';
import { server } from '../../src/lib/contract/cloud/server.ts';
import { serverAction } from '../../src/lib/contract/cloud/serverAction.ts';
import { serverOrder } from '../../src/lib/contract/cloud/serverOrder.ts';
import { snapshot } from '../../src/lib/contract/cloud/snapshot.ts';
import { sshKey } from '../../src/lib/contract/cloud/sshKey.ts';
import { volume } from '../../src/lib/contract/cloud/volume.ts';
import type { Client } from '../support/client.ts';
import { builtImage, canBoot } from '../support/computeImage.ts';
import { idleServer, openSerial, SETTLE_MS, smallOrder, startServersPortal } from '../support/realServers.ts';

const GB = 1_073_741_824;
const missing = canBoot ? null : 'QEMU, mmdebstrap or OpenSSH is missing';

/** The catalog of the images that `npm run compute:image` built. */
function fillCatalog(images: string): void {
  mkdirSync(images, { recursive: true });
  for (const kind of ['server', 'rescue'] as const) {
    const built = builtImage(kind);
    for (const file of [built, built.replace(/qcow2$/, 'json')]) copyOrLink(file, images);
  }
}
function copyOrLink(file: string, folder: string): void {
  const path = join(folder, file.slice(dirname(file).length + 1));
  try {
    linkSync(file, path);
  } catch {
    // Another file system.
    execFileSync('cp', [file, path]);
  }
}

/** Signs in over SSH with the customer's key, at the port that the panel shows. */
function makeSsh(client: Client, keyFile: string) {
  return async (serverId: string, command: string): Promise<string> => {
    const { access } = await client.ok(server.access, { serverId });
    const port = access?.ports.find(({ serverPort }) => serverPort === 22)?.port;
    const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'IdentitiesOnly=yes', 'BatchMode=yes'];
    const args = [...options.flatMap((one) => ['-o', one]), '-o', 'ConnectTimeout=60', '-i', keyFile, '-p', String(port)];
    for (const until = Date.now() + SETTLE_MS; ; await wait(2_000)) {
      try {
        const { stdout } = await promisify(execFile)('ssh', [...args, `${access?.user}@${access?.address}`, command], {
          timeout: SETTLE_MS,
        });
        return stdout.trim();
      } catch (error) {
        // 255: no connection yet. Other codes are those of the command.
        if ((error as { code?: number }).code !== 255 || Date.now() > until) throw error;
      }
    }
  };
}

describe.skipIf(missing)(`servers with Debian, ordered in the portal${missing ? ` (${missing})` : ''}`, () => {
  test('the life of a server', { timeout: 7_200_000 }, async () => {
    const portal = await startServersPortal(fillCatalog);
    const { client } = portal;
    const home = mkdtempSync(join(tmpdir(), 'ssh-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, 'key')]);
    const ssh = makeSsh(client, join(home, 'key'));
    /** Prints how long an action takes. */
    const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await work();
      console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
      return result;
    };
    const copied = async (of: string) => {
      for (const until = Date.now() + SETTLE_MS; ; await wait(500)) {
        const { backups } = await client.ok(backup.list, { serverId: of });
        const { snapshots } = await client.ok(snapshot.list, { serverId: of });
        const all = [...backups, ...snapshots];
        if (all.every(({ status }) => status === 'ready')) return;
        if (all.some(({ status }) => status === 'failed') || Date.now() > until) throw new Error(JSON.stringify(all));
      }
    };

    // The order.
    const publicKey = readFileSync(join(home, 'key.pub'), 'utf8');
    const { sshKey: key } = await client.ok(sshKey.create, { name: 'laptop', publicKey });
    const order = smallOrder('web', {
      password: { type: 'sshKey', sshKeyIds: [key.id] },
      userData: '#!/bin/sh\necho ran > /root/ran\n',
    });
    const serverId = await timed('order until ready', async () => {
      const { servers } = await client.ok(serverOrder.create, order);
      await idleServer(client, servers[0]?.id ?? '');
      return servers[0]?.id ?? '';
    });
    const console1 = await openSerial(client, serverId);
    await timed('prompt on the serial console', async () => {
      // One that was printed before is replayed.
      console1.type('\n');
      await console1.expect(/web login: ?$/);
    });
    console1.close();
    await timed('first sign-in over SSH', () => ssh(serverId, 'cloud-init status --wait'));
    expect(await ssh(serverId, 'hostname; nproc; id -un; cat /root/ran')).toBe('web\n1\nroot\nran');

    // A volume: formatted, mounted and grown with the commands of the panel.
    const { volume: data } = await timed('volume created and attached', async () => {
      const made = await client.ok(volume.create, { name: 'data', size: 10, serverId });
      await idleServer(client, serverId);
      return made;
    });
    const { device, id: volumeId } = data;
    await ssh(serverId, `until [ -e ${device} ]; do sleep 1; done; mkfs.ext4 -q ${device} && mkdir /mnt/data && mount ${device} /mnt/data`);
    await ssh(serverId, 'echo volume > /mnt/data/file; sync');
    await timed('volume grown', async () => {
      await client.ok(volume.resize, { volumeId, size: 20 });
      await expect.poll(() => ssh(serverId, `blockdev --getsize64 $(readlink -f ${device})`), { timeout: SETTLE_MS }).toBe(String(20 * GB));
    });
    await ssh(serverId, `resize2fs ${device}`);
    expect(Number(await ssh(serverId, 'df --output=size -B1 /mnt/data | tail -n 1'))).toBeGreaterThan(18 * GB);

    // A snapshot, damage, and the restore.
    await ssh(serverId, 'echo before > /root/file; sync');
    const { snapshot: before } = await timed('snapshot', async () => {
      const made = await client.ok(snapshot.create, { serverId, name: 'before' });
      await copied(serverId);
      await idleServer(client, serverId);
      return made;
    });
    await timed('full backup', async () => {
      await client.ok(backup.create, { serverId, name: 'full', type: 'full' });
      await copied(serverId);
    });
    await ssh(serverId, 'echo damage > /root/file; rm -rf /usr/share/doc; sync');
    const next = await timed('incremental backup', async () => {
      const made = await client.ok(backup.create, { serverId, name: 'next', type: 'incremental' });
      await copied(serverId);
      return made.backup;
    });
    await timed('restore until the sign-in', async () => {
      await client.ok(snapshot.restore, { snapshotId: before.id, serverId, confirm: 'web' });
      await idleServer(client, serverId);
      expect(await ssh(serverId, 'cat /root/file; ls -d /usr/share/doc')).toBe('before\n/usr/share/doc');
    });

    // A new server from the end of the chain.
    const copyId = await timed('new server from the incremental backup until the sign-in', async () => {
      const { servers } = await client.ok(serverOrder.create, { ...order, nameServer: 'copy', backupId: next.id });
      const id = servers[0]?.id ?? '';
      await idleServer(client, id);
      expect(await ssh(id, 'cat /root/file')).toBe('damage');
      return id;
    });
    expect(await ssh(copyId, 'cloud-init status --wait > /dev/null; hostname')).toBe('copy');
    await client.ok(serverAction.delete, { serverId: copyId, confirm: 'copy' });

    // Resizes on trial.
    const size = { cpu: 2, ram: 2, disk: 10, keepDisk: true };
    await timed('resize on trial until the sign-in', async () => {
      await client.ok(serverAction.resize, { serverId, ...size });
      expect((await idleServer(client, serverId)).state).toBe('resized');
      expect(await ssh(serverId, 'nproc; cat /root/file')).toBe('2\nbefore');
    });
    await timed('revert until the sign-in', async () => {
      await client.ok(serverAction.revertResize, { serverId });
      expect(await idleServer(client, serverId)).toMatchObject({ state: 'ready', cpu: 1, ram: 1 });
      expect(await ssh(serverId, 'nproc')).toBe('1');
    });
    await timed('resize and confirmation until the sign-in', async () => {
      await client.ok(serverAction.resize, { serverId, ...size });
      await idleServer(client, serverId);
      await client.ok(serverAction.confirmResize, { serverId });
      expect(await idleServer(client, serverId)).toMatchObject({ state: 'ready', cpu: 2, ram: 2 });
      expect(await ssh(serverId, 'nproc')).toBe('2');
    });

    // Another system, with the server's disk as its second one.
    await timed('rescue until the sign-in', async () => {
      await client.ok(serverAction.rescue, { serverId });
      expect((await idleServer(client, serverId)).state).toBe('rescued');
      expect(await ssh(serverId, 'command -v fsck.ext4 > /dev/null && mount -o ro /dev/vdb1 /mnt && cat /mnt/root/file')).toBe('before');
      // The user data is the server's.
      expect(await ssh(serverId, 'cloud-init status --wait > /dev/null; ls /root/ran 2> /dev/null || echo none')).toBe('none');
    });
    await timed('back from rescue until the sign-in', async () => {
      await client.ok(serverAction.unrescue, { serverId });
      expect((await idleServer(client, serverId)).state).toBe('ready');
      expect(await ssh(serverId, 'cat /root/file')).toBe('before');
      // Without the temporary password: root signs in with keys only.
      expect(await ssh(serverId, 'grep ^root: /etc/shadow; ls /etc/ssh/sshd_config.d')).toMatch(/^root:[!*]+:(?![\s\S]*root-password)/);
    });

    // The same keys, another disk; the volume stays.
    await timed('rebuild until the sign-in', async () => {
      await client.ok(serverAction.rebuild, { serverId, confirm: 'web' });
      await idleServer(client, serverId);
      expect(await ssh(serverId, 'cat /root/file 2> /dev/null || echo new')).toBe('new');
    });
    expect(await ssh(serverId, `mount ${device} /mnt && cat /mnt/file`)).toBe('volume');

    await timed('restart by its system until the sign-in', async () => {
      const before = await ssh(serverId, 'cat /proc/sys/kernel/random/boot_id');
      await client.ok(serverAction.restart, { serverId });
      await idleServer(client, serverId);
      expect(await ssh(serverId, 'cat /proc/sys/kernel/random/boot_id')).not.toBe(before);
    });
    await timed('delete', async () => {
      await client.ok(serverAction.delete, { serverId, confirm: 'web' });
      await expect.poll(async () => (await client.ok(server.list, {})).total, { timeout: SETTLE_MS }).toBe(0);
    });
    expect(portal.machines()).toEqual([]);
    expect(readdirSync(join(portal.folder, 'servers'))).toEqual([]);
  });
});
