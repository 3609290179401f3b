import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { backup } from '../../src/lib/contract/cloud/backup.ts';
import { server } from '../../src/lib/contract/cloud/server.ts';
import { serverAction } from '../../src/lib/contract/cloud/serverAction.ts';
import { serverOrder } from '../../src/lib/contract/cloud/serverOrder.ts';
import { snapshot } from '../../src/lib/contract/cloud/snapshot.ts';
import { volume } from '../../src/lib/contract/cloud/volume.ts';
import { randomFrom } from '../crash/raw.ts';
import { openCloud, whyNoCloud } from '../support/openstack/lab.ts';
import { idleServer, killProcess, smallOrder, startServersPortal } from '../support/realServers.ts';
import { checkCharges, readPrepaid } from '../support/serverCharges.ts';

/* Needs flavors of 1 core, 2 GB, 25 GB and 2 cores, 4 GB, 50 GB, and a public image for Debian 12. */

/** Kills one service of the cloud and starts it again, and prints its name. */
const faultCommand = process.env.OS_FAULT_COMMAND ?? '';
/** What is killed during each action. */
const victims = ['portal', 'compute', ...(faultCommand ? (['cloud'] as const) : [])] as const;
const PATIENCE_MS = 600_000;
const seed = Math.floor(Math.random() * 1e9);
const random = randomFrom(seed);

