import type { Selectable } from 'kysely';
import type { Backup } from '../../../lib/contract/cloud/backup.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { backupDependents, restoreFault } from '../../../lib/rules/cloud/backup.ts';
import { isBusy } from '../../../lib/rules/cloud/server/states.ts';
import { isVolumeBusy } from '../../../lib/rules/cloud/volume.ts';
import { iso } from '../../../lib/time.ts';
import type { Work } from '../../core/services.ts';
import { ownedBackups, ownedServers, ownedVolumes } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import type { BackupTable } from '../../db/tables/cloud/backup.ts';
import { setDesired } from '../../jobs/desired.ts';
import { moveTask, startTask } from '../../jobs/tasks.ts';
import { refuse } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';
import { cloudJobs } from '../jobs.ts';
import { REQUEST_MS } from '../progress.ts';
import type { VolumeRow } from '../volume/index.ts';

export type BackupRow = Selectable<BackupTable>;

/** What is backed up: the disk of a server, or a volume. */
export type Source = { kind: 'server'; row: ServerRow } | { kind: 'volume'; row: VolumeRow };
export interface Target {
  serverId?: string | undefined;
  volumeId?: string | undefined;
}

export const toEntity = ({ id, name }: Pick<BackupRow, 'id' | 'name'>) => ({ type: 'backup', id, name });
export const sourceDiskSize = ({ kind, row }: Source): number => (kind === 'server' ? row.diskSize : row.size);
export const isSourceBusy = ({ kind, row }: Source): boolean =>
  row.state === 'failed' || (kind === 'server' ? isBusy(row.state) : isVolumeBusy(row.state));
/** The server's backup option, which covers its scheduled backups. */
export const hasOption = ({ settings }: Pick<ServerRow, 'settings'>): boolean => settings.backups === true;

/** The caller's server or volume; the call has checked that one is given. Null: a foreign ID, or none. */
export async function findSource(db: Db | Tx, account: { id: string }, { serverId, volumeId }: Target): Promise<Source | null> {
  if (serverId !== undefined) {
    const row = await ownedServers(db, account).selectAll('server').where('server.id', '=', serverId).executeTakeFirst();
    return row ? { kind: 'server', row } : null;
  }
  const row = await ownedVolumes(db, account)
    .selectAll('volume')
    .where('volume.id', '=', volumeId ?? '')
    .executeTakeFirst();
  return row ? { kind: 'volume', row } : null;
}
export const ownSource = async (db: Db | Tx, account: { id: string }, target: Target): Promise<Source> =>
  (await findSource(db, account, target)) ?? refuse(404, 'error:notFound');

export const ownBackup = async (db: Db | Tx, account: { id: string }, backupId: string): Promise<BackupRow> =>
  (await ownedBackups(db, account).selectAll('backup').where('backup.id', '=', backupId).executeTakeFirst()) ??
  refuse(404, 'error:notFound');

/**
 * The system on a backup of the caller that a disk can be created from.
 * @param diskSize GB
 * @throws Refusal 404 for one of another account, 409 when it is of a volume, incomplete, or larger than the disk
 */
export async function requireServerBackup(db: Db | Tx, account: { id: string }, backupId: string, diskSize: number) {
  const row = await ownBackup(db, account, backupId);
  const { osId, osType, osVersion } = row;
  if (osId === null || osType === null || osVersion === null) refuse(409, 'backup:error.otherKind');
  const fault = restoreFault(row, { size: diskSize });
  if (fault) refuse(409, fault, { params: { needed: row.diskSize, size: diskSize } });
  return { id: osId, type: osType, version: osVersion };
}

/** Backups of the account, oldest first. */
export const loadBackups = (db: Db | Tx, account: { id: string }): Promise<BackupRow[]> =>
  ownedBackups(db, account).selectAll('backup').orderBy('backup.createdAt').orderBy('backup.id').execute();

/** Backups as calls return them, oldest first. */
export async function readBackups(db: Db | Tx, account: { id: string }, t: Translate): Promise<Backup[]> {
  const rows = await ownedBackups(db, account)
    .selectAll('backup')
    .leftJoin('task', 'task.id', 'backup.taskId')
    .select('task.percent')
    .orderBy('backup.createdAt')
    .orderBy('backup.id')
    .execute();
  const servers = await ownedServers(db, account).select(['server.id', 'server.name', 'server.settings']).execute();
  const volumes = await ownedVolumes(db, account).select(['volume.id', 'volume.name']).execute();
  const names = new Map([...servers, ...volumes].map(({ id, name }) => [id, name]));
  const paid = new Set(servers.filter(hasOption).map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    parentId: row.parentId,
    dependents: backupDependents(rows, row.id).map(({ id }) => id),
    source: { kind: row.sourceKind, id: row.sourceId, name: names.get(row.sourceId) ?? row.sourceName, exists: names.has(row.sourceId) },
    diskSize: row.diskSize,
    size: row.size,
    status: row.status,
    percent: row.status === 'creating' || row.status === 'removing' ? row.percent : null,
    problem: row.problem === null ? null : t(row.problem as TKey, row.problemParams ?? {}), // as `followBackup` writes it
    isScheduled: row.isScheduled,
    isIncluded: row.isScheduled && paid.has(row.sourceId),
    createdAt: iso(row.createdAt),
  }));
}

export const followBackupAt = (
  tx: Tx,
  { services, now }: Pick<Work, 'services' | 'now'>,
  backupId: string,
  inMs = REQUEST_MS,
): Promise<void> => services.jobs.enqueue(tx, cloudJobs.followBackup, { backupId }, { runAt: now + inMs });

/** Starts to take or delete a backup: its state, a task, and the desired state for the driver. */
export async function beginBackup(tx: Tx, ctx: Work, row: BackupRow, status: 'creating' | 'removing'): Promise<string> {
  const { id, accountId } = row;
  const kind = status === 'creating' ? 'backup.create' : 'backup.delete';
  const taskId = await startTask(tx, ctx, { accountId, kind, entity: toEntity(row) });
  await moveTask(tx, ctx, taskId, { status: 'running', percent: 0 });
  await tx.updateTable('backup').set({ status, taskId, problem: null, problemParams: null }).where('id', '=', id).execute();
  await setDesired(tx, ctx, { kind: 'backup', entityId: id, accountId, domainId: null, isRemoved: status === 'removing' });
  await followBackupAt(tx, ctx, id);
  markStale(tx, accountId, 'backup', ctx.now);
  return taskId;
}
