import { rm } from 'node:fs/promises';
import type { ImageSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { Context } from '../context.ts';
import { NotReady, Refused } from '../outcomes.ts';
import { nodeName } from '../qemu/arguments.ts';
import { withBlockHost } from '../qemu/blockHost.ts';
import { type CopySource, copyLive, forgetBitmap } from '../qemu/copies.ts';
import { readAllocated } from '../qemu/diskFiles.ts';
import { withFrozenSystem } from '../qemu/frozen.ts';
import type { Entity } from '../state/store.ts';
import { hasFailed } from './servers.ts';
import { findHolder } from './volumes.ts';

/** Takes a copy, or removes one. */
export async function convergeImage(context: Context, id: string): Promise<void> {
  const { store, activity } = context;
  const entity = store.find('images', id);
  if (!entity || entity.isCleared) return;
  if (entity.isRemoved) await removeCopy(context, entity);
  else if (!hasFailed(entity) && entity.applied.version !== entity.version) {
    if (entity.applied.size === null) await makeCopy(context, entity);
    store.apply('images', id, { version: entity.version, failure: null });
  }
  activity.clear('images', id);
}

/** The disk that a copy is made of, and the server whose machine has it open. */
function findSource(
  { store, folders }: Context,
  { sourceId }: ImageSpec,
): { source: CopySource; server: string | null; disk: number } | null {
  const server = store.get('servers', sourceId);
  if (server) {
    const { applied } = server;
    const source = { node: 'disk', path: folders.machine(sourceId).disk };
    return { source, server: sourceId, disk: applied.disk };
  }
  const volume = store.get('volumes', sourceId);
  if (!volume) return null;
  return { source: { node: nodeName('volume', sourceId), path: folders.volume(sourceId) }, server: null, disk: volume.applied.size };
}

async function makeCopy(context: Context, { id, spec }: Entity<'images'>): Promise<void> {
  const { store, folders, locks, machines, activity } = context;
  activity.set('images', id, 'snapshotting');
  const lock = store.get('servers', spec.sourceId) ? spec.sourceId : (findHolder(context, spec.sourceId) ?? `volume ${spec.sourceId}`);
  // Nothing else is done with the disk meanwhile.
  await locks.run(`server:${lock}`, async () => {
    const target = findSource(context, spec);
    if (!target) throw new Refused('server:reason.noServer');
    if (target.disk === 0) throw new NotReady('the disk is not created yet');
    const holder = target.server ?? findHolder(context, spec.sourceId);
    const machine = holder === null ? null : (machines.get(holder)?.machine ?? null);
    const parentId = await withBlockHost(machine, target.source.node, target.source.path, (qmp) =>
      withFrozenSystem(machine, (thaw) =>
        copyLive(qmp, target.source, {
          id,
          path: folders.copy(id),
          // Only backups form a chain.
          parent: spec.parentId !== null && isComplete(context, spec.parentId) ? spec.parentId : null,
          isChained: spec.kind === 'backup',
          onBegin: thaw,
          onPercent: (percent) => activity.set('images', id, 'snapshotting', percent),
        }),
      ),
    );
    store.apply('images', id, { size: await readAllocated(folders.copy(id)), disk: target.disk, parentId });
  });
}

const isComplete = ({ store }: Context, id: string): boolean => (store.get('images', id)?.applied.size ?? null) !== null;

/** @throws NotReady while another copy contains only the difference to it */
async function removeCopy(context: Context, { id, spec }: Entity<'images'>): Promise<void> {
  const { store, folders, locks, machines } = context;
  const target = findSource(context, spec);
  if (target && target.disk > 0 && spec.kind === 'backup')
    await locks.run(`server:${target.server ?? `volume ${spec.sourceId}`}`, async () => {
      const holder = target.server ?? findHolder(context, spec.sourceId);
      const machine = holder === null ? null : (machines.get(holder)?.machine ?? null);
      await withBlockHost(machine, target.source.node, target.source.path, (qmp) => forgetBitmap(qmp, target.source.node, id));
    });
  await rm(folders.copy(id), { force: true });
  store.clear('images', id);
}

/** Whether another copy contains only the difference to this one. */
export const hasDependents = ({ store }: Pick<Context, 'store'>, id: string): boolean =>
  [...store.list('images'), ...store.listLeftovers('images')].some(
    (one) => one.id !== id && (one.spec.parentId === id || one.applied.parentId === id),
  );
