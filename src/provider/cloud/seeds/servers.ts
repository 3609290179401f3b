import { demo } from '../../../lib/contract/fields.ts';
import { catalogRates } from '../../../lib/rules/cloud/rates.ts';
import type { ServerAction } from '../../../lib/rules/cloud/server/actions.ts';
import { monthKey, monthStart } from '../../../lib/rules/core/month.ts';
import { DAY, HOUR } from '../../../lib/time.ts';
import type { Seed, Seeding } from '../../core/seeds/seed.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import { seedSimulated } from '../../drivers/compute/simulated.ts';
import { desiredId } from '../../jobs/desired.ts';
import { centerCode } from '../offer.ts';
import { buildServerSpec, computeHourlyRate, follow, noSettings, PASSWORD_MS, sealPassword } from '../server/index.ts';

type Wanted = Pick<
  ServerRow,
  'id' | 'name' | 'description' | 'tags' | 'dataCenterId' | 'plan' | 'cpu' | 'ram' | 'diskSize' | 'power' | 'state'
> & {
  os: Pick<ServerRow, 'osId' | 'osType' | 'osVersion'>;
  age: number;
};

const ubuntu = { osId: 98, osType: 'ubuntu', osVersion: '22' };
const debian = { osId: 100, osType: 'debian', osVersion: '12' };

const servers: readonly Wanted[] = [
  {
    id: demo.serverId,
    name: 'web-fra-01',
    description: 'Shop and blog',
    tags: ['production', 'web'],
    dataCenterId: 10,
    plan: 'pro-2023',
    cpu: 4,
    ram: 8,
    diskSize: 100,
    os: ubuntu,
    power: 'on',
    state: 'ready',
    age: 41 * DAY,
  },
  {
    id: demo.offServerId,
    name: 'staging-01',
    description: '',
    tags: ['staging'],
    dataCenterId: 11,
    plan: 'eco-2023',
    cpu: 1,
    ram: 2,
    diskSize: 25,
    os: debian,
    power: 'off',
    state: 'ready',
    age: 12 * DAY,
  },
  {
    id: demo.newServerId,
    name: 'worker-dxb-01',
    description: '',
    tags: [],
    dataCenterId: 12,
    plan: 'com-2023',
    cpu: 2,
    ram: 4,
    diskSize: 50,
    os: ubuntu,
    power: 'on',
    state: 'installingOs',
    age: 10_000,
  },
];

/** Events of the last day: server, action, how long ago, who. */
const events: readonly [string, ServerAction | 'create', number, string][] = [
  [demo.serverId, 'snapshot', 23 * HOUR, demo.email],
  [demo.serverId, 'restart', 19 * HOUR, demo.email],
  [demo.serverId, 'changePassword', 11 * HOUR, demo.email],
  [demo.serverId, 'reboot', 2 * HOUR, demo.email],
  [demo.offServerId, 'restart', 20 * HOUR, demo.email],
  [demo.offServerId, 'powerOff', 5 * HOUR, demo.email],
];

/** Three servers of the demo customer: running, powered off and being installed, with a day of events and a snapshot. */
export const seedServers: Seed = async (tx, seeding) => {
  const { compute } = seeding.services.drivers;
  if (compute?.capabilities.engine !== 'simulated') return;
  for (const wanted of servers) await seedServer(tx, seeding, wanted, compute.id);
  for (const [serverId, action, ago, actor] of events) await seedEvent(tx, seeding, { serverId, action, ago, actor });
  await seedSnapshot(tx, seeding, compute.id);
};

