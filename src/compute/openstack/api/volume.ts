import { z } from 'zod';
import { orNull } from './errors.ts';
import { NASIM_ID, parseMark, toMark } from './nasimId.ts';
import { listAll } from './paging.ts';
import type { CloudScope } from './session.ts';

/* Block Storage API v3 (Cinder), microversions 3.42 to 3.70. Creations are accepted (202) and done later. */

const service = 'volume';
const PAGE = 1_000;
const metadata = z
  .record(
    z.string(),
    z
      .string()
      .nullable()
      .transform((value) => value ?? ''),
  )
  .default({});

const Volume = z
  .object({
    id: z.string(),
    name: z.string().nullish(),
    status: z.string(),
    size: z.number(),
    volume_type: z.string().nullish(),
    availability_zone: z.string().nullish(),
    bootable: z.string().nullish(),
    metadata,
    attachments: z.array(z.object({ server_id: z.string(), device: z.string().nullish() })),
    'os-vol-tenant-attr:tenant_id': z.string().nullish(),
    created_at: z.string(),
    updated_at: z.string().nullish(),
  })
  .transform((volume) => ({
    id: volume.id,
    nasimId: volume.metadata[NASIM_ID] ?? null,
    name: volume.name ?? '',
    /** `creating`, `available`, `reserved`, `attaching`, `in-use`, `detaching`, `extending`, `deleting`, `error`, `error_…` … */
    status: volume.status,
    /** GB. */
    size: volume.size,
    type: volume.volume_type ?? null,
    zone: volume.availability_zone ?? null,
    isBootable: volume.bootable === 'true',
    metadata: volume.metadata,
    attachments: volume.attachments.map(({ server_id, device }) => ({ serverId: server_id, device: device ?? null })),
    projectId: volume['os-vol-tenant-attr:tenant_id'] ?? null,
    createdAt: parseTime(volume.created_at),
    updatedAt: volume.updated_at ? parseTime(volume.updated_at) : null,
  }));
export type CloudVolume = z.output<typeof Volume>;
/** Cinder leaves out that it is UTC. */
const parseTime = (text: string): number => Date.parse(/[zZ+]/.test(text) ? text : `${text}Z`);

/** Its filter is the text of a Python dictionary. */
const metadataFilter = (nasimId: string): string => `{'${NASIM_ID}':'${nasimId}'}`;

export interface NewVolume {
  nasimId: string;
  name: string;
  /** GB. */
  size: number;
  type?: string;
  zone?: string;
  source?: { imageId: string } | { snapshotId: string } | { volumeId: string } | { backupId: string };
  metadata?: Readonly<Record<string, string>>;
}
/** Create a volume: `POST /volumes`. From a backup since microversion 3.47. */
export async function createVolume(scope: CloudScope, input: NewVolume, signal: AbortSignal): Promise<CloudVolume> {
  const { source } = input;
  const json = {
    volume: {
      name: input.name,
      size: input.size,
      volume_type: input.type,
      availability_zone: input.zone,
      metadata: { ...input.metadata, [NASIM_ID]: input.nasimId },
      ...(source && 'imageId' in source && { imageRef: source.imageId }),
      ...(source && 'snapshotId' in source && { snapshot_id: source.snapshotId }),
      ...(source && 'volumeId' in source && { source_volid: source.volumeId }),
      ...(source && 'backupId' in source && { backup_id: source.backupId }),
    },
  };
  return (await scope.read(z.object({ volume: Volume }), { service, method: 'POST', path: '/volumes', json, signal })).volume;
}

/** Show a volume's details: `GET /volumes/{id}`. Null: it doesn't exist in this project. */
export const getVolume = (scope: CloudScope, id: string, signal: AbortSignal): Promise<CloudVolume | null> =>
  orNull(scope.read(z.object({ volume: Volume }), { service, path: `/volumes/${id}`, signal }).then(({ volume }) => volume));

/** List accessible volumes with details: `GET /volumes/detail`. */
export const listVolumes = (
  scope: CloudScope,
  { allProjects, nasimId }: { allProjects?: boolean; nasimId?: string },
  signal: AbortSignal,
): Promise<CloudVolume[]> =>
  listAll(scope, 'volumes', Volume, {
    service,
    path: '/volumes/detail',
    query: {
      limit: PAGE,
      all_tenants: allProjects ? 'true' : undefined,
      metadata: nasimId === undefined ? undefined : metadataFilter(nasimId),
    },
    signal,
  });
/** The volumes with an ID in their metadata. */
export const findVolumesByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal): Promise<CloudVolume[]> =>
  listVolumes(scope, { nasimId }, signal);

/** Delete a volume: `DELETE /volumes/{id}`. One in use or with snapshots is a `badRequest`. */
export const deleteVolume = (scope: CloudScope, id: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path: `/volumes/${id}`, signal })).then(() => {});

