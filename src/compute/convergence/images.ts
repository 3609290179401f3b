import { rm } from 'node:fs/promises';
import type { ImageSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { Context } from '../context.ts';
import { NotReady, Refused } from '../outcomes.ts';
import { nodeName } from '../qemu/arguments.ts';
import { forgetBitmap } from '../qemu/bitmaps.ts';
import { withBlockHost } from '../qemu/blockHost.ts';
import { type CopySource, copyLive } from '../qemu/copies.ts';
import { readAllocated } from '../qemu/diskFiles.ts';
import { withFrozenSystem } from '../qemu/frozen.ts';
import type { Machine } from '../qemu/machine.ts';
import type { Qmp } from '../qemu/qmp.ts';
import type { Entity } from '../state/store.ts';
import { hasFailed } from './failed.ts';
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

interface Source extends CopySource {
  /** GB. */
  disk: number;
}

/** The disk that a copy is made of; null: it doesn't exist, or not yet. */
function findSource({ store, folders }: Context, { sourceId }: ImageSpec): Source | null {
  const server = store.get('servers', sourceId);
  if (server) return { node: 'disk', path: folders.machine(sourceId).disk, disk: server.applied.disk };
  const volume = store.get('volumes', sourceId);
  return volume && { node: nodeName('volume', sourceId), path: folders.volume(sourceId), disk: volume.applied.size };
}

/**
 * Works on the source of a copy, in the machine that has it open. Nothing else is done with the machine meanwhile.
 * @param machine null: none has it open
 */
async function withSource<T>(
  context: Context,
  spec: ImageSpec,
  work: (qmp: Qmp, source: Source, machine: Machine | null) => Promise<T>,
): Promise<T> {
  const holder = context.store.get('servers', spec.sourceId) ? spec.sourceId : findHolder(context, spec.sourceId);
  return context.locks.run(`server:${holder ?? `volume ${spec.sourceId}`}`, async () => {
    const source = findSource(context, spec);
    if (!source) throw new Refused('server:reason.noServer');
    if (source.disk === 0) throw new NotReady('the disk is not created yet');
    const machine = holder === null ? null : (context.machines.get(holder)?.machine ?? null);
    return withBlockHost(machine, source.node, source.path, (qmp) => work(qmp, source, machine));
  });
}

async function makeCopy(context: Context, { id, spec }: Entity<'images'>): Promise<void> {
  const { store, folders, activity } = context;
  activity.set('images', id, 'snapshotting');
  const result = await withSource(context, spec, async (qmp, source, machine) => {
    const parentId = await withFrozenSystem(machine, (thaw) =>
      copyLive(qmp, source, {
        id,
        path: folders.copy(id),
        parent: spec.parentId !== null && isComplete(context, spec.parentId) ? spec.parentId : null,
        // Only backups form a chain.
        isChained: spec.kind === 'backup',
        onBegin: thaw,
        onPercent: (percent) => activity.set('images', id, 'snapshotting', percent),
      }),
    );
    return { disk: source.disk, parentId };
  });
  store.apply('images', id, { ...result, size: await readAllocated(folders.copy(id)) });
}

const isComplete = ({ store }: Context, id: string): boolean => (store.get('images', id)?.applied.size ?? null) !== null;

async function removeCopy(context: Context, { id, spec }: Entity<'images'>): Promise<void> {
  // Its file is removed whether or not the disk still records what has changed since.
  if (spec.kind === 'backup' && (findSource(context, spec)?.disk ?? 0) > 0)
    await withSource(context, spec, (qmp, { node }) => forgetBitmap(qmp, node, id));
  await rm(context.folders.copy(id), { force: true });
  context.store.clear('images', id);
}

/** Whether another copy contains only the difference to this one. */
export const hasDependents = ({ store }: Pick<Context, 'store'>, id: string): boolean =>
  [...store.list('images'), ...store.listLeftovers('images')].some(
    (one) => one.id !== id && (one.spec.parentId === id || one.applied.parentId === id),
  );
