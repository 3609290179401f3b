import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { listFlavors } from '../../../src/compute/openstack/api/flavor.ts';
import { listImages } from '../../../src/compute/openstack/api/image.ts';
import { listNetworks } from '../../../src/compute/openstack/api/network.ts';
import { CloudSession, type CloudSettings } from '../../../src/compute/openstack/api/session.ts';
import { hasBackupService } from '../../../src/compute/openstack/api/volume.ts';
import { type Lab, signal } from './contract.ts';

/** Why tests with a real cloud are skipped here; null: they run. */
export const whyNoCloud = process.env.OS_AUTH_URL ? null : 'OS_AUTH_URL is not set: no OpenStack cloud for tests';

/** The variables of OpenStack's own command-line client, of a user with the role of an administrator. */
export function labSettings(): CloudSettings {
  const { env } = process;
  const { OS_AUTH_URL: authUrl = '', OS_USERNAME: username = '', OS_PASSWORD: password = '', OS_PROJECT_NAME: name = '' } = env;
  return {
    authUrl,
    username,
    password,
    userDomainId: env.OS_USER_DOMAIN_ID ?? 'default',
    project: { name, domainId: env.OS_PROJECT_DOMAIN_ID ?? 'default' },
    region: env.OS_REGION_NAME ?? 'RegionOne',
    interface: 'public',
  };
}

/** The first public resources of the cloud. Its session ends with the test. */
export async function openLab(): Promise<Lab> {
  const session = new CloudSession(labSettings());
  onTestFinished(() => session.close());
  const own = await session.own(signal());
  const flavors = (await listFlavors(own, signal())).filter((flavor) => flavor.isPublic && !flavor.isDisabled);
  const [small, large] = flavors.toSorted((left, right) => left.ramMb - right.ramMb);
  const image = (await listImages(own, { visibility: 'public' }, signal())).find(({ status }) => status === 'active');
  const [external] = await listNetworks(own, { isExternal: true }, signal());
  if (!small || !large || !image || !external)
    throw new Error('the tests need two public flavors, a public image that is active, and an external network');
  const Hypervisors = z.object({ hypervisors: z.array(z.object({ hypervisor_type: z.string() })) });
  const { hypervisors } = await own.read(Hypervisors, { service: 'compute', path: '/os-hypervisors/detail', signal: signal() });
  return {
    session,
    flavors: [small.id, large.id],
    imageId: image.id,
    externalNetworkId: external.id,
    uploadsImages: !hypervisors.some(({ hypervisor_type }) => hypervisor_type === 'fake'),
    extendsInUse: true,
    hasBackups: await hasBackupService(own, signal()),
  };
}