const act = (scope: CloudScope, id: string, json: object, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'POST', path: `/volumes/${id}/action`, json, signal });
/** Extend a volume size (os-extend), also of one in use. A size that isn't larger is a `badRequest`. @param size GB */
export const extendVolume = (scope: CloudScope, id: string, size: number, signal: AbortSignal) =>
  act(scope, id, { 'os-extend': { new_size: size } }, signal);
/** Revert volume to snapshot (revert): to its newest one, while it isn't attached. */
export const revertVolume = (scope: CloudScope, id: string, snapshotId: string, signal: AbortSignal) =>
  act(scope, id, { revert: { snapshot_id: snapshotId } }, signal);

const Snapshot = z
  .object({
    id: z.string(),
    name: z.string().nullish(),
    status: z.string(),
    size: z.number(),
    volume_id: z.string(),
    metadata,
    'os-extended-snapshot-attributes:project_id': z.string().nullish(),
    created_at: z.string(),
  })
  .transform((snapshot) => ({
    id: snapshot.id,
    nasimId: snapshot.metadata[NASIM_ID] ?? null,
    name: snapshot.name ?? '',
    /** `creating`, `available`, `deleting`, `error`, `error_deleting`, `restoring` … */
    status: snapshot.status,
    /** GB of the volume. */
    size: snapshot.size,
    volumeId: snapshot.volume_id,
    projectId: snapshot['os-extended-snapshot-attributes:project_id'] ?? null,
    createdAt: parseTime(snapshot.created_at),
  }));
export type CloudSnapshot = z.output<typeof Snapshot>;
const PlainSnapshot = z.object({ id: z.string() });

/** Create a snapshot: `POST /snapshots`, also of a volume in use (without the system knowing). */
export async function createSnapshot(
  scope: CloudScope,
  { nasimId, volumeId, name }: { nasimId: string; volumeId: string; name: string },
  signal: AbortSignal,
): Promise<{ id: string }> {
  const json = { snapshot: { volume_id: volumeId, name, force: true, metadata: { [NASIM_ID]: nasimId } } };
  return (await scope.read(z.object({ snapshot: PlainSnapshot }), { service, method: 'POST', path: '/snapshots', json, signal })).snapshot;
}
/** Show a snapshot's details: `GET /snapshots/{id}`. Null: it doesn't exist in this project. */
export const getSnapshot = (scope: CloudScope, id: string, signal: AbortSignal): Promise<CloudSnapshot | null> =>
  orNull(scope.read(z.object({ snapshot: Snapshot }), { service, path: `/snapshots/${id}`, signal }).then(({ snapshot }) => snapshot));
/** List snapshots and details: `GET /snapshots/detail`. */
export const listSnapshots = (
  scope: CloudScope,
  { allProjects, nasimId, volumeId }: { allProjects?: boolean; nasimId?: string; volumeId?: string },
  signal: AbortSignal,
): Promise<CloudSnapshot[]> =>
  listAll(scope, 'snapshots', Snapshot, {
    service,
    path: '/snapshots/detail',
    query: {
      limit: PAGE,
      all_tenants: allProjects ? 'true' : undefined,
      volume_id: volumeId,
      metadata: nasimId === undefined ? undefined : metadataFilter(nasimId),
    },
    signal,
  });
/** The snapshots with an ID in their metadata. */
export const findSnapshotsByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal): Promise<CloudSnapshot[]> =>
  listSnapshots(scope, { nasimId }, signal);
/** Delete a snapshot: `DELETE /snapshots/{id}`. */
export const deleteSnapshot = (scope: CloudScope, id: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path: `/snapshots/${id}`, signal })).then(() => {});

const Backup = z
  .object({
    id: z.string(),
    name: z.string().nullish(),
    status: z.string(),
    size: z.number(),
    volume_id: z.string(),
    snapshot_id: z.string().nullish(),
    is_incremental: z.boolean().default(false),
    has_dependent_backups: z.boolean().default(false),
    fail_reason: z.string().nullish(),
    object_count: z.number().nullish(),
    'os-backup-project-attr:project_id': z.string().nullish(),
    created_at: z.string(),
  })
  .transform((backup) => ({
    id: backup.id,
    nasimId: parseMark(backup.name),
    /** `creating`, `available`, `deleting`, `restoring`, `error`, `error_deleting`. */
    status: backup.status,
    /** GB of the volume. */
    size: backup.size,
    volumeId: backup.volume_id,
    snapshotId: backup.snapshot_id ?? null,
    isIncremental: backup.is_incremental,
    /** It can't be deleted before those. */
    hasDependents: backup.has_dependent_backups,
    /** For the operator. */
    failure: backup.fail_reason || null,
    projectId: backup['os-backup-project-attr:project_id'] ?? null,
    createdAt: parseTime(backup.created_at),
  }));
export type CloudBackup = z.output<typeof Backup>;

