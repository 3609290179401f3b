import { demo } from '../../../lib/contract/fields.ts';
import { volumeSerial } from '../../../lib/rules/cloud/volume.ts';
import { DAY, HOUR } from '../../../lib/time.ts';
import type { Seed, Seeding } from '../../core/seeds/seed.ts';
import type { Tx } from '../../db/schema.ts';
import { seedSimulated } from '../../drivers/compute/simulated.ts';
import type { VolumeRow } from '../volume/index.ts';
import { attachTo } from './networks.ts';
import { seedDesired } from './servers.ts';

type Wanted = Pick<VolumeRow, 'id' | 'name' | 'size' | 'type' | 'fileSystem' | 'mountPoint'> & { age: number };

const volumes: readonly Wanted[] = [
  { id: demo.volumeId, name: 'shop-db', size: 100, type: 'nvme', fileSystem: 'ext4', mountPoint: '/var/lib/mysql', age: 38 },
  { id: demo.freeVolumeId, name: 'archive', size: 250, type: 'ssd', fileSystem: 'xfs', mountPoint: '/mnt/archive', age: 12 },
];

/** Two volumes, one attached to the running server. None without demo servers. */
export const seedVolumes: Seed = async (tx, seeding) => {
  const { compute } = seeding.services.drivers;
  if (!compute || !(await tx.selectFrom('server').select('id').where('id', '=', demo.serverId).executeTakeFirst())) return;
  for (const wanted of volumes) await seedVolume(tx, seeding, wanted, compute.id);
  await attachTo(tx, demo.serverId, { volumeIds: [demo.volumeId] });
};

async function seedVolume(tx: Tx, seeding: Seeding, { age, ...wanted }: Wanted, engine: string): Promise<void> {
  const { now, customers } = seeding;
  await tx
    .insertInto('volume')
    .values({
      ...wanted,
      accountId: customers.main,
      dataCenterId: 10,
      state: 'ready',
      doing: 'creating',
      problem: null,
      problemParams: null,
      taskId: null,
      billedSize: wanted.size,
      // Earlier costs of demo volumes aren't in the demo wallet.
      meteredUntil: now + HOUR,
      carry: 0,
      suspendedAt: null,
      imageCount: 0,
      imageId: null,
      createdAt: now - age * DAY,
    })
    .execute();
  const { id, size, type } = wanted;
  await seedSimulated(
    tx,
    {
      id,
      version: 1,
      account: { id: customers.main },
      size,
      type,
      serial: volumeSerial(id),
      dataCenter: 'FRA',
      image: { count: 0, imageId: null },
    },
    [],
    'volume',
  );
  await seedDesired(tx, seeding, 'volume', id, engine);
}
