import type { FirewallSpec, ImageSpec, ServerSpec, VolumeSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { NotReady, Refused } from '../outcomes.ts';
import type { Kind, Specs } from '../protocol.ts';
import type { Entity } from '../state/store.ts';
import type { Home, OpenstackApplied } from './applied.ts';
import { smallestDisk } from './catalog.ts';
import type { Cloud } from './cloud.ts';
import { toSecurityRules } from './securityRules.ts';

type Stored<K extends Kind> = Entity<K, OpenstackApplied> | null;

/** Whether a state can be applied. @throws Refused, NotReady */
export function checkCloudSpec<K extends Kind>(cloud: Cloud, kind: K, before: Stored<K>, next: Specs[K]): void {
  // The kind says which spec it is.
  if (kind === 'servers') checkServer(cloud, before as Stored<'servers'>, next as ServerSpec);
  if (kind === 'images' && !before) checkImage(cloud, next as ImageSpec);
  if (kind === 'volumes') checkVolume(cloud, before as Stored<'volumes'>, next as VolumeSpec);
  if (kind === 'firewalls') checkFirewall(cloud, next as FirewallSpec);
  if ('dataCenter' in next) checkPlace(cloud, next.dataCenter);
}

function checkPlace({ settings }: Cloud, dataCenter: string): void {
  if (!settings.places.has(dataCenter)) throw new Refused('server:reason.noPlace');
}

function checkServer(cloud: Cloud, before: Stored<'servers'>, next: ServerSpec): void {
  const { store, catalog, settings } = cloud;
  for (const { networkId } of next.networks) if (!store.get('networks', networkId)) throw new NotReady(`no network ${networkId}`);
  for (const id of next.volumes) if (!store.get('volumes', id)) throw new NotReady(`no volume ${id}`);
  const groups = next.firewalls.map((id) => {
    const group = store.get('firewalls', id);
    if (!group) throw new NotReady(`no firewall group ${id}`);
    return group.spec;
  });
  toSecurityRules(groups.flatMap(({ rules }) => rules));
  checkPlace(cloud, next.dataCenter);
  checkProjects(cloud, before, next);
  const isWritten = before?.spec.image.count !== next.image.count;
  if (before) checkChange(before, next);
  const { region } = settings.places.get(next.dataCenter) ?? { region: '' };
  const isResized = !before || JSON.stringify(before.spec.size) !== JSON.stringify(next.size);
  if (!isWritten && !isResized) return;
  // After the state of this process was lost, it is found again.
  if (!before && cloud.observations.has('servers', region, next.id)) return;
  if (isWritten) checkSource(cloud, region, next);
  if (isResized && !catalog.flavor(region, next.size)) {
    cloud.addMissingSize(region, next.size);
    throw new Refused('server:reason.noSize');
  }
}

/** After its transfer, a server stays in its former project, and nothing of another one can be used with it. @throws Refused */
function checkProjects({ store }: Cloud, before: Stored<'servers'>, next: ServerSpec): void {
  const projectOf = (account: { id: string }, home: Home | null | undefined) => home?.projectId ?? store.fact(`project ${account.id}`);
  const own = projectOf(next.account, before?.applied.home);
  const used = [
    ...next.volumes.map((id) => store.get('volumes', id)),
    ...next.networks.map(({ networkId }) => store.get('networks', networkId)),
    next.image.imageId !== null && next.image.count !== before?.spec.image.count ? store.get('images', next.image.imageId) : null,
  ].filter((entity) => entity !== null);
  const others = used.map(({ spec, applied }) => projectOf(spec.account, applied.home));
  if (own !== null && others.some((project) => project !== null && project !== own)) throw new Refused('server:reason.otherProject');
}

function checkChange({ spec, applied }: NonNullable<Stored<'servers'>>, next: ServerSpec): void {
  // The cloud can't make the disk of a server smaller, also when it is written anew.
  const smallest = spec.trial ? (applied.previousSize?.disk ?? spec.size.disk) : spec.size.disk;
  if (next.size.disk < smallest) throw new Refused('server:reason.diskShrinks');
  if (next.power === 'off' && next.boot.count !== spec.boot.count) throw new Refused('server:reason.isOff');
  // Until the resize is confirmed or reverted, the cloud does nothing else with it.
  if (spec.trial && next.trial && (next.boot.count !== spec.boot.count || next.rescue !== spec.rescue))
    throw new Refused('server:reason.resized');
}

/** What is written to the disk has to be there, and to fit on it. */
function checkSource({ store, catalog }: Cloud, region: string, { image, size }: ServerSpec): void {
  if (image.imageId !== null) {
    const copy = store.get('images', image.imageId);
    if (!copy) throw new NotReady(`no copy ${image.imageId}`);
    if (copy.applied.disk > size.disk) throw new Refused('server:reason.diskSmall', { min: copy.applied.disk });
    return;
  }
  const found = catalog.image(region, image.os);
  if (!found) throw new Refused('server:reason.noImage');
  if (smallestDisk(found) > size.disk) throw new Refused('server:reason.diskSmall', { min: smallestDisk(found) });
}

function checkImage(cloud: Cloud, { sourceId, kind }: ImageSpec): void {
  const { store, catalog } = cloud;
  if (store.get('servers', sourceId)) return;
  const volume = kind === 'backup' ? store.get('volumes', sourceId) : null;
  if (!volume) {
    // After the state of this process was lost, its source is found again.
    if (mayExist(cloud, sourceId)) throw new NotReady(`no source ${sourceId}`);
    throw new Refused('server:reason.noServer');
  }
  const { region = '' } = volume.applied.home ?? {};
  if (catalog.hasBackups(region) === false) throw new Refused('server:reason.noVolumeBackups');
}

/** Whether the cloud has a server or volume, as far as it was listed. */
const mayExist = ({ settings, observations }: Cloud, id: string): boolean =>
  [...settings.places.values()].some(({ region }) =>
    (['servers', 'volumes'] as const).some((kind) => !observations.isAfter(region, kind, 1) || observations.has(kind, region, id)),
  );

function checkVolume({ store, observations, settings }: Cloud, before: Stored<'volumes'>, next: VolumeSpec): void {
  if (before && next.size < before.spec.size) throw new Refused('server:reason.diskShrinks');
  const { imageId, count } = next.image;
  if (imageId === null || count === before?.spec.image.count) return;
  if (!before && observations.has('volumes', settings.places.get(next.dataCenter)?.region ?? '', next.id)) return;
  const copy = store.get('images', imageId);
  if (!copy) throw new NotReady(`no copy ${imageId}`);
  if (copy.applied.disk > next.size) throw new Refused('server:reason.diskSmall', { min: copy.applied.disk });
}

/** Also together with the other groups of each server that uses it. */
function checkFirewall({ store }: Cloud, next: FirewallSpec): void {
  toSecurityRules(next.rules);
  for (const { spec } of store.list('servers').filter((server) => server.spec.firewalls.includes(next.id))) {
    const rulesOf = (id: string) => (id === next.id ? next : store.get('firewalls', id)?.spec)?.rules ?? [];
    toSecurityRules(spec.firewalls.flatMap(rulesOf));
  }
}
