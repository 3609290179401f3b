import { hasFailed } from '../convergence/failed.ts';
import { NotReady, Refused } from '../outcomes.ts';
import type { Entity } from '../state/store.ts';
import { createServerImage } from './api/compute.ts';
import { isCloudError } from './api/errors.ts';
import { deleteImage, findImagesByNasimId, getImage } from './api/image.ts';
import type { CloudScope } from './api/session.ts';
import { createBackup, deleteBackup, findBackupsByNasimId, getBackup } from './api/volume.ts';
import type { AppliedImage, OpenstackApplied } from './applied.ts';
import { smallestDisk } from './catalog.ts';
import type { Cloud } from './cloud.ts';
import { isBusy } from './plan.ts';

type Image = Entity<'images', OpenstackApplied>;

const BYTES_PER_GB = 1_073_741_824;
const MISSING_MS = 120_000;
const DELETE_MS = 60_000;

/** Takes a copy, or removes one: of a server as an image of Glance, of a volume as a backup of Cinder. */
export async function convergeImage(cloud: Cloud, id: string): Promise<void> {
  const { store, core, signal } = cloud;
  for (;;) {
    const entity = store.find('images', id);
    if (!entity || entity.isCleared) return;
    if (entity.isRemoved) return removeImage(cloud, entity);
    const { applied, version } = entity;
    const { pending } = applied;
    if (hasFailed(entity) || applied.version === version) return core.activity.clear('images', id);
    core.activity.set('images', id, 'snapshotting', 30);
    if (applied.size !== null) {
      store.apply('images', id, { version, failure: null });
      continue;
    }
    if (applied.cloudId === null || applied.home === null) {
      if (!(await create(cloud, entity))) return;
      continue;
    }
    const scope = cloud.scope(applied.home);
    const state = await readState(scope, applied, signal);
    if (state === null && Date.now() - (pending?.since ?? 0) < MISSING_MS) return cloud.wait('images', id, applied.home.region);
    if (state === null || state.isFailed) {
      core.log.error({ image: id, cloudId: applied.cloudId, fault: state?.fault ?? 'it was deleted' }, 'copy failed in the cloud');
      store.apply('images', id, { pending: null });
      throw new Refused('server:reason.hostFault');
    }
    if (state.size === null) return cloud.wait('images', id, applied.home.region);
    store.apply('images', id, { pending: null, size: state.size, disk: state.disk ?? applied.disk });
  }
}

interface CopyState {
  isFailed: boolean;
  fault?: string | null;
  /** Bytes when it is complete, else null. */
  size: number | null;
  /** GB; null: as big as its source. */
  disk: number | null;
}

/** Null: it doesn't exist. */
async function readState(scope: CloudScope, { cloudId, type }: AppliedImage, signal: AbortSignal): Promise<CopyState | null> {
  if (type === 'image') {
    const image = await getImage(scope, cloudId ?? '', signal);
    if (!image) return null;
    const isComplete = image.status === 'active';
    const isFailed = ['killed', 'deleted', 'pending_delete', 'deactivated'].includes(image.status);
    return { isFailed, fault: image.status, size: isComplete ? (image.size ?? 0) : null, disk: isComplete ? smallestDisk(image) : null };
  }
  const backup = await getBackup(scope, cloudId ?? '', signal);
  if (!backup) return null;
  // Cinder doesn't say how many bytes a backup has; its size is that of the volume.
  const size = backup.status === 'available' ? backup.size * BYTES_PER_GB : null;
  return { isFailed: backup.status === 'error', fault: backup.failure, size, disk: backup.size };
}

/** @returns false while the source is busy */
async function create(cloud: Cloud, { id, spec }: Image): Promise<boolean> {
  const { store, signal, observations } = cloud;
  const server = store.get('servers', spec.sourceId)?.applied;
  const volume = store.get('volumes', spec.sourceId)?.applied;
  const { home, cloudId } = server ?? volume ?? {};
  if (server === undefined && volume === undefined) throw new Refused('server:reason.noServer');
  if (!home || !cloudId) throw new NotReady('the source is not created yet');
  const scope = cloud.scope(home);
  const begin = (type: NonNullable<AppliedImage['type']>, disk: number) =>
    store.apply('images', id, { home, type, disk, pending: { action: 'create', since: 0 } });
  const sent = (created: string) => store.apply('images', id, { cloudId: created, pending: { action: 'create', since: Date.now() } });
  if (server) {
    const observed = observations.server(home.region, cloudId);
    if (!observed || isBusy(observed) || server.pending) {
      cloud.wait('images', id, home.region);
      return false;
    }
    // An earlier request may have had its effect without a response, or the state of this process was lost.
    const [found] = await findImagesByNasimId(scope, id, signal);
    begin('image', observed.flavor.disk);
    sent(found?.id ?? (await createServerImage(scope, cloudId, { nasimId: id, name: `nasim-${id}` }, signal)).imageId);
    return true;
  }
  const [found] = await findBackupsByNasimId(scope, id, signal);
  begin('backup', volume?.size ?? 0);
  const isIncremental = spec.parentId !== null && store.get('images', spec.parentId)?.applied.size != null;
  sent(found?.id ?? (await createBackup(scope, { nasimId: id, volumeId: cloudId, isIncremental }, signal)).id);
  return true;
}

async function removeImage(cloud: Cloud, { id, applied }: Image): Promise<void> {
  const { store, core, signal } = cloud;
  const { home, type, pending } = applied;
  if (home && type) {
    const scope = cloud.scope(home);
    const find = type === 'image' ? findImagesByNasimId : findBackupsByNasimId;
    const ids = applied.cloudId === null ? (await find(scope, id, signal)).map((one) => one.id) : [applied.cloudId];
    const isSent = pending?.action === 'delete' && Date.now() - pending.since < DELETE_MS;
    const isLeft = ids.length > 0 && (!isSent || (await readState(scope, { ...applied, cloudId: ids[0] ?? null }, signal)) !== null);
    if (isLeft && !isSent) {
      for (const one of ids)
        await (type === 'image' ? deleteImage : deleteBackup)(scope, one, signal).catch((error: unknown) => {
          if (isCloudError(error, 'badRequest', 'conflict')) throw cloud.inUse('another copy needs it');
          throw error;
        });
      store.apply('images', id, { pending: { action: 'delete', since: Date.now() } });
    }
    if (isLeft) return cloud.wait('images', id, home.region);
  }
  store.clear('images', id);
  core.activity.clear('images', id);
}
