import { maxVolumes } from '../../lib/rules/cloud/volume.ts';
import { NotReady } from '../outcomes.ts';
import { setComputeQuota } from './api/compute.ts';
import { isCloudError } from './api/errors.ts';
import { assignRole, ensureProject, findRoleId } from './api/identity.ts';
import { setNetworkQuota } from './api/network.ts';
import { setVolumeQuota } from './api/volume.ts';
import type { Home } from './applied.ts';
import type { Cloud } from './cloud.ts';

const UNLIMITED = -1;

/** The project of an account in the region of a data center; made when it is first used. */
export async function homeOf(cloud: Cloud, account: { id: string }, dataCenter: string): Promise<Home> {
  const { region } = cloud.place(dataCenter);
  return cloud.locks.run(`project:${account.id}`, async () => {
    const projectId = await ensureAccountProject(cloud, account.id);
    const home = { projectId, region };
    await setQuotas(cloud, home);
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

/** The portal limits servers by the balance and volumes by number; the cloud's own defaults would be lower. */
async function setQuotas({ store, session, signal, core }: Cloud, { projectId, region }: Home): Promise<void> {
  const fact = `quotas ${region} ${projectId}`;
  if (store.fact(fact) !== null) return;
  const own = (await session.own(signal)).inRegion(region);
  await setComputeQuota(own, projectId, { instances: UNLIMITED, cores: UNLIMITED, ram: UNLIMITED }, signal);
  const network = { network: UNLIMITED, subnet: UNLIMITED, port: UNLIMITED, security_group: UNLIMITED, security_group_rule: UNLIMITED };
  await setNetworkQuota(own, projectId, network, signal);
  const volume = { volumes: maxVolumes, gigabytes: UNLIMITED, snapshots: UNLIMITED, backups: UNLIMITED, backup_gigabytes: UNLIMITED };
  await setVolumeQuota(own, projectId, volume, signal).catch((error: unknown) => {
    // A cloud without Cinder runs servers too.
    if (!isCloudError(error, 'unsupported')) throw error;
    core.log.warn({ region }, 'the region has no volumes');
  });
  store.setFact(fact, '');
}
