import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { hasFailed } from '../convergence/failed.ts';
import { Refused } from '../outcomes.ts';
import type { Entity } from '../state/store.ts';
import { type CloudServer, createServer, deleteServer, findServersByNasimId, getServer } from './api/compute.ts';
import { isCloudError } from './api/errors.ts';
import { getVolume } from './api/volume.ts';
import { type AppliedPort, type AppliedServer, type Home, type OpenstackApplied, unanswered } from './applied.ts';
import type { Cloud } from './cloud.ts';
import { groupsOf, withGroupsOf } from './firewalls.ts';
import { imageOf } from './needs.ts';
import { isBusy, judge, nextStep, writePhase } from './plan.ts';
import { ensurePort, findPrivatePorts, readAddresses, removePorts } from './ports.ts';
import { homeOf } from './projects.ts';
import { runStep } from './steps.ts';
import { toUserData } from './userData.ts';

type Server = Entity<'servers', OpenstackApplied>;

/** Steps of an action, for its percentage: it is only an estimate. */
const USUAL_STEPS = 3;
/** A list may not have a server that was just made; one that is missing for longer is gone. */
const MISSING_MS = 120_000;
/** A system that doesn't let go of a volume, or a resize that isn't confirmed, has failed then. */
const QUIET_MS = 180_000;
/** A deletion without an effect is repeated then. */
const DELETE_MS = 60_000;
/** What was observed before isn't good enough to begin with. */
const RECENT_MS = 10_000;

/** Brings a server to its newest state, request by request; the results are observed in the lists of all servers. */
export async function convergeServer(cloud: Cloud, id: string): Promise<void> {
  const { store, core, observations } = cloud;
  for (let done = 0; ; done++) {
    const entity = store.find('servers', id);
    if (!entity || entity.isCleared) return;
    if (entity.isRemoved) return removeServer(cloud, entity);
    const { spec, applied, version } = entity;
    if (hasFailed(entity) || (applied.version === version && applied.pending === null)) return core.activity.clear('servers', id);
    const { pending } = applied;
    if (applied.cloudId === null || applied.home === null) {
      await cloud.measureStep('create', () => create(cloud, entity));
      continue;
    }
    const { home, cloudId } = applied;
    if (pending?.since === 0) {
      store.apply('servers', id, { pending: unanswered(pending) });
      continue;
    }
    if (!observations.isAfter(home.region, 'servers', pending?.since ?? Date.now() - RECENT_MS))
      return cloud.wait('servers', id, home.region);
    const server = observations.server(home.region, cloudId);
    if (!server) {
      if (pending?.action === 'delete') store.apply('servers', id, { pending: null, cloudId: null });
      else if (await isGone(cloud, home, cloudId, pending?.since ?? 0)) loseServer(cloud, entity);
      else return cloud.wait('servers', id, home.region);
      continue;
    }
    if (isBusy(server)) {
      core.activity.set('servers', id, core.activity.get('servers', id)?.phase ?? 'changing', percentOf(done, server));
      return cloud.wait('servers', id, home.region);
    }
    if (pending) {
      if (!settle(cloud, entity, server)) return cloud.wait('servers', id, home.region);
      continue;
    }
    const step = nextStep(spec, applied, server);
    if (step) {
      core.activity.set('servers', id, step.phase, percentOf(done, server));
      try {
        await cloud.measureStep(step.do, () => runStep(cloud, home, cloudId, step, entity));
      } catch (error) {
        // Its port, volume or image may be what doesn't exist.
        if (!isCloudError(error, 'notFound') || (await getServer(cloud.scope(home), cloudId, cloud.signal)) !== null) throw error;
        loseServer(cloud, entity);
      }
      continue;
    }
    if (server.status === 'ERROR') fail(cloud, entity, server);
    const addresses = applied.ipv4 === null && applied.ipv6 === null ? await readAddresses(cloud, home, applied.ports) : {};
    finish(cloud, entity, addresses);
  }
}

const percentOf = (done: number, { progress }: Pick<CloudServer, 'progress'>): number =>
  Math.min(90, Math.max(Math.round((done / USUAL_STEPS) * 100), progress ?? 0));

function finish({ store }: Cloud, { id, spec, version, applied }: Server, addresses: Partial<AppliedServer>): void {
  store.transaction(() => {
    store.apply('servers', id, { ...addresses, version, failure: null, boot: spec.boot.count });
    // The system has it now, and nobody else needs it.
    if (spec.password.value !== null && applied.password === spec.password.count) store.forgetPassword(id, version);
  });
}

