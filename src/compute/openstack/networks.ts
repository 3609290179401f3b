import { hasFailed } from '../convergence/failed.ts';
import { isCloudError } from './api/errors.ts';
import { createNetwork, createSubnet, deleteNetwork, findNetworksByNasimId, listSubnets } from './api/network.ts';
import type { Cloud } from './cloud.ts';
import { homeOf } from './projects.ts';

/** Brings a private network to its newest state: a network with one subnet and no way out of it. */
export async function convergeNetwork(cloud: Cloud, id: string): Promise<void> {
  const { store, signal, core } = cloud;
  const entity = store.find('networks', id);
  if (!entity || entity.isCleared) return;
  const { spec, applied, version } = entity;
  if (entity.isRemoved) {
    if (applied.home) {
      const scope = cloud.scope(applied.home);
      // A creation that wasn't answered is found by its ID.
      const ids = applied.cloudId === null ? (await findNetworksByNasimId(scope, id, signal)).map((one) => one.id) : [applied.cloudId];
      for (const cloudId of ids)
        await deleteNetwork(scope, cloudId, signal).catch((error: unknown) => {
          if (isCloudError(error, 'conflict')) throw cloud.inUse('a server still uses the network');
          throw error;
        });
    }
    store.clear('networks', id);
  } else if (!hasFailed(entity) && applied.version !== version) {
    const home = applied.home ?? (await homeOf(cloud, spec.account, spec.dataCenter, 'network'));
    store.apply('networks', id, { home });
    const scope = cloud.scope(home);
    let { cloudId } = applied;
    if (cloudId === null) {
      const [found] = await findNetworksByNasimId(scope, id, signal);
      cloudId = (found ?? (await createNetwork(scope, { nasimId: id, name: `nasim-${id}` }, signal))).id;
      store.apply('networks', id, { cloudId });
    }
    if (applied.subnetId === null) {
      const [found] = await listSubnets(scope, { networkId: cloudId }, signal);
      const subnet = found ?? (await createSubnet(scope, { nasimId: id, networkId: cloudId, cidr: spec.cidr, gateway: null }, signal));
      store.apply('networks', id, { subnetId: subnet.id });
    }
    store.apply('networks', id, { version, failure: null });
  }
  core.activity.clear('networks', id);
}
