import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as compute from '../../../src/compute/openstack/api/compute.ts';
import { type CloudErrorCode, isCloudError } from '../../../src/compute/openstack/api/errors.ts';
import { listFlavors } from '../../../src/compute/openstack/api/flavor.ts';
import * as identity from '../../../src/compute/openstack/api/identity.ts';
import * as image from '../../../src/compute/openstack/api/image.ts';
import * as network from '../../../src/compute/openstack/api/network.ts';
import type { CloudScope, CloudSession } from '../../../src/compute/openstack/api/session.ts';
import * as volume from '../../../src/compute/openstack/api/volume.ts';
import { cleanUp } from './resources.ts';

export interface Lab {
  session: CloudSession;
  /** Small ones, of different sizes. */
  flavors: readonly [string, string];
  imageId: string;
  externalNetworkId: string;
  /** Nova's fake driver never uploads the image of a server. */
  uploadsImages: boolean;
  /** Its back end can extend a volume in use. */
  extendsInUse: boolean;
  hasBackups: boolean;
}

const LONGEST_MS = 120_000;
/** A project is empty by then. */
const CLEAN_MS = 600_000;
export const signal = () => AbortSignal.timeout(LONGEST_MS);
const newId = () => randomUUID();

/** Reads until the result is as wanted. */
export async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const end = Date.now() + LONGEST_MS;
  for (let delay = 5; ; delay = Math.min(delay * 2, 1_000)) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`not reached: ${JSON.stringify(value)}`);
    await wait(delay);
  }
}

export const codeOf = (work: Promise<unknown>): Promise<CloudErrorCode | 'none'> =>
  work.then(
    () => 'none',
    (error: unknown) => {
      if (isCloudError(error)) return error.code;
      throw error;
    },
  );

