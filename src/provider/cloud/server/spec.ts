import type { Secrets } from '../../../config/env.ts';
import type { ImageSpec, ServerSpec } from '../../../lib/rules/cloud/compute/spec.ts';
import { withRecipe } from '../../../lib/rules/cloud/recipes/recipe.ts';
import { defaultInterval } from '../../../lib/rules/cloud/server/measuring.ts';
import type { Work } from '../../core/services.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import type { Driver, Snapshot } from '../../drivers/driver.ts';
import type { DesiredState } from '../../jobs/desired.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import { centerCode } from '../offer.ts';
import { countUntilNow } from './traffic.ts';

const SEALED_FOR = 'server-password';
export const sealPassword = (secrets: Secrets, serverId: string, password: string): string =>
  seal(secrets.code, SEALED_FOR, serverId, password);
export const openPassword = (secrets: Secrets, { id, password }: Pick<ServerRow, 'id' | 'password'>): string | null =>
  password === null ? null : unseal(secrets.code, SEALED_FOR, id, password);

/**
 * The desired state of a server for the driver.
 * @param password in plain text, until the driver has it
 * @param more what is in other tables; `dataCenter`: its code
 */
export function buildServerSpec(
  row: ServerRow,
  version: number,
  password: string | null,
  more: Pick<ServerSpec, 'dataCenter' | 'addresses' | 'spaces'>,
): ServerSpec {
  const { settings } = row;
  const os = { type: row.osType, version: row.osVersion };
  const application = settings.application ?? null;
  return {
    id: row.id,
    version,
    account: { id: row.accountId },
    name: row.name,
    size: { cpu: row.cpu, ram: row.ram, disk: row.diskSize, diskType: row.diskType },
    trial: row.previousSize !== null,
    image: {
      count: row.imageCount,
      mode: row.imageMode,
      os,
      imageId: row.imageSnapshotId,
    },
    autopilot: row.autopilot,
    power: row.suspendedAt === null ? row.power : 'off',
    boot: { count: row.bootCount, hard: row.bootHard },
    rescue: row.rescue,
    password: { count: row.passwordCount, value: password },
    access: {
      sshKeys: settings.sshKeys,
      userData: withRecipe(settings.userData, { application, os, isCopy: row.imageSnapshotId !== null, rescue: row.rescue }),
    },
    ...more,
    reverseDns: Object.entries(settings.reverseDns ?? {}).map(([address, host]) => ({ address, host })),
    measureEvery: settings.measureEvery ?? defaultInterval,
    networks: settings.networks,
    firewalls: settings.firewallIds,
    volumes: settings.volumeIds,
  };
}

async function loadServer(tx: Tx, serverId: string, version: number, { services }: Pick<Work, 'services'>): Promise<ServerSpec | null> {
  const row = await tx.selectFrom('server').selectAll().where('id', '=', serverId).executeTakeFirst();
  if (!row) return null;
  const addresses = await tx.selectFrom('serverIp').select(['id', 'kind']).where('serverId', '=', serverId).orderBy('id').execute();
  const { spaces: used = [] } = row.settings;
  const ids = used.map(({ spaceId }) => spaceId);
  const names = ids.length === 0 ? [] : await tx.selectFrom('space').select(['id', 'name']).where('id', 'in', ids).execute();
  const spaces = used.flatMap(({ spaceId, mountPoint }) => {
    const bucket = names.find(({ id }) => id === spaceId)?.name;
    return bucket === undefined ? [] : [{ bucket, mountPoint }];
  });
  const dataCenter = await centerCode(tx, row.dataCenterId);
  return buildServerSpec(row, version, openPassword(services.secrets, row), { dataCenter, addresses, spaces });
}

export const serverDesired: DesiredState = {
  driver: ({ compute }) => compute as Driver<Snapshot, object> | null, // `load` returns the states that it takes
  load: loadServer,
  // The version is that of `desired` alone.
  raise: async () => {},
  // The metrics are removed with the server.
  beforeRemoval: (ctx, serverId) => countUntilNow(ctx, ctx.services.drivers.compute, serverId),
  task: null,
  group: 'server',
};

/** A snapshot is never changed, only taken and removed. */
export const imageDesired: DesiredState = {
  driver: ({ compute }) => (compute?.images ?? null) as Driver<Snapshot, object> | null, // as above
  async load(tx, snapshotId, version) {
    const row = await tx.selectFrom('snapshot').select(['id', 'accountId', 'serverId']).where('id', '=', snapshotId).executeTakeFirst();
    if (!row) return null;
    const account = { id: row.accountId };
    return { id: row.id, version, account, sourceId: row.serverId, kind: 'snapshot', parentId: null } satisfies ImageSpec;
  },
  raise: async () => {},
  task: null,
  group: 'snapshot',
};

/** Backups are images too, of a separate kind in the database. */
export const backupDesired: DesiredState = {
  driver: imageDesired.driver,
  async load(tx, backupId, version) {
    const row = await tx
      .selectFrom('backup')
      .select(['id', 'accountId', 'sourceId', 'parentId'])
      .where('id', '=', backupId)
      .executeTakeFirst();
    if (!row) return null;
    const account = { id: row.accountId };
    return { id: row.id, version, account, sourceId: row.sourceId, kind: 'backup', parentId: row.parentId } satisfies ImageSpec;
  },
  raise: async () => {},
  task: null,
  group: 'backup',
};
