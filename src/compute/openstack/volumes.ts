import { hasFailed } from '../convergence/failed.ts';
import { Refused } from '../outcomes.ts';
import type { Entity } from '../state/store.ts';
import { isCloudError } from './api/errors.ts';
import { type CloudVolume, createVolume, deleteVolume, extendVolume, findVolumesByNasimId, restoreBackup } from './api/volume.ts';
import { type AppliedVolume, type OpenstackApplied, unanswered } from './applied.ts';
import type { Cloud } from './cloud.ts';
import { readyImage } from './needs.ts';
import { homeOf } from './projects.ts';

type Volume = Entity<'volumes', OpenstackApplied>;

/** A list may not have a volume that was just made. */
const MISSING_MS = 120_000;
const DELETE_MS = 60_000;
/** What was observed before isn't good enough to begin with. */
const RECENT_MS = 10_000;

/** Brings a volume to its newest state. */
export async function convergeVolume(cloud: Cloud, id: string): Promise<void> {
  const { store, core, observations, signal } = cloud;
  for (;;) {
    const entity = store.find('volumes', id);
    if (!entity || entity.isCleared) return;
    if (entity.isRemoved) return removeVolume(cloud, entity);
    const { spec, applied, version } = entity;
    const { pending } = applied;
    if (hasFailed(entity) || (applied.version === version && pending === null)) return core.activity.clear('volumes', id);
    if (applied.home === null || applied.cloudId === null) {
      await create(cloud, entity);
      continue;
    }
    const { home, cloudId } = applied;
    if (pending?.since === 0) {
      store.apply('volumes', id, { pending: unanswered(pending) });
      continue;
    }
    if (!observations.isAfter(home.region, 'volumes', pending?.since ?? Date.now() - RECENT_MS))
      return cloud.wait('volumes', id, home.region);
    const volume = observations.volume(home.region, cloudId);
    if (!volume) {
      if (Date.now() - (pending?.since ?? 0) < MISSING_MS) return cloud.wait('volumes', id, home.region);
      loseVolume(cloud, entity);
      continue;
    }
    if (volume.status.startsWith('error')) return fail(cloud, entity, volume);
    if (volume.status !== 'available' && volume.status !== 'in-use') return cloud.wait('volumes', id, home.region);
    if (pending) {
      // Nothing shows whether a backup without a response was restored, and it can be restored again.
      const isRestored = pending.action === 'restore' && !pending.isUnanswered;
      store.apply('volumes', id, { pending: null, size: volume.size, ...(isRestored && { image: pending.count ?? 0 }) });
      continue;
    }
    const isWritten = spec.image.count !== applied.image;
    core.activity.set('volumes', id, isWritten ? 'restoring' : 'changing', 30);
    const scope = cloud.scope(home);
    if (volume.size < spec.size) {
      await send(cloud, id, { action: 'extend' }, () => extendVolume(scope, cloudId, spec.size, signal));
    } else if (isWritten) {
      if (spec.image.imageId === null) throw new Refused('server:reason.noCopy');
      // The system that uses it would write what it remembers over the new content.
      if (volume.status === 'in-use') throw cloud.inUse('the volume is attached');
      const backup = readyImage(cloud, spec.image.imageId, 'backup');
      await send(cloud, id, { action: 'restore', count: spec.image.count }, () => restoreBackup(scope, backup, cloudId, signal));
    } else store.apply('volumes', id, { version, failure: null });
  }
}

type Action = Omit<NonNullable<AppliedVolume['pending']>, 'since'>;
async function send({ store }: Cloud, id: string, action: Action, work: () => Promise<void>): Promise<void> {
  const pending = { ...action, since: 0 };
  store.apply('volumes', id, { pending });
  try {
    await work();
  } catch (error) {
    store.apply('volumes', id, { pending: isCloudError(error) && !error.isUncertain ? null : unanswered(pending) });
    throw error;
  }
  store.apply('volumes', id, { pending: { ...pending, since: Date.now() } });
}

