import { maxVolumes, volumeSize } from '../../lib/rules/cloud/volume.ts';
import { NotReady } from '../outcomes.ts';
import { setComputeQuota } from './api/compute.ts';
import { assignRole, ensureProject, findRoleId } from './api/identity.ts';
import { setNetworkQuota } from './api/network.ts';
import type { CloudScope } from './api/session.ts';
import { setVolumeQuota } from './api/volume.ts';
import type { Home } from './applied.ts';
import type { Cloud } from './cloud.ts';

const UNLIMITED = -1;

type Service = 'compute' | 'network' | 'volume';

/**
 * The project of an account in the region of a data center; made when it is first used.
 * @param services that what uses it needs: their quotas are set first
 */
export async function homeOf(cloud: Cloud, account: { id: string }, dataCenter: string, ...services: Service[]): Promise<Home> {
  const { region } = cloud.place(dataCenter);
  return cloud.locks.run(`project:${account.id}`, async () => {
    const projectId = await ensureAccountProject(cloud, account.id);
    const home = { projectId, region };
    for (const service of services) await setQuota(cloud, home, service);
    return home;
  });
}

async function ensureAccountProject({ store, session, settings, signal }: Cloud, accountId: string): Promise<string> {
  const known = store.fact(`project ${accountId}`);
  if (known !== null) return known;
  const own = await session.own(signal);
  const project = await ensureProject(
    own,
    { nasimId: accountId, domainId: settings.projectDomainId, name: `${settings.prefix}${accountId}`, description: 'Account of Nasim' },
    signal,
  );
  const roleId = await findRoleId(own, settings.role, signal);
  if (roleId === null) throw new NotReady(`the cloud has no role ${settings.role}`, 60_000);
  await assignRole(own, { projectId: project.id, userId: own.userId, roleId }, signal);
  store.setFact(`project ${accountId}`, project.id);
  return project.id;
}

/** The portal limits servers by the balance, and volumes by number and size; the cloud's own defaults would be lower. */
const quotas: Readonly<Record<Service, (own: CloudScope, projectId: string, signal: AbortSignal) => Promise<void>>> = {
  compute: (own, projectId, signal) => setComputeQuota(own, projectId, { instances: UNLIMITED, cores: UNLIMITED, ram: UNLIMITED }, signal),
  network(own, projectId, signal) {
    const network = { network: UNLIMITED, subnet: UNLIMITED, port: UNLIMITED, security_group: UNLIMITED, security_group_rule: UNLIMITED };
    return setNetworkQuota(own, projectId, network, signal);
  },
  volume(own, projectId, signal) {
    const gigabytes = maxVolumes * volumeSize.max;
    const volume = { volumes: maxVolumes, gigabytes, snapshots: UNLIMITED, backups: UNLIMITED, backup_gigabytes: UNLIMITED };
    return setVolumeQuota(own, projectId, volume, signal);
  },
};

async function setQuota({ store, session, signal }: Cloud, { projectId, region }: Home, service: Service): Promise<void> {
  const fact = `quota ${service} ${region} ${projectId}`;
  if (store.fact(fact) !== null) return;
  await quotas[service]((await session.own(signal)).inRegion(region), projectId, signal);
  store.setFact(fact, '');
}
