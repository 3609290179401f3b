import { demo } from '../../../lib/contract/fields.ts';
import { type BackupType, defaultPlan, nextWindow } from '../../../lib/rules/cloud/backup.ts';
import { DAY, HOUR, iso } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { seedSimulated } from '../../drivers/compute/simulated.ts';
import { seedDesired } from './servers.ts';

const GB = 1_000_000_000;

/** Of the running server and of its volume: id, source, type, parent, days ago, GB. */
const backups: readonly [string, 'server' | 'volume', BackupType, string | null, number, number][] = [
  [demo.backupId, 'server', 'full', null, 9, 6.2],
  ['01930000-0000-7000-8000-00000005c002', 'server', 'incremental', demo.backupId, 6, 0.7],
  [demo.lastBackupId, 'server', 'incremental', '01930000-0000-7000-8000-00000005c002', 2, 0.9],
  ['01930000-0000-7000-8000-00000005c004', 'volume', 'full', null, 5, 3.1],
];

/** A chain of the running server, a backup of its volume, and a weekly schedule of the volume. None without demo servers. */
export const seedBackups: Seed = async (tx, seeding) => {
  const { compute } = seeding.services.drivers;
  if (!compute || !(await tx.selectFrom('volume').select('id').where('id', '=', demo.volumeId).executeTakeFirst())) return;
  const { now, customers } = seeding;
  const accountId = customers.main;
  for (const [id, sourceKind, type, parentId, age, gigabytes] of backups) {
    const isServer = sourceKind === 'server';
    const sourceId = isServer ? demo.serverId : demo.volumeId;
    const createdAt = now - age * DAY;
    await tx
      .insertInto('backup')
      .values({
        id,
        accountId,
        name: `${isServer ? 'web-fra-01' : 'shop-db'}-${iso(createdAt).slice(0, 10)}`,
        description: '',
        type,
        parentId,
        sourceKind,
        sourceId,
        sourceName: isServer ? 'web-fra-01' : 'shop-db',
        diskSize: 100,
        ...(isServer ? { osId: 98, osType: 'ubuntu', osVersion: '22' } : { osId: null, osType: null, osVersion: null }),
        size: gigabytes * GB,
        status: 'ready',
        problem: null,
        problemParams: null,
        taskId: null,
        isScheduled: !isServer,
        // Earlier costs of demo backups aren't in the demo wallet.
        meteredUntil: now + HOUR,
        carry: 0,
        stops: [],
        createdAt,
      })
      .execute();
    await seedSimulated(tx, { id, version: 1, account: { id: accountId }, sourceId, kind: 'backup', parentId }, [], 'image');
    await seedDesired(tx, seeding, 'backup', id, compute.id);
  }
  const plan = defaultPlan;
  await tx
    .insertInto('backupSchedule')
    .values({ sourceId: demo.volumeId, accountId, sourceKind: 'volume', ...plan, nextAt: nextWindow(now, plan) })
    .execute();
};