async function create(cloud: Cloud, { id, spec, applied }: Volume): Promise<void> {
  const { store, signal, core, settings } = cloud;
  // One that somebody else has deleted is made again only from a backup.
  if (applied.size > 0 && applied.image === spec.image.count) throw new Refused('server:reason.lost');
  core.activity.set('volumes', id, 'changing');
  const home = applied.home ?? (await homeOf(cloud, spec.account, spec.dataCenter, 'volume'));
  store.apply('volumes', id, { home });
  const scope = cloud.scope(home);
  const { pending } = applied;
  // An earlier request may have had its effect without a response, or the state of this process was lost.
  const [found] = await findVolumesByNasimId(scope, id, signal);
  // Then its content is taken for what was wanted last. A new one is empty.
  const isWritten = spec.image.imageId === null || (found !== undefined && pending === null && applied.size === 0);
  const sent = ({ id: cloudId }: Pick<CloudVolume, 'id'>) =>
    store.apply('volumes', id, {
      cloudId,
      ...(isWritten && { image: spec.image.count }),
      pending: { action: 'create', since: Date.now() },
    });
  if (found) {
    core.log.warn({ volume: id, cloudId: found.id, project: home.projectId }, 'volume was found in the cloud');
    return sent(found);
  }
  store.apply('volumes', id, { pending: { action: 'create', since: 0 } });
  const type = settings.volumeTypes.get(spec.type);
  const input = { nasimId: id, name: `nasim-${id}`, size: spec.size, ...(type !== undefined && { type }) };
  const created = await createVolume(scope, input, signal).catch((error: unknown) => {
    // The request was refused, so there is nothing to search for.
    if (isCloudError(error) && !error.isUncertain) store.apply('volumes', id, { pending: null });
    throw error;
  });
  sent(created);
}

/** @throws Refused in words of the customer */
function fail({ store, core }: Cloud, { id, applied }: Volume, volume: CloudVolume): never {
  const facts = { volume: id, cloudId: volume.id, status: volume.status, action: applied.pending?.action };
  core.log.error(facts, 'action failed in the cloud');
  store.apply('volumes', id, { pending: null });
  throw new Refused('server:reason.hostFault');
}

/** Records that somebody else has deleted a volume. */
export function loseVolume({ store, core }: Cloud, { id, version, applied }: Volume): void {
  core.log.error({ volume: id, cloudId: applied.cloudId, project: applied.home?.projectId }, 'volume was deleted in the cloud');
  store.apply('volumes', id, { cloudId: null, pending: null });
  store.fail('volumes', id, { version, key: 'server:reason.lost' });
}

async function removeVolume(cloud: Cloud, { id, applied }: Volume): Promise<void> {
  const { store, core, observations, signal } = cloud;
  const { home, pending } = applied;
  if (home) {
    const scope = cloud.scope(home);
    const ids = applied.cloudId === null ? (await findVolumesByNasimId(scope, id, signal)).map((one) => one.id) : [applied.cloudId];
    const isSent = pending?.action === 'delete' && Date.now() - pending.since < DELETE_MS;
    if (ids.length > 0 && !isSent) {
      for (const one of ids)
        await deleteVolume(scope, one, signal).catch((error: unknown) => {
          if (isCloudError(error, 'badRequest', 'conflict')) throw cloud.inUse('the volume is attached');
          throw error;
        });
      store.apply('volumes', id, { pending: { action: 'delete', since: Date.now() } });
      return cloud.wait('volumes', id, home.region);
    }
    const isLeft = ids.some((one) => observations.volume(home.region, one) !== null);
    if (pending?.action === 'delete' && (isLeft || !observations.isAfter(home.region, 'volumes', pending.since)))
      return cloud.wait('volumes', id, home.region);
  }
  store.clear('volumes', id);
  core.activity.clear('volumes', id);
}