async function seedServer(tx: Tx, seeding: Seeding, { os, age, ...wanted }: Wanted, engine: string): Promise<void> {
  const { now, newId, services, customers } = seeding;
  const isNew = wanted.state === 'installingOs';
  const eventId = isNew ? newId() : null;
  const row: ServerRow = {
    ...wanted,
    ...os,
    accountId: customers.main,
    diskType: 'ssd',
    ipv4: null,
    ipv6: null,
    doing: 'installingOs',
    rescue: false,
    protect: false,
    autopilot: true,
    autoRenew: false,
    bootCount: 0,
    bootHard: false,
    imageCount: 1,
    imageMode: 'install',
    imageSnapshotId: null,
    passwordCount: 1,
    password: wanted.id === demo.serverId ? sealPassword(services.secrets, wanted.id, 'breeze-demo-server') : null,
    passwordUntil: wanted.id === demo.serverId ? now + PASSWORD_MS : null,
    previousSize: null,
    settings: noSettings,
    hourlyRate: computeHourlyRate({ cpu: wanted.cpu, ram: wanted.ram, disk: wanted.diskSize }, 'ssd', wanted.plan, catalogRates),
    period: 'payg',
    // Earlier costs of demo servers aren't in the demo wallet.
    meteredUntil: now + HOUR,
    // The simulation has traffic for the whole month.
    trafficUntil: Math.max(now - age, monthStart(monthKey(now))),
    expiresAt: null,
    suspendedAt: null,
    lostAt: null,
    problem: null,
    problemParams: null,
    taskId: null,
    eventId,
    poweredOnAt: wanted.power === 'on' && !isNew ? now - 2 * HOUR : null,
    isDemo: true,
    version: 1,
    createdAt: now - age,
  };
  const steps = isNew ? [{ phase: 'installingOs' as const, startsAt: now - age, ms: 55_000 }] : [];
  const { ipv4, ipv6 } = await seedSimulated(
    tx,
    buildServerSpec(row, 1, null, { dataCenter: await centerCode(tx, row.dataCenterId), addresses: [], spaces: [] }),
    steps,
  );
  await tx
    .insertInto('server')
    .values(isNew ? row : { ...row, ipv4, ipv6 })
    .execute();
  await seedDesired(tx, seeding, 'server', row.id, engine);
  if (eventId === null) return;
  await seedEvent(tx, seeding, { id: eventId, serverId: row.id, action: 'create', ago: age, actor: demo.email, isRunning: true });
  await follow(tx, { services, now }, row.id);
}

async function seedSnapshot(tx: Tx, seeding: Seeding, engine: string): Promise<void> {
  const { now, customers } = seeding;
  const createdAt = now - 23 * HOUR;
  await tx
    .insertInto('snapshot')
    .values({
      id: demo.snapshotId,
      accountId: customers.main,
      serverId: demo.serverId,
      serverName: 'web-fra-01',
      name: 'before-php-8.4',
      diskSize: 100,
      ...ubuntu,
      size: 6_442_450_944,
      status: 'ready',
      // Earlier costs aren't in the demo wallet, as for the servers.
      meteredUntil: now + HOUR,
      carry: 0,
      stops: [],
      createdAt,
    })
    .execute();
  const account = { id: customers.main };
  await seedSimulated(
    tx,
    { id: demo.snapshotId, version: 1, account, sourceId: demo.serverId, kind: 'snapshot', parentId: null },
    [],
    'image',
  );
  await seedDesired(tx, seeding, 'serverImage', demo.snapshotId, engine);
}

/** Marks the desired state as applied by the driver. */
export async function seedDesired(
  tx: Tx,
  { now, customers }: Seeding,
  kind: 'backup' | 'server' | 'serverImage' | 'volume',
  entityId: string,
  observedBy: string,
) {
  await tx
    .insertInto('desired')
    .values({
      id: desiredId(kind, entityId),
      kind,
      entityId,
      domainId: null,
      accountId: customers.main,
      isRemoved: false,
      wantedVersion: 1,
      observedVersion: 1,
      observedBy,
      observedAt: now,
      status: 'done',
      reason: null,
      reasonParams: null,
      attempts: 0,
      nextAttemptAt: null,
      updatedAt: now,
    })
    .execute();
}

async function seedEvent(
  tx: Tx,
  { now, newId, customers }: Seeding,
  {
    id,
    serverId,
    action,
    ago,
    actor,
    isRunning = false,
  }: { id?: string; serverId: string; action: string; ago: number; actor: string; isRunning?: boolean },
): Promise<void> {
  await tx
    .insertInto('serverEvent')
    .values({
      id: id ?? newId(),
      accountId: customers.main,
      serverId,
      time: now - ago,
      endedAt: isRunning ? null : now - ago + 8_000,
      actor,
      action,
      status: isRunning ? 'running' : 'done',
      message: null,
      messageParams: null,
      taskId: null,
    })
    .execute();
}