/** @returns false while the result of a pending action isn't there @throws Refused when it has failed */
function settle(cloud: Cloud, entity: Server, server: CloudServer): boolean {
  const { store } = cloud;
  const { id, spec, applied } = entity;
  const { pending } = applied;
  if (!pending) return true;
  if (pending.action === 'attach' || pending.action === 'detach') {
    const { volumeId = '' } = pending;
    const isAttached = observeAttachment(cloud, volumeId, server, pending.since);
    if (isAttached === (pending.action === 'attach')) {
      const others = applied.volumes.filter((one) => one !== volumeId);
      store.apply('servers', id, { pending: null, volumes: isAttached ? [...others, volumeId] : others });
      return true;
    }
    // It had no effect, and is sent again.
    const isIdle = pending.isUnanswered && isAttached !== null;
    if (!isIdle && Date.now() - pending.since < QUIET_MS) return false;
    store.apply('servers', id, { pending: null });
    if (isIdle) return true;
    throw new Refused('server:reason.deviceBusy');
  }
  const verdict = judge(spec, applied, server);
  if (pending.isUnanswered) {
    // A server that runs shows neither whether it was restarted nor what is on its disk: these are sent again.
    const hadEffect = verdict.is === 'done' && pending.action !== 'reboot' && pending.action !== 'rebuild';
    store.apply('servers', id, hadEffect ? verdict.change : { pending: null });
    return true;
  }
  if (verdict.is === 'done') {
    store.apply('servers', id, verdict.change);
    return true;
  }
  if (verdict.is === 'waiting' && Date.now() - pending.since < (pending.action === 'delete' ? DELETE_MS : QUIET_MS)) return false;
  return fail(cloud, entity, server);
}

/** By the list of volumes, because an attachment doesn't count as a change of its server. Null: not known yet, or on its way. */
function observeAttachment({ store, observations }: Cloud, id: string, server: CloudServer, since: number): boolean | null {
  const { home, cloudId } = store.find('volumes', id)?.applied ?? {};
  if (!home || !cloudId) return false;
  if (!observations.isAfter(home.region, 'volumes', since)) return null;
  const volume = observations.volume(home.region, cloudId);
  const isAttached = volume?.attachments.some(({ serverId }) => serverId === server.id) ?? false;
  return volume?.status === (isAttached ? 'in-use' : 'available') || !volume ? isAttached : null;
}

/** @throws Refused in words of the customer; the operator reads those of the cloud */
function fail({ store, core }: Cloud, { id, applied }: Server, server: CloudServer): never {
  store.apply('servers', id, { pending: null });
  const facts = { server: id, cloudId: server.id, status: server.status, action: applied.pending?.action, fault: server.fault?.message };
  core.log.error(facts, 'action failed in the cloud');
  // Where the cloud finds no host for a new size, the server stays as it was.
  const hasNoHost = applied.pending?.action === 'resize' && server.status !== 'ERROR';
  const isFull = hasNoHost || /no valid host|insufficient|not enough/i.test(server.fault?.message ?? '');
  throw new Refused(isFull ? 'server:reason.cloudFull' : 'server:reason.hostFault');
}

/** Whether a server that a list doesn't have doesn't exist: just after its creation, the cloud may not know it. */
async function isGone(cloud: Cloud, home: Home, cloudId: string, since: number): Promise<boolean> {
  if (Date.now() - since < MISSING_MS) return false;
  return (await getServer(cloud.scope(home), cloudId, cloud.signal)) === null;
}

/** Records that somebody else has deleted a server. It isn't made again unless the customer installs it again. */
export function loseServer({ store, core }: Cloud, { id, version, applied }: Server): void {
  core.log.error({ server: id, cloudId: applied.cloudId, project: applied.home?.projectId }, 'server was deleted in the cloud');
  store.apply('servers', id, { cloudId: null, pending: null, ports: [], volumes: [], ipv4: null, ipv6: null });
  store.fail('servers', id, { version, key: 'server:reason.lost' });
}