describe.skipIf(whyNoCloud)(`a portal with servers in a real cloud${whyNoCloud ? ` (${whyNoCloud})` : ''}`, () => {
  test.each(victims)('the %s is killed during each action of a server', { timeout: 7_200_000 }, async (victim) => {
    const cloud = await openCloud(`nasim-${victim}-`);
    const { settings } = cloud;
    const portal = await startServersPortal(() => {}, {
      COMPUTE_DRIVER: 'openstack',
      OS_AUTH_URL: settings.authUrl,
      OS_USERNAME: settings.username,
      OS_PASSWORD: settings.password,
      OS_USER_DOMAIN_ID: settings.userDomainId,
      OS_PROJECT_NAME: settings.projectName,
      OS_PROJECT_DOMAIN_ID: settings.projectDomainId,
      OS_PLACES: [...settings.places].map(([code, { region }]) => `${code}=${region}`).join(),
      OS_NETWORK: settings.network,
      OS_PROJECT_PREFIX: settings.prefix,
    });
    const { client, driver } = portal;
    const began = Date.now();
    const log = (text: string) => console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s: ${victim}, ${text}`);
    log(`seed ${seed}`);
    let serverId = '';
    let power: 'on' | 'off' = 'on';
    const owned = { volumes: [] as string[], images: [] as string[] };

    const kill = async (): Promise<string> => {
      if (victim === 'cloud') return (await promisify(execFile)(faultCommand)).stdout.trim();
      if (victim === 'compute') await killProcess(portal.computePid());
      else {
        await portal.killPortal();
        await portal.startPortal();
      }
      return '';
    };
    /** The cloud itself gives up an action when one of its services is missing: the customer tries it again. */
    const idle = async () => {
      for (;;)
        try {
          return await idleServer(client, serverId, PATIENCE_MS);
        } catch (error) {
          const { server: found } = await client.ok(server.get, { serverId });
          if (victim !== 'cloud' || found.state !== 'failed') throw error;
          log(`failed in the cloud: ${found.problem?.message}`);
          expect(await checkCharges(portal)).toEqual([]);
          await client.ok(serverAction.retry, { serverId });
        }
    };
    /** Waits until the panel, the driver and the cloud have the same, then compares what is charged. */
    const agree = async (exists = true) => {
      for (const until = Date.now() + PATIENCE_MS; ; await wait(1_000)) {
        const faults: string[] = [];
        const report = await driver.progress(serverId, AbortSignal.timeout(10_000)).catch((error: unknown) => error as Error);
        if (exists) {
          const found = await idle();
          if (found.state !== 'ready' || found.power !== power || found.problem) faults.push(`the panel says ${JSON.stringify(found)}`);
          if (!report || report instanceof Error || report.phase !== null || report.failure || report.power !== power)
            faults.push(`the driver says ${report instanceof Error ? report : JSON.stringify(report)}`);
        } else if (report !== null) faults.push('the driver has the server');
        const volumes = (await client.ok(volume.list, {})).volumes.filter(({ id }) => owned.volumes.includes(id));
        faults.push(...volumes.filter(({ state }) => state !== 'ready').map((one) => `the volume is ${JSON.stringify(one)}`));
        const left = await cloud.left().catch((error: unknown) => [String(error)]);
        const counts = {
          servers: exists ? 1 : 0,
          volumes: owned.volumes.length,
          images: owned.images.length,
          ports: exists ? 1 : 0,
        };
        for (const [kind, count] of Object.entries(counts)) {
          const found = left.filter((name) => name.startsWith(`${kind} `));
          if (found.length !== count) faults.push(`the cloud has ${found.length} ${kind}: ${left.join(', ')}`);
        }
        if (faults.length === 0) break;
        if (Date.now() > until) throw new Error(`${faults.join('\n')}\n${portal.output().slice(-3_000)}`);
      }
      expect(await checkCharges(portal)).toEqual([]);
    };
    /** Starts an action, kills in the middle of it, and waits for its end. */
    const killedIn = async (name: string, action: () => Promise<unknown>, most = 6_000, settled: () => Promise<unknown> = agree) => {
      await action();
      const ms = Math.round(random() * most);
      await wait(ms);
      const from = Date.now();
      const service = await kill();
      await settled();
      log(`${name}: killed ${service && `${service} `}after ${ms} ms, complete ${Date.now() - from} ms later`);
    };
    const kinds = {
      snapshot: {
        make: async () => (await client.ok(snapshot.create, { serverId, name: 'before' })).snapshot.id,
        list: async () => (await client.ok(snapshot.list, { serverId })).snapshots,
        remove: (snapshotId: string) => client.ok(snapshot.delete, { snapshotId }),
      },
      backup: {
        make: async () => (await client.ok(backup.create, { serverId, name: 'full', type: 'full' })).backup.id,
        list: async () => (await client.ok(backup.list, { serverId })).backups,
        remove: (backupId: string) => client.ok(backup.delete, { backupId }),
      },
    };
    /** @returns the ID of a copy that was taken while something was killed */
    const killedCopy = async (name: keyof typeof kinds): Promise<string> => {
      const { make, list, remove } = kinds[name];
      let id = '';
      await killedIn(
        name,
        async () => {
          id = await make();
        },
        6_000,
        async () => {
          for (const until = Date.now() + PATIENCE_MS; ; await wait(1_000)) {
            // A service of the cloud may be missing.
            await cloud.completeImage(id).catch(() => false);
            const status = (await list()).find((one) => one.id === id)?.status;
            if (status === 'ready') break;
            if (Date.now() > until) throw new Error(`${name} is ${status}\n${portal.output().slice(-3_000)}`);
            if (status !== 'failed') continue;
            expect(victim).toBe('cloud');
            log(`${name} failed in the cloud`);
            await remove(id);
            await idle();
            id = await make();
          }
          owned.images.push(id);
          await agree();
        },
      );
      return id;
    };

    // The portal may be killed before it responds: the same key doesn't order or charge twice.
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const size = { cpu: 1, ram: 2, disk: { value: 25, type: 'ssd' } } as const;
    const order = () => client.ok(serverOrder.create, smallOrder('web', { ...size, period: 'day' }), key);
    const first = order().catch(() => null);
    await wait(random() * 40);
    if (victim === 'portal') await kill();
    else await first;
    serverId = (await order()).servers[0]?.id ?? '';
    await killedIn('create', async () => {}, 20_000);
    expect((await client.ok(server.list, {})).servers).toHaveLength(1);
    expect(await readPrepaid(portal, serverId)).toEqual([expect.any(Number)]);

    await killedIn('restart', () => client.ok(serverAction.restart, { serverId }));
    await killedIn('reboot', () => client.ok(serverAction.reboot, { serverId }));
    await killedIn('attach', async () => {
      const { volume: made } = await client.ok(volume.create, { name: 'data', size: 10, serverId });
      owned.volumes.push(made.id);
    });
    const [volumeId = ''] = owned.volumes;
    await killedIn('grow', () => client.ok(volume.resize, { volumeId, size: 20 }));
    const snapshotId = await killedCopy('snapshot');
    const backupId = await killedCopy('backup');
    await killedIn('restore', () => client.ok(snapshot.restore, { snapshotId, serverId, confirm: 'web' }));
    await killedIn('resize', () => client.ok(serverAction.resize, { serverId, cpu: 2, ram: 4, disk: 50 }), 20_000);
    expect(await readPrepaid(portal, serverId)).toHaveLength(2);
    await killedIn('rebuild', () => client.ok(serverAction.rebuild, { serverId, confirm: 'web' }));
    power = 'off';
    await killedIn('power off', () => client.ok(serverAction.powerOff, { serverId }));
    power = 'on';
    await killedIn('power on', () => client.ok(serverAction.powerOn, { serverId }));
    await killedIn('detach', () => client.ok(volume.detach, { volumeId }));

    await kinds.snapshot.remove(snapshotId);
    await kinds.backup.remove(backupId);
    await client.ok(serverAction.delete, { serverId, confirm: 'web' });
    await wait(random() * 3_000);
    await kill();
    owned.images = [];
    await expect.poll(async () => (await client.ok(server.list, {})).total, { timeout: PATIENCE_MS }).toBe(0);
    await agree(false);
    await client.ok(volume.remove, { volumeId, confirm: 'data' });
    await wait(random() * 3_000);
    await kill();
    await expect.poll(cloud.left, { timeout: PATIENCE_MS, interval: 1_000 }).toEqual([]);
    log('delete');
  });
});