/** What every cloud does, the one for tests and a real one. */
export function cloudContract(name: string, makeLab: () => Promise<Lab>): void {
  /** A project of an account, which ends with the test. */
  async function openProject({ session }: Lab): Promise<{ scope: CloudScope; own: CloudScope; accountId: string }> {
    const own = await session.own(signal());
    const roleId = (await identity.findRoleId(own, 'member', signal())) ?? '';
    const accountId = newId();
    const input = { nasimId: accountId, domainId: 'default', name: `nasim-${accountId}`, description: 'A customer' };
    const [project, same] = await Promise.all([identity.ensureProject(own, input, signal()), identity.ensureProject(own, input, signal())]);
    expect(same.id).toBe(project.id);
    await identity.assignRole(own, { projectId: project.id, userId: own.userId, roleId }, signal());
    await identity.assignRole(own, { projectId: project.id, userId: own.userId, roleId }, signal());
    const scope = session.project(project.id);
    onTestFinished(async () => {
      await cleanUp(scope);
      await own.send({ service: 'identity', method: 'DELETE', path: `/projects/${project.id}`, signal: signal() });
    }, CLEAN_MS);
    return { scope, own, accountId };
  }

  async function makeNetwork(scope: CloudScope) {
    const made = await network.createNetwork(scope, { nasimId: newId(), name: 'private' }, signal());
    const subnet = await network.createSubnet(scope, { nasimId: newId(), networkId: made.id, cidr: '10.7.0.0/24' }, signal());
    return { networkId: made.id, networkNasimId: made.nasimId ?? '', subnetId: subnet.id };
  }
  const makePort = (scope: CloudScope, networkId: string, more: Partial<network.NewPort> = {}) =>
    network.createPort(scope, { nasimId: newId(), name: 'eth0', networkId, ...more }, signal());
  async function makeServer(scope: CloudScope, { flavors, imageId }: Lab, portId: string) {
    const nasimId = newId();
    const input = {
      nasimId,
      name: 'web',
      flavorId: flavors[0],
      imageId,
      portIds: [portId],
      userData: '#cloud-config\n',
      adminPassword: 'a password',
    };
    const { id } = await compute.createServer(scope, input, signal());
    return { id, nasimId };
  }
  const rests = (status: string) => (server: compute.CloudServer | null) => server?.status === status && server.taskState === null;
  const reach = (scope: CloudScope, id: string, status: string) => until(() => compute.getServer(scope, id, signal()), rests(status));

  // A real cloud needs minutes, and so does a busy machine.
  describe(name, { timeout: 600_000 }, () => {
    test('a server from its order to its end', async () => {
      const lab = await makeLab();
      const { scope, own } = await openProject(lab);
      const { networkId } = await makeNetwork(scope);
      const port = await makePort(scope, networkId);
      const since = new Date(Date.now() - 60_000).toISOString();
      const { id, nasimId } = await makeServer(scope, lab, port.id);
      expect(await compute.findServersByNasimId(scope, nasimId, signal())).toMatchObject([{ id, nasimId, projectId: scope.projectId }]);
      const running = await reach(scope, id, 'ACTIVE');
      expect(running).toMatchObject({
        name: 'web',
        powerState: 1,
        imageId: lab.imageId,
        fault: null,
        addresses: [{ address: port.addresses[0]?.address, version: 4, isFloating: false }],
      });
      const listed = await compute.listServers(own, { allProjects: true, changesSince: since }, signal());
      expect(listed.find((server) => server.id === id)).toMatchObject({ nasimId, status: 'ACTIVE' });
      expect(await network.getPort(scope, port.id, signal())).toMatchObject({ deviceId: id, addresses: port.addresses });

      await compute.renameServer(scope, id, 'shop', signal());
      await compute.stopServer(scope, id, signal());
      expect(await reach(scope, id, 'SHUTOFF')).toMatchObject({ name: 'shop', powerState: 4 });
      expect(await codeOf(compute.stopServer(scope, id, signal()))).toBe('conflict');
      await compute.startServer(scope, id, signal());
      await reach(scope, id, 'ACTIVE');
      for (const type of ['SOFT', 'HARD'] as const) {
        await compute.rebootServer(scope, id, type, signal());
        await reach(scope, id, 'ACTIVE');
      }

      await compute.rescueServer(scope, id, { password: 'a password' }, signal());
      await reach(scope, id, 'RESCUE');
      await compute.unrescueServer(scope, id, signal());
      await reach(scope, id, 'ACTIVE');
      await compute.rebuildServer(scope, id, { imageId: lab.imageId, userData: '#cloud-config\nhostname: x\n' }, signal());
      await reach(scope, id, 'ACTIVE');

      const size = { name: running?.flavor.name };
      await compute.resizeServer(scope, id, lab.flavors[1], signal());
      expect((await reach(scope, id, 'VERIFY_RESIZE'))?.flavor.name).not.toBe(size.name);
      await compute.revertResize(scope, id, signal());
      expect((await reach(scope, id, 'ACTIVE'))?.flavor).toMatchObject(size);
      await compute.resizeServer(scope, id, lab.flavors[1], signal());
      await reach(scope, id, 'VERIFY_RESIZE');
      await compute.confirmResize(scope, id, signal());
      expect((await reach(scope, id, 'ACTIVE'))?.flavor.name).not.toBe(size.name);

      expect(await compute.getConsoleOutput(scope, id, 10, signal())).not.toBe('');
      expect((await compute.createConsole(scope, id, 'graphical', signal())).href).toMatch(/^ws:\/\/.*\?token=/);
      expect((await compute.createConsole(scope, id, 'serial', signal())).href).toMatch(/^ws:\/\/.*\?token=/);

      const { imageId } = await compute.createServerImage(scope, id, { nasimId: `${nasimId}-copy`.slice(-36), name: 'copy' }, signal());
      expect(await image.findImagesByNasimId(scope, `${nasimId}-copy`.slice(-36), signal())).toMatchObject([
        { id: imageId, visibility: 'private' },
      ]);
      if (lab.uploadsImages)
        await until(
          () => image.getImage(scope, imageId, signal()),
          (copy) => copy?.status === 'active',
        );
      await until(
        () => compute.getServer(scope, id, signal()),
        (server) => server?.taskState === null,
      );
      await image.deleteImage(scope, imageId, signal());
      expect(await image.getImage(scope, imageId, signal())).toBeNull();

      await compute.deleteServer(scope, id, signal());
      await until(
        () => compute.getServer(scope, id, signal()),
        (server) => server === null,
      );
      await compute.deleteServer(scope, id, signal());
      const after = await compute.listServers(own, { allProjects: true, changesSince: since }, signal());
      // Its metadata are gone by then.
      expect(after.find((server) => server.id === id)).toMatchObject({ nasimId: null, status: 'DELETED' });
      expect(
        await until(
          () => network.getPort(scope, port.id, signal()),
          (one) => one?.deviceId === null,
        ),
      ).toMatchObject({ id: port.id });
    });

    test('what a cloud refuses', async () => {
      const lab = await makeLab();
      const { scope, own } = await openProject(lab);
      const { networkId } = await makeNetwork(scope);
      const port = await makePort(scope, networkId);
      const create = (more: Partial<compute.NewServer>) =>
        compute.createServer(
          scope,
          {
            nasimId: newId(),
            name: 'x',
            flavorId: lab.flavors[0],
            imageId: lab.imageId,
            portIds: [port.id],
            ...more,
          },
          signal(),
        );
      expect(await codeOf(create({ flavorId: newId() }))).toBe('badRequest');
      expect(await codeOf(create({ imageId: newId() }))).toBe('badRequest');
      const secret = 'x'.repeat(70_000);
      const refused = await create({ userData: secret }).catch((error: Error) => error);
      expect(isCloudError(refused, 'badRequest')).toBe(true);
      expect(String(refused)).not.toContain('eHh4eHh4');
      expect(isCloudError(refused) && refused.requestId).toMatch(/^req-/);

      await compute.setComputeQuota(own, scope.projectId, { instances: 0 }, signal());
      expect(await codeOf(create({}))).toBe('quota');
      await compute.setComputeQuota(own, scope.projectId, { instances: 3, cores: 8, ram: 16_384 }, signal());
      await volume.setVolumeQuota(own, scope.projectId, { volumes: 0 }, signal());
      expect(await codeOf(volume.createVolume(scope, { nasimId: newId(), name: 'data', size: 1 }, signal()))).toBe('quota');
      await network.setNetworkQuota(own, scope.projectId, { security_group: 1 }, signal());
      expect(await codeOf(network.createSecurityGroup(scope, { nasimId: newId(), name: 'x' }, signal()))).toBe('quota');
      // Not those of this project.
      expect(await codeOf(compute.setComputeQuota(scope, scope.projectId, { instances: 9 }, signal()))).toBe('forbidden');
      expect(await codeOf(compute.listServers(scope, { allProjects: true }, signal()))).toBe('forbidden');
      const other = await openProject(lab);
      expect(await network.getPort(other.scope, port.id, signal())).toBeNull();
      expect(await codeOf(network.deleteNetwork(scope, networkId, signal()))).toBe('conflict');
      const { address } = port.addresses[0] ?? {};
      const used = { addresses: [{ subnetId: port.addresses[0]?.subnetId ?? '', ...(address && { address }) }] };
      expect(await codeOf(makePort(scope, networkId, used))).toBe('conflict');
      expect(await compute.getServer(scope, newId(), signal())).toBeNull();
      expect(await volume.getVolume(scope, newId(), signal())).toBeNull();
      expect(await image.getImage(scope, newId(), signal())).toBeNull();
      expect(await network.getSecurityGroup(scope, newId(), signal())).toBeNull();
    });

    test('volumes', async () => {
      const lab = await makeLab();
      const { scope, own } = await openProject(lab);
      const { networkId } = await makeNetwork(scope);
      const { id } = await makeServer(scope, lab, (await makePort(scope, networkId)).id);
      const nasimId = newId();
      const made = await volume.createVolume(scope, { nasimId, name: 'data', size: 1 }, signal());
      const is = (status: string) =>
        until(
          () => volume.getVolume(scope, made.id, signal()),
          (one) => one?.status === status,
        );
      await is('available');
      expect(await volume.findVolumesByNasimId(scope, nasimId, signal())).toMatchObject([
        { id: made.id, size: 1, projectId: scope.projectId },
      ]);
      expect(await volume.findVolumesByNasimId(scope, newId(), signal())).toEqual([]);
      expect((await volume.listVolumes(own, { allProjects: true }, signal())).map((one) => one.id)).toContain(made.id);
      await reach(scope, id, 'ACTIVE');

      await compute.attachVolume(scope, id, made.id, signal());
      expect(await is('in-use')).toMatchObject({ attachments: [{ serverId: id }] });
      await until(
        () => compute.getServer(scope, id, signal()),
        (server) => server?.volumeIds[0] === made.id,
      );
      expect(await codeOf(compute.attachVolume(scope, id, made.id, signal()))).toBe('badRequest');
      expect(await codeOf(volume.deleteVolume(scope, made.id, signal()))).toBe('badRequest');
      if (lab.extendsInUse) {
        await volume.extendVolume(scope, made.id, 2, signal());
        await until(
          () => volume.getVolume(scope, made.id, signal()),
          (one) => one?.status === 'in-use' && one.size === 2,
        );
      }
      await compute.detachVolume(scope, id, made.id, signal());
      await is('available');
      await compute.detachVolume(scope, id, made.id, signal());
      await volume.extendVolume(scope, made.id, 3, signal());
      await until(
        () => volume.getVolume(scope, made.id, signal()),
        (one) => one?.status === 'available' && one.size === 3,
      );
      expect(await codeOf(volume.extendVolume(scope, made.id, 2, signal()))).toBe('badRequest');

      expect(await volume.hasBackupService(own, signal())).toBe(lab.hasBackups);
    });

    test('backups', async ({ skip }) => {
      const lab = await makeLab();
      skip(!lab.hasBackups, 'the cloud has no backup service');
      const { scope } = await openProject(lab);
      const made = await volume.createVolume(scope, { nasimId: newId(), name: 'data', size: 1 }, signal());
      const isAvailable = () =>
        until(
          () => volume.getVolume(scope, made.id, signal()),
          (one) => one?.status === 'available',
        );
      await isAvailable();
      expect(await codeOf(volume.createBackup(scope, { nasimId: newId(), volumeId: made.id, isIncremental: true }, signal()))).toBe(
        'badRequest',
      );
      const back = async (isIncremental: boolean) => {
        const nasimId = newId();
        const { id } = await volume.createBackup(scope, { nasimId, volumeId: made.id, isIncremental }, signal());
        await until(
          () => volume.getBackup(scope, id, signal()),
          (one) => one?.status === 'available',
        );
        expect(await volume.findBackupsByNasimId(scope, nasimId, signal())).toMatchObject([{ id, nasimId, isIncremental }]);
        return id;
      };
      const full = await back(false);
      const more = await back(true);
      expect(await codeOf(volume.deleteBackup(scope, full, signal()))).toBe('badRequest');
      await volume.restoreBackup(scope, more, made.id, signal());
      await isAvailable();
      for (const id of [more, full]) {
        await volume.deleteBackup(scope, id, signal());
        await until(
          () => volume.getBackup(scope, id, signal()),
          (one) => one === null,
        );
      }
    });

    test('networks, addresses and security groups', async () => {
      const lab = await makeLab();
      const { scope } = await openProject(lab);
      const { networkId, networkNasimId, subnetId } = await makeNetwork(scope);
      expect(await network.findNetworksByNasimId(scope, networkNasimId, signal())).toMatchObject([{ id: networkId, isExternal: false }]);
      expect((await network.listNetworks(scope, { isExternal: true }, signal())).map(({ id }) => id)).toContain(lab.externalNetworkId);
      const nasimId = newId();
      const group = await network.createSecurityGroup(scope, { nasimId, name: 'web' }, signal());
      expect(group.rules.map(({ direction }) => direction)).toEqual(['egress', 'egress']);
      const rule = { direction: 'ingress', version: 4, protocol: 'tcp', portFrom: 443, portTo: 443, remote: '192.0.2.0/24' } as const;
      await network.createSecurityRules(scope, group.id, [rule, { ...rule, version: 6, remote: null }], signal());
      expect(await codeOf(network.createSecurityRules(scope, group.id, [rule], signal()))).toBe('conflict');
      const [stored] = await network.findSecurityGroupsByNasimId(scope, nasimId, signal());
      const incoming = stored?.rules.filter(({ direction }) => direction === 'ingress') ?? [];
      expect(incoming.toSorted((left, right) => left.version - right.version)).toMatchObject([rule, { version: 6, remote: null }]);
      const port = await makePort(scope, networkId, { securityGroupIds: [group.id], addresses: [{ subnetId, address: '10.7.0.77' }] });
      expect(await network.findPortsByNasimId(scope, port.nasimId ?? '', signal())).toMatchObject([
        { id: port.id, addresses: [{ address: '10.7.0.77' }], securityGroupIds: [group.id] },
      ]);
      expect(await codeOf(network.deleteSecurityGroup(scope, group.id, signal()))).toBe('conflict');
      await network.updatePort(scope, port.id, { securityGroupIds: [] }, signal());
      for (const { id } of stored?.rules ?? []) await network.deleteSecurityRule(scope, id, signal());
      expect((await network.getSecurityGroup(scope, group.id, signal()))?.rules).toEqual([]);
      await network.deleteSecurityGroup(scope, group.id, signal());
    });

    test('sizes and systems', async () => {
      const lab = await makeLab();
      const own = await lab.session.own(signal());
      const flavors = await listFlavors(own, signal());
      expect(flavors.filter(({ id }) => lab.flavors.includes(id)).map(({ isPublic }) => isPublic)).toEqual([true, true]);
      expect((await image.listImages(own, { visibility: 'public' }, signal())).map(({ id }) => id)).toContain(lab.imageId);
    });
  });
}
