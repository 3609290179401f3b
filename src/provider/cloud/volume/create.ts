import type { DiskKind } from '../../../lib/rules/cloud/rates.ts';
import { defaultMountPoint, type FileSystem, maxServerVolumes, maxVolumes } from '../../../lib/rules/cloud/volume.ts';
import type { Work } from '../../core/services.ts';
import { ownedVolumes } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { beginVolume, type VolumeRow } from './store.ts';

export interface NewVolume {
  name: string;
  size: number;
  type: DiskKind;
  fileSystem: FileSystem;
  mountPoint?: string | undefined;
  dataCenterId: number;
}

/** Volumes with the same name couldn't be distinguished when the name is typed to confirm. */
export async function refuseDuplicateVolume(tx: Tx, account: { id: string }, name: string, exceptId?: string): Promise<void> {
  const rows = await ownedVolumes(tx, account).select(['id', 'name']).execute();
  if (rows.some((row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase()))
    refuse(409, 'volume:error.taken', { params: { name }, fields: { name: { key: 'volume:error.taken', params: { name } } } });
}

export function refuseFullServer(volumeIds: readonly string[], name: string): void {
  if (volumeIds.length >= maxServerVolumes) refuse(409, 'volume:error.serverFull', { params: { server: name, max: maxServerVolumes } });
}

/**
 * Creates a volume in the caller's transaction. The caller has checked the balance and writes the change log.
 * @throws Refusal 409 without a driver, when the name is taken or the account has all it may have
 */
export async function createVolume(tx: Tx, ctx: Work & { account: { id: string } }, wanted: NewVolume) {
  const { account, now } = ctx;
  if (!ctx.services.drivers.compute) refuse(409, 'server:reason.noCompute');
  await refuseDuplicateVolume(tx, account, wanted.name);
  const { length } = await ownedVolumes(tx, account).select('volume.id').execute();
  if (length >= maxVolumes) refuse(409, 'volume:error.limit', { params: { max: maxVolumes } });
  const row: VolumeRow = {
    id: ctx.newId(),
    accountId: account.id,
    name: wanted.name,
    dataCenterId: wanted.dataCenterId,
    size: wanted.size,
    type: wanted.type,
    fileSystem: wanted.fileSystem,
    mountPoint: wanted.mountPoint || defaultMountPoint(wanted.name),
    state: 'creating',
    doing: 'creating',
    problem: null,
    problemParams: null,
    taskId: null,
    billedSize: 0,
    meteredUntil: now,
    carry: 0,
    pendingSupplies: null,
    suspendedAt: null,
    imageCount: 0,
    imageId: null,
    createdAt: now,
  };
  await tx.insertInto('volume').values(row).execute();
  return beginVolume(tx, ctx, row, 'creating');
}