export interface NewBackup {
  nasimId: string;
  volumeId: string;
  /** The state to back up; by default the present one. */
  snapshotId?: string;
  /** Only the difference to the newest backup of the volume; without one, a `badRequest`. */
  isIncremental: boolean;
}
/** Create a backup: `POST /backups`, also of a volume in use. Backups can't be searched by metadata, so the name has the ID. */
export async function createBackup(scope: CloudScope, input: NewBackup, signal: AbortSignal): Promise<{ id: string }> {
  const { nasimId, volumeId, snapshotId, isIncremental } = input;
  const backup = { name: toMark(nasimId), volume_id: volumeId, snapshot_id: snapshotId, incremental: isIncremental, force: true };
  const schema = z.object({ backup: z.object({ id: z.string() }) });
  return (await scope.read(schema, { service, method: 'POST', path: '/backups', json: { backup }, signal })).backup;
}
/** Show backup detail: `GET /backups/{id}`. Null: it doesn't exist in this project. */
export const getBackup = (scope: CloudScope, id: string, signal: AbortSignal): Promise<CloudBackup | null> =>
  orNull(scope.read(z.object({ backup: Backup }), { service, path: `/backups/${id}`, signal }).then(({ backup }) => backup));
/** List backups with detail: `GET /backups/detail`. */
export const listBackups = (
  scope: CloudScope,
  { allProjects, nasimId, volumeId }: { allProjects?: boolean; nasimId?: string; volumeId?: string },
  signal: AbortSignal,
): Promise<CloudBackup[]> =>
  listAll(scope, 'backups', Backup, {
    service,
    path: '/backups/detail',
    query: {
      limit: PAGE,
      all_tenants: allProjects ? 'true' : undefined,
      volume_id: volumeId,
      name: nasimId === undefined ? undefined : toMark(nasimId),
    },
    signal,
  });
/** The backups with an ID in their name. */
export const findBackupsByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal): Promise<CloudBackup[]> =>
  listBackups(scope, { nasimId }, signal);
/** Delete a backup: `DELETE /backups/{id}`. One with dependents is a `badRequest`. */
export const deleteBackup = (scope: CloudScope, id: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path: `/backups/${id}`, signal })).then(() => {});
/** Restore a backup: `POST /backups/{id}/restore`, to a volume that is available. */
export const restoreBackup = (scope: CloudScope, id: string, volumeId: string, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'POST', path: `/backups/${id}/restore`, json: { restore: { volume_id: volumeId } }, signal });

const Type = z.object({ id: z.string(), name: z.string(), is_public: z.boolean().default(true) });
/** List all volume types: `GET /types`. */
export const listVolumeTypes = async (scope: CloudScope, signal: AbortSignal): Promise<{ id: string; name: string; isPublic: boolean }[]> =>
  (await listAll(scope, 'volume_types', Type, { service, path: '/types', signal })).map(({ id, name, is_public }) => ({
    id,
    name,
    isPublic: is_public,
  }));

const Service = z.object({ binary: z.string(), state: z.string(), status: z.string() });
/** Whether backups are possible: List All Cinder Services, `GET /os-services`; for administrators. */
export const hasBackupService = async (scope: CloudScope, signal: AbortSignal): Promise<boolean> =>
  (await listAll(scope, 'services', Service, { service, path: '/os-services', query: { binary: 'cinder-backup' }, signal })).some(
    ({ binary, status }) => binary === 'cinder-backup' && status === 'enabled',
  );

/** GB over volumes and snapshots; -1: unlimited. */
export interface VolumeQuota {
  volumes: number;
  snapshots: number;
  gigabytes: number;
  backups: number;
  backup_gigabytes: number;
}
const Usage = z.object({ limit: z.number(), in_use: z.number() });
const Quotas = z.object({ volumes: Usage, snapshots: Usage, gigabytes: Usage, backups: Usage, backup_gigabytes: Usage });
/** Show quota usage for a project: `GET /os-quota-sets/{project}?usage=true`. */
export async function getVolumeQuota(
  scope: CloudScope,
  projectId: string,
  signal: AbortSignal,
): Promise<{ limits: VolumeQuota; used: VolumeQuota }> {
  const request = { service, path: `/os-quota-sets/${projectId}`, query: { usage: 'True' }, signal } as const;
  const { volumes, snapshots, gigabytes, backups, backup_gigabytes } = (await scope.read(z.object({ quota_set: Quotas }), request))
    .quota_set;
  const pick = (field: 'limit' | 'in_use'): VolumeQuota => ({
    volumes: volumes[field],
    snapshots: snapshots[field],
    gigabytes: gigabytes[field],
    backups: backups[field],
    backup_gigabytes: backup_gigabytes[field],
  });
  return { limits: pick('limit'), used: pick('in_use') };
}
/** Update quotas for a project: `PUT /os-quota-sets/{project}`; for administrators. */
export const setVolumeQuota = (scope: CloudScope, projectId: string, quota: Partial<VolumeQuota>, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'PUT', path: `/os-quota-sets/${projectId}`, json: { quota_set: quota }, signal });
