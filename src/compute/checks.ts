import { key } from '../lib/i18n/key.ts';
import type { ImageSpec, ServerSpec, VolumeSpec } from '../lib/rules/cloud/compute/spec.ts';
import { checkCapacity } from './capacity.ts';
import type { CatalogImage } from './catalog.ts';
import type { Capacity } from './env.ts';
import { NotReady, Refused } from './outcomes.ts';
import type { Kind, Specs } from './protocol.ts';
import type { Entity, StateStore } from './state/store.ts';

export interface CheckOptions {
  store: StateStore;
  capacity: Capacity;
  catalog: readonly CatalogImage[];
}

/**
 * Whether a state can be applied, before it is stored.
 * @param before the state that it replaces; null: none
 * @throws Refused when it can't, NotReady while something that it needs isn't there
 */
export function checkSpec<K extends Kind>(kind: K, options: CheckOptions, before: Entity<K> | null, next: Specs[K]): void {
  // The kind says which spec it is.
  if (kind === 'servers') checkServer(options, before as Entity<'servers'> | null, next as ServerSpec);
  if (kind === 'images' && !before) checkImage(options.store, next as ImageSpec);
  if (kind === 'volumes') checkVolume(options, before as Entity<'volumes'> | null, next as VolumeSpec);
}

function checkServer({ store, capacity, catalog }: CheckOptions, before: Entity<'servers'> | null, next: ServerSpec): void {
  for (const { networkId } of next.networks) if (!store.get('networks', networkId)) throw new NotReady(`no network ${networkId}`);
  for (const id of next.firewalls) if (!store.get('firewalls', id)) throw new NotReady(`no firewall group ${id}`);
  for (const id of next.volumes) if (!store.get('volumes', id)) throw new NotReady(`no volume ${id}`);
  const isWritten = before?.spec.image.count !== next.image.count;
  if (before && !isWritten && next.size.disk < smallestDisk(before)) throw new Refused(key('server:reason.diskShrinks'));
  if (isWritten) checkSource(store, catalog, next);
  if (before && next.power === 'off' && next.boot.count !== before.spec.boot.count) throw new Refused(key('server:reason.isOff'));
  checkCapacity(store, capacity, next.id, next.size);
}

/** GB. A disk on trial hasn't grown yet, so its server can go back to the previous size. */
const smallestDisk = ({ spec, applied }: Entity<'servers'>): number => (spec.trial ? applied.disk : spec.size.disk);

/** What is written to the disk has to be there, and to fit on it. */
function checkSource(store: StateStore, catalog: readonly CatalogImage[], { image, size }: ServerSpec): void {
  if (image.imageId !== null) {
    const copy = store.get('images', image.imageId);
    if (!copy) throw new NotReady(`no copy ${image.imageId}`);
    if (copy.applied.disk > size.disk) throw new Refused(key('server:reason.diskSmall'), { min: copy.applied.disk });
    return;
  }
  const system = catalog.find(({ type, version }) => type === image.os.type && version === image.os.version);
  if (!system) throw new Refused(key('server:reason.noImage'));
  if (system.minDisk > size.disk) throw new Refused(key('server:reason.diskSmall'), { min: system.minDisk });
}

function checkImage(store: StateStore, { sourceId, kind }: ImageSpec): void {
  if (!store.get('servers', sourceId) && !(kind === 'backup' && store.get('volumes', sourceId)))
    throw new Refused(key('server:reason.noServer'));
}

function checkVolume({ store, capacity }: CheckOptions, before: Entity<'volumes'> | null, next: VolumeSpec): void {
  if (before && next.size < before.spec.size) throw new Refused(key('server:reason.diskShrinks'));
  const copy = next.image.imageId === null ? null : store.get('images', next.image.imageId);
  if (next.image.imageId !== null && next.image.count !== before?.spec.image.count) {
    if (!copy) throw new NotReady(`no copy ${next.image.imageId}`);
    if (copy.applied.disk > next.size) throw new Refused(key('server:reason.diskSmall'), { min: copy.applied.disk });
  }
  checkCapacity(store, capacity, next.id, { disk: next.size });
}
