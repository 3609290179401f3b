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
}
/** Create a volume: `POST /volumes`. */
export async function createVolume(scope: CloudScope, input: NewVolume, signal: AbortSignal): Promise<CloudVolume> {
  const json = {
    volume: {
      name: input.name,
      size: input.size,
      volume_type: input.type,
      metadata: { [NASIM_ID]: input.nasimId },
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
type CloudBackup = z.output<typeof Backup>;

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
/** The backups with an ID in their name. List backups with detail: `GET /backups/detail`. */
export const findBackupsByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal): Promise<CloudBackup[]> =>
  listAll(scope, 'backups', Backup, {
    service,
    path: '/backups/detail',
    query: { limit: PAGE, name: toMark(nasimId) },
    signal,
  });
/** Delete a backup: `DELETE /backups/{id}`. One with dependents is a `badRequest`. */
export const deleteBackup = (scope: CloudScope, id: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path: `/backups/${id}`, signal })).then(() => {});
/** Restore a backup: `POST /backups/{id}/restore`, to a volume that is available. */
export const restoreBackup = (scope: CloudScope, id: string, volumeId: string, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'POST', path: `/backups/${id}/restore`, json: { restore: { volume_id: volumeId } }, signal });

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
/** Update quotas for a project: `PUT /os-quota-sets/{project}`; for administrators. */
export const setVolumeQuota = (scope: CloudScope, projectId: string, quota: Partial<VolumeQuota>, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'PUT', path: `/os-quota-sets/${projectId}`, json: { quota_set: quota }, signal });
