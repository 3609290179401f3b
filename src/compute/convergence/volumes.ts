import { rm } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { NotReady, Refused } from '../outcomes.ts';
import { nodeName } from '../qemu/arguments.ts';
import { copyDisk, createDisk } from '../qemu/diskFiles.ts';
import { resizeDisk } from '../qemu/disks.ts';
import { hasFailed } from './failed.ts';

/** The server that has a volume open; null: none. */
export const findHolder = ({ store }: Context, volumeId: string): string | null =>
  store.list('servers').find(({ applied }) => applied.power === 'on' && applied.volumes.includes(volumeId))?.id ?? null;

/** Brings a volume to its newest state. */
export async function convergeVolume(context: Context, id: string): Promise<void> {
  const { store, folders, activity } = context;
  for (;;) {
    const entity = store.find('volumes', id);
    if (!entity || entity.isCleared) return;
    const { spec, applied, version } = entity;
    const holder = findHolder(context, id);
    if (entity.isRemoved) {
      if (holder !== null) throw new NotReady('the volume is attached');
      await rm(folders.volume(id), { force: true });
      store.clear('volumes', id);
      return activity.clear('volumes', id);
    }
    if (hasFailed(entity)) return activity.clear('volumes', id);
    const isWritten = spec.image.count !== applied.image;
    if (!isWritten && spec.size === applied.size) {
      if (applied.version === version) return activity.clear('volumes', id);
      store.apply('volumes', id, { version, failure: null });
      continue;
    }
    activity.set('volumes', id, isWritten ? 'restoring' : 'changing');
    if (isWritten) await writeVolume(context, id, spec);
    else if (applied.size === 0) await createDisk(folders.volume(id), spec.size);
    else await growVolume(context, id, holder, spec.size);
    store.apply('volumes', id, { size: spec.size, image: spec.image.count });
  }
}

async function growVolume({ locks, folders, machines }: Context, id: string, holder: string | null, size: number): Promise<void> {
  const grow = (server: string | null) =>
    resizeDisk(server === null ? null : (machines.get(server)?.machine ?? null), nodeName('volume', id), folders.volume(id), size);
  // The machine neither starts nor ends meanwhile.
  await (holder === null ? grow(null) : locks.run(`server:${holder}`, () => grow(holder)));
}

/** Replaces the content of a volume by that of a copy, or by nothing. */
async function writeVolume(context: Context, id: string, spec: { size: number; image: { imageId: string | null } }): Promise<void> {
  const { store, folders } = context;
  const { imageId } = spec.image;
  // The system that uses it would write what it remembers over the new content.
  if (findHolder(context, id) !== null) throw new NotReady('the volume is attached');
  if (imageId === null) return createDisk(folders.volume(id), spec.size);
  const copy = store.get('images', imageId);
  if (!copy) throw new Refused('server:reason.noCopy');
  if (copy.applied.size === null) throw new NotReady('the copy is not complete');
  await copyDisk(folders.copy(imageId), folders.volume(id), spec.size);
}