async function create(cloud: Cloud, entity: Server): Promise<void> {
  const { store, signal, core, catalog } = cloud;
  const { id, spec, applied } = entity;
  if (applied.image === spec.image.count) throw new Refused('server:reason.lost');
  core.activity.set('servers', id, writePhase(spec));
  const home = applied.home ?? (await homeOf(cloud, spec.account, spec.dataCenter, 'compute', 'network'));
  store.apply('servers', id, { home });
  const scope = cloud.scope(home);
  // An earlier request may have had its effect without a response, or the state of this process was lost.
  const [found] = await findServersByNasimId(scope, id, signal);
  if (found) return adopt(cloud, entity, home, found);
  const flavor = catalog.flavor(home.region, spec.size);
  if (!flavor) throw new Refused('server:reason.noSize');
  const imageId = imageOf(cloud, home.region, spec);
  const ports = await withGroupsOf(cloud, id, async () => {
    const groupIds = await groupsOf(cloud, home, spec.firewalls);
    let made: readonly AppliedPort[] = applied.ports;
    for (const network of [{ groupIds }, ...spec.networks]) {
      const port = await ensurePort(cloud, home, spec, network);
      made = [...made.filter(({ networkId }) => networkId !== port.networkId), port];
      store.apply('servers', id, { ports: made });
    }
    store.apply('servers', id, countersOf(spec, groupIds));
    return made;
  });
  store.apply('servers', id, { pending: { action: 'create', since: 0, count: spec.image.count } });
  const { zone } = cloud.place(spec.dataCenter);
  const created = await createServer(
    scope,
    {
      nasimId: id,
      name: spec.name,
      flavorId: flavor.id,
      imageId,
      portIds: ports.map(({ portId }) => portId),
      userData: toUserData(spec),
      ...(zone !== null && { zone }),
      ...(spec.password.value !== null && { adminPassword: spec.password.value }),
      hasConfigDrive: true,
    },
    signal,
  ).catch((error: unknown) => {
    // The request was refused, so there is nothing to search for.
    if (isCloudError(error) && !error.isUncertain) store.apply('servers', id, { pending: null });
    throw error;
  });
  store.apply('servers', id, { cloudId: created.id, pending: { action: 'create', since: Date.now(), count: spec.image.count } });
}

const countersOf = ({ boot, password, firewalls }: ServerSpec, groupIds: readonly string[]) => ({
  boot: boot.count,
  password: password.count,
  firewalls,
  groupIds,
});

/** Goes on with a server that the cloud has already. What it contains is taken for what was wanted last: nothing is written to its disk. */
async function adopt(cloud: Cloud, { id, spec, applied }: Server, home: Home, found: CloudServer): Promise<void> {
  const { store, core } = cloud;
  await withGroupsOf(cloud, id, async () => {
    const groupIds = await groupsOf(cloud, home, spec.firewalls);
    const publicPort = await ensurePort(cloud, home, spec, { groupIds });
    const ports = [publicPort, ...(await findPrivatePorts(cloud, home, id, found.id))];
    store.apply('servers', id, { ...countersOf(spec, groupIds), ports });
  });
  const common = {
    volumes: await attachedVolumes(cloud, home, found),
    cloudId: found.id,
  };
  const { pending } = applied;
  if (pending?.action === 'create' || !found.wasLaunched) {
    const count = pending?.count ?? spec.image.count;
    store.apply('servers', id, { ...common, pending: { action: 'create', since: Date.now(), count } });
    return;
  }
  core.log.warn({ server: id, cloudId: found.id, project: home.projectId }, 'server was found in the cloud');
  const image = applied.image ?? spec.image.count;
  store.apply('servers', id, { ...common, image, power: found.status === 'SHUTOFF' ? 'off' : 'on', pending: null });
}

/** IDs of those that are ours. */
async function attachedVolumes(cloud: Cloud, home: Home, { volumeIds }: CloudServer): Promise<string[]> {
  const ids: string[] = [];
  for (const volumeId of volumeIds) {
    const volume = await getVolume(cloud.scope(home), volumeId, cloud.signal);
    if (volume?.nasimId) ids.push(volume.nasimId);
  }
  return ids;
}

async function removeServer(cloud: Cloud, { id, spec, applied }: Server): Promise<void> {
  const { store, signal, core, observations } = cloud;
  const { home, pending } = applied;
  if (home) {
    const scope = cloud.scope(home);
    // Also one whose creation wasn't answered.
    const ids = applied.cloudId === null ? (await findServersByNasimId(scope, id, signal)).map((one) => one.id) : [applied.cloudId];
    const isSent = pending?.action === 'delete' && Date.now() - pending.since < DELETE_MS;
    if (ids.length > 0 && !isSent) {
      for (const one of ids) await deleteServer(scope, one, signal);
      store.apply('servers', id, { cloudId: ids[0] ?? null, pending: { action: 'delete', since: Date.now() } });
      return cloud.wait('servers', id, home.region);
    }
    const isLeft = ids.some((one) => observations.server(home.region, one) !== null);
    if (pending?.action === 'delete' && (isLeft || !observations.isAfter(home.region, 'servers', pending.since)))
      return cloud.wait('servers', id, home.region);
    await removePorts(cloud, home, spec, applied.ports);
  }
  store.clear('servers', id);
  core.activity.clear('servers', id);
}
