import { backup } from '../../../lib/contract/cloud/backup.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { backupDependents, restoreFault } from '../../../lib/rules/cloud/backup.ts';
import { millsFor, periodHours } from '../../../lib/rules/cloud/price.ts';
import { implement, type SignedIn, type Writing } from '../../core/implement.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { cloudCatalog } from '../catalog.ts';
import { loadMembers } from '../members.ts';
import { currentRates } from '../prices.ts';
import { begin, findImageReader, optionRate, setBackupOption } from '../server/index.ts';
import { beginVolume, findAttachedServer } from '../volume/index.ts';
import { createBackup, refuseDuplicateName } from './create.ts';
import { backupMeter } from './meter.ts';
import { loadSchedule, putSchedule, showSchedule } from './schedule.ts';
import {
  type BackupRow,
  beginBackup,
  findSource,
  hasOption,
  isSourceBusy,
  loadBackups,
  ownBackup,
  ownSource,
  readBackups,
  type Source,
  sourceDiskSize,
  toEntity,
} from './store.ts';

/** A disk being restored from a backup needs it until the end. */
async function refuseInRestore(tx: Tx, account: { id: string }, { id, name }: BackupRow): Promise<void> {
  const volume = await tx
    .selectFrom('volume')
    .select('id')
    .where('accountId', '=', account.id)
    .where('imageId', '=', id)
    .where('state', '=', 'restoring')
    .executeTakeFirst();
  if (volume || (await findImageReader(tx, account, id))) refuse(409, 'backup:error.inRestore', { params: { name } });
}

/** Restores a backup to a disk. @returns the task */
async function restoreTo(tx: Tx, ctx: SignedIn, row: BackupRow, source: Source): Promise<string> {
  if (source.kind === 'server') {
    const { osId, osType, osVersion } = row;
    const system = osId === null || osType === null || osVersion === null ? {} : { osId, osType, osVersion };
    const { row: server } = source;
    const image = { imageCount: server.imageCount + 1, imageMode: 'restore', imageSnapshotId: row.id, ...system } as const;
    return (await begin(tx, ctx, server, 'restore', image)).taskId;
  }
  const { row: volume } = source;
  if (volume.suspendedAt !== null) refuse(409, 'backup:reason.suspended');
  if (isSourceBusy(source)) refuse(409, 'backup:reason.sourceBusy', { params: { name: volume.name } });
  // A running server would keep writing its cached data to the disk.
  const server = findAttachedServer(await loadMembers(tx, ctx.account), volume.id);
  if (server) refuse(409, 'backup:error.attached', { params: { name: volume.name, server: server.name } });
  return (await beginVolume(tx, ctx, volume, 'restoring', { imageCount: volume.imageCount + 1, imageId: row.id })).taskId;
}

/** Turns a server's backup option on or off, which is part of its rate. */
async function setOption(tx: Tx, ctx: SignedIn, row: ServerRow, on: boolean): Promise<void> {
  if (hasOption(row) === on) return;
  if (on && row.expiresAt !== null) refuse(409, 'backup:error.oneDay');
  await setBackupOption(tx, ctx, row, on);
}

