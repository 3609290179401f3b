import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { listFlavors } from '../../../src/compute/openstack/api/flavor.ts';
import { listProjects } from '../../../src/compute/openstack/api/identity.ts';
import { findImagesByNasimId, listImages } from '../../../src/compute/openstack/api/image.ts';
import { listNetworks } from '../../../src/compute/openstack/api/network.ts';
import { type CloudScope, CloudSession, type CloudSettings } from '../../../src/compute/openstack/api/session.ts';
import { hasBackupService } from '../../../src/compute/openstack/api/volume.ts';
import type { OpenstackSettings } from '../../../src/compute/openstack/settings.ts';
import type { ServerSize } from '../../../src/lib/rules/cloud/server/states.ts';
import { type Lab, signal } from './contract.ts';
import { cleanUp, listResources } from './resources.ts';

const LONGEST_MS = 600_000;

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
  return {
    session,
    flavors: [small.id, large.id],
    imageId: image.id,
    externalNetworkId: external.id,
    uploadsImages: !(await readHypervisors(own)).includes('fake'),
    extendsInUse: true,
    hasBackups: await hasBackupService(own, signal()),
  };
}

/**
 * A cloud for a compute process with one account, which has nothing in it. Everything that it gets there ends with the test.
 * @param prefix of the name of its project; tests that run at the same time have different ones
 */
export async function openCloud(prefix = 'nasim-test-') {
  const { region, project, ...user } = labSettings();
  const settings: OpenstackSettings = {
    ...user,
    projectName: 'name' in project ? project.name : '',
    projectDomainId: 'domainId' in project ? project.domainId : '',
    places: new Map([['FRA', { region, zone: null }]]),
    network: process.env.OS_NETWORK ?? 'public',
    prefix,
    role: 'admin',
    volumeTypes: new Map(),
    images: new Map(),
  };
  const session = new CloudSession(labSettings());
  const own = await session.own(signal());
  const findProject = async () =>
    (await listProjects(own, settings.projectDomainId, null, signal())).find(({ name }) => name.startsWith(prefix));
  const remove = async () => {
    const found = await findProject();
    if (!found) return;
    await cleanUp(session.project(found.id));
    await own.send({ service: 'identity', method: 'DELETE', path: `/projects/${found.id}`, signal: signal() });
  };
  // Of a test that was interrupted.
  await remove();
  onTestFinished(async () => {
    await remove();
    await session.close();
  }, LONGEST_MS);
  const flavors = await listFlavors(own, signal());
  return {
    settings,
    /** Kinds and names of what the account has, without the security groups that each account has. */
    async left(): Promise<string[]> {
      const found = await findProject();
      const names = found ? (await listResources(session.project(found.id))).map(({ name }) => name) : [];
      return names.filter((name) => !/^security_groups nasim-(open|egress[46])$/.test(name));
    },
    flavorName: ({ cpu, ram, disk }: ServerSize) =>
      flavors.find((one) => one.cpu === cpu && one.ramMb === ram * 1_024 && one.disk === disk)?.name ?? '',
    /**
     * Uploads the copy of a server where hypervisors are Nova's fake ones, which never do.
     * @returns false while there is no copy that waits for it
     */
    async completeImage(nasimId: string): Promise<boolean> {
      if (!(await readHypervisors(own)).includes('fake')) return true;
      const scope = session.project((await findProject())?.id ?? '');
      const [image] = await findImagesByNasimId(scope, nasimId, signal());
      if (image?.status !== 'queued') return false;
      const form = { disk_format: 'raw', container_format: 'bare' };
      const json = Object.entries(form).map(([name, value]) => ({ op: 'add', path: `/${name}`, value }));
      const headers = { 'content-type': 'application/openstack-images-v2.1-json-patch' };
      await scope.send({ service: 'image', method: 'PATCH', path: `/images/${image.id}`, json, headers, signal: signal() });
      const file = { 'content-type': 'application/octet-stream' };
      await scope.send({
        service: 'image',
        method: 'PUT',
        path: `/images/${image.id}/file`,
        json: 'disk',
        headers: file,
        signal: signal(),
      });
      return true;
    },
  };
}

async function readHypervisors(own: CloudScope): Promise<string[]> {
  const Hypervisors = z.object({ hypervisors: z.array(z.object({ hypervisor_type: z.string() })) });
  const { hypervisors } = await own.read(Hypervisors, { service: 'compute', path: '/os-hypervisors/detail', signal: signal() });
  return hypervisors.map(({ hypervisor_type }) => hypervisor_type);
}
