import { Refused } from '../outcomes.ts';
import type { Entity } from '../state/store.ts';
import * as nova from './api/compute.ts';
import { isCloudError } from './api/errors.ts';
import { getVolume } from './api/volume.ts';
import { type Home, type OpenstackApplied, type Pending, type ServerAction, unanswered } from './applied.ts';
import type { Cloud } from './cloud.ts';
import { applyGroups } from './firewalls.ts';
import { imageOf, readyVolume } from './needs.ts';
import type { Step } from './plan.ts';
import { changePorts } from './ports.ts';
import { toUserData } from './userData.ts';

/** Statuses of a volume on its way to a server or away from it. */
const movingStatuses = new Set(['reserved', 'attaching', 'detaching']);

/**
 * Sends one request for a server. Actions are stored before, and are pending until their result is observed.
 * @throws Refused when it can't be done, CloudError and NotReady
 */
export async function runStep(
  cloud: Cloud,
  home: Home,
  cloudId: string,
  step: Step,
  entity: Entity<'servers', OpenstackApplied>,
): Promise<void> {
  const { store, signal, catalog } = cloud;
  const { id, spec, applied } = entity;
  const scope = cloud.scope(home);
  const act = (action: ServerAction, work: () => Promise<void>, more: Partial<Pending<ServerAction>> = {}) =>
    send(cloud, id, action, work, more);
  switch (step.do) {
    case 'delete':
      return act('delete', () => nova.deleteServer(scope, cloudId, signal));
    case 'rebuild': {
      const imageId = imageOf(cloud, home.region, spec);
      const { value, count } = spec.password;
      const options = { imageId, userData: toUserData(spec), ...(value !== null && { adminPassword: value }) };
      await act('rebuild', () => nova.rebuildServer(scope, cloudId, options, signal), { count: spec.image.count });
      return store.apply('servers', id, { password: count });
    }
    case 'resize': {
      const flavor = catalog.flavor(home.region, spec.size);
      if (!flavor) throw new Refused('server:reason.noSize');
      const server = cloud.observations.server(home.region, cloudId);
      const before = server && { cpu: server.flavor.cpu, ram: server.flavor.ramMb / 1_024, disk: server.flavor.disk };
      store.apply('servers', id, { previousSize: before });
      return act('resize', () => nova.resizeServer(scope, cloudId, flavor.id, signal));
    }
    case 'confirm':
      return act('confirm', () => nova.confirmResize(scope, cloudId, signal));
    case 'revert':
      return act('revert', () => nova.revertResize(scope, cloudId, signal));
    case 'rescue': {
      const imageId = catalog.rescueImage(home.region)?.id;
      const { value } = spec.password;
      const options = { ...(imageId !== undefined && { imageId }), ...(value !== null && { password: value }) };
      return act('rescue', () => nova.rescueServer(scope, cloudId, options, signal), { count: spec.boot.count });
    }
    case 'unrescue':
      return act('unrescue', () => nova.unrescueServer(scope, cloudId, signal));
    case 'start':
      return act('start', () => nova.startServer(scope, cloudId, signal), { count: spec.boot.count });
    case 'stop':
      return act('stop', () => nova.stopServer(scope, cloudId, signal));
    case 'reboot': {
      // A soft one needs a system that runs.
      const isActive = cloud.observations.server(home.region, cloudId)?.status === 'ACTIVE';
      const type = spec.boot.hard || !isActive ? 'HARD' : 'SOFT';
      return act('reboot', () => nova.rebootServer(scope, cloudId, type, signal), { count: spec.boot.count });
    }
    case 'attach': {
      const volume = readyVolume(cloud, step.id);
      const found = await getVolume(scope, volume, signal);
      if (found && movingStatuses.has(found.status)) throw cloud.inUse(`volume ${step.id} is busy`);
      if (found?.attachments.some(({ serverId }) => serverId === cloudId))
        return store.apply('servers', id, { volumes: [...applied.volumes, step.id] });
      return act('attach', () => nova.attachVolume(scope, cloudId, volume, signal), { volumeId: step.id });
    }
    case 'detach': {
      // One that doesn't exist any more isn't attached either.
      const volume = store.find('volumes', step.id)?.applied.cloudId;
      if (!volume) return store.apply('servers', id, { volumes: applied.volumes.filter((one) => one !== step.id) });
      return act('detach', () => nova.detachVolume(scope, cloudId, volume, signal), { volumeId: step.id });
    }
    case 'ports':
      return changePorts(cloud, home, spec, applied);
    case 'groups':
      return applyGroups(cloud, id);
    case 'rename':
      await nova.renameServer(scope, cloudId, spec.name, signal);
      return cloud.observations.rename(home.region, cloudId, spec.name);
    case 'password':
      await nova.changePassword(scope, cloudId, spec.password.value ?? '', signal).catch((error: unknown) => {
        // Its driver can't, or the guest agent doesn't respond.
        if (isCloudError(error, 'conflict', 'badRequest') || (isCloudError(error) && error.status === 501))
          throw new Refused('server:reason.noAgent', {}, { cause: error });
        throw error;
      });
      return store.apply('servers', id, { password: spec.password.count });
  }
}

/** Stores an action before it is sent: without a response, the next observation shows whether it had an effect. */
async function send(
  { store }: Cloud,
  id: string,
  action: ServerAction,
  work: () => Promise<void>,
  more: Partial<Pending<ServerAction>>,
): Promise<void> {
  const pending: Pending<ServerAction> = { action, since: 0, ...more };
  store.apply('servers', id, { pending });
  try {
    await work();
  } catch (error) {
    store.apply('servers', id, { pending: isCloudError(error) && !error.isUncertain ? null : unanswered(pending) });
    throw error;
  }
  store.apply('servers', id, { pending: { ...pending, since: Date.now() } });
}