export const backupHandlers = implement(backup, {
  async list({ db, account, t }, { serverId, volumeId }) {
    const backups = await readBackups(db, account, t);
    const limit = cloudCatalog.limits.backups;
    if (serverId === undefined && volumeId === undefined) return { backups, limit };
    const wanted = new Set([serverId ?? volumeId ?? '']);
    const of = await findSource(db, account, { serverId, volumeId: serverId === undefined ? volumeId : undefined });
    if (!of) refuse(404, 'error:notFound');
    if (of.kind === 'server')
      for (const { id, settings } of await loadMembers(db, account))
        if (id === of.row.id) for (const attached of settings.volumeIds) wanted.add(attached);
    return { backups: backups.filter(({ source }) => wanted.has(source.id)), limit };
  },

  create: (ctx, { serverId, volumeId, ...wanted }) =>
    ctx.write(async ({ tx, log }) => {
      const source = await ownSource(tx, ctx.account, { serverId, volumeId });
      const { row, taskId } = await createBackup(tx, ctx, source, wanted);
      await log({ action: 'create', entity: toEntity(row), after: { name: row.name, type: row.type, of: source.row.name } });
      return { backup: await viewBackup(tx, ctx, row.id), taskId };
    }),

  edit: (ctx, { backupId, name, description }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownBackup(tx, ctx.account, backupId);
      if (row.status === 'removing') refuse(409, 'backup:reason.removing');
      const others = (await loadBackups(tx, ctx.account)).filter((one) => one.sourceId === row.sourceId && one.id !== backupId);
      refuseDuplicateName(others, name);
      const after = { name, description: description ?? row.description };
      await tx.updateTable('backup').set(after).where('id', '=', backupId).execute();
      await log({
        action: 'update',
        entity: toEntity({ id: backupId, name }),
        before: { name: row.name, description: row.description },
        after,
      });
      return { backup: await viewBackup(tx, ctx, backupId) };
    }),

  restore: (ctx, { backupId, serverId, volumeId, confirm }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownBackup(tx, ctx.account, backupId);
      const source = await ownSource(tx, ctx.account, { serverId, volumeId });
      if (source.kind !== row.sourceKind) refuse(409, 'backup:error.otherKind');
      const size = sourceDiskSize(source);
      const fault = restoreFault(row, { size });
      if (fault) refuse(409, fault, { params: { needed: row.diskSize, size } });
      if (confirm.trim().toLowerCase() !== source.row.name.toLowerCase())
        refuseField('confirm', 'backup:error.confirm', { name: source.row.name });
      const taskId = await restoreTo(tx, ctx, row, source);
      await log({ action: 'update', entity: toEntity(row), after: { restoredTo: source.row.name } });
      return { taskId };
    }),

  delete: (ctx, { backupId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownBackup(tx, ctx.account, backupId);
      if (row.status === 'creating' || row.status === 'removing') refuse(409, 'backup:reason.creating');
      const dependents = backupDependents(await loadBackups(tx, ctx.account), backupId).map(({ id, name }) => ({ id, name }));
      if (dependents.length > 0)
        refuse(409, 'backup:error.dependents', {
          params: {
            ...counted(dependents.length, ctx.locale),
            name: row.name,
            names: dependents.map(({ name }) => name).join(', '),
          },
          extra: { dependents },
        });
      await refuseInRestore(tx, ctx.account, row);
      await backupMeter.charge(tx, ctx, row);
      await beginBackup(tx, ctx, row, 'removing');
      await log({ action: 'delete', entity: toEntity(row), before: { name: row.name, type: row.type, of: row.sourceName } });
      return { done: true as const };
    }),

  async schedule({ db, account, now }, target) {
    const source = await ownSource(db, account, target);
    const monthly = source.kind === 'server' ? millsFor(optionRate(source.row, await currentRates(db, now)), periodHours.monthly) : null;
    return { schedule: showSchedule(await loadSchedule(db, source.row.id)), monthly };
  },

  updateSchedule: (ctx, { serverId, volumeId, enabled, ...plan }) =>
    ctx.write(async ({ tx, log }: Writing) => {
      const source = await ownSource(tx, ctx.account, { serverId, volumeId });
      if (source.row.suspendedAt !== null) refuse(409, 'backup:reason.suspended');
      const before = await loadSchedule(tx, source.row.id);
      if (!enabled && !before) ctx.changedNothing();
      if (source.kind === 'server') await setOption(tx, ctx, source.row, enabled);
      const after = enabled ? await putSchedule(tx, ctx.now, source, plan) : undefined;
      if (!enabled) await tx.deleteFrom('backupSchedule').where('sourceId', '=', source.row.id).execute();
      const entity = { type: 'backupSchedule', id: source.row.id, name: source.row.name };
      await log({ action: 'update', entity, before: showSchedule(before), after: showSchedule(after) });
      return { schedule: showSchedule(after) };
    }),
});

async function viewBackup(tx: Tx, { account, t }: SignedIn, backupId: string) {
  return (await readBackups(tx, account, t)).find(({ id }) => id === backupId) ?? refuse(404, 'error:notFound');
}
