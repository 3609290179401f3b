import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { type CatalogImage, findImage, findRescueImage, linkBase } from '../catalog.ts';
import type { Context } from '../context.ts';
import type { MachineFiles } from '../folders.ts';
import { NotReady, Refused } from '../outcomes.ts';
import { type DiskArguments, macAddress, nodeName } from '../qemu/arguments.ts';
import { endBlockHosts } from '../qemu/blockHost.ts';
import { createOverlay } from '../qemu/diskFiles.ts';
import { findFirmware } from '../qemu/firmware.ts';
import { Machine } from '../qemu/machine.ts';
import { makeSeed, type SeedInterface, writeSeed } from '../seed.ts';
import type { AppliedServer } from '../state/applied.ts';
import { reserveForwards } from './forwards.ts';

const MB_PER_GB = 1024;

/** The disk of a volume in a machine. @throws NotReady until it is created */
export function volumeDisk({ store, folders }: Context, id: string): DiskArguments {
  const volume = store.get('volumes', id);
  if (!volume || volume.applied.size === 0) throw new NotReady(`volume ${id} isn't ready`);
  return { node: nodeName('volume', id), path: folders.volume(id), serial: volume.spec.serial };
}

/** A system of its own that is lost with the next start, for repairs: the server's disk is its second one. */
async function rescueDisk(
  context: Context,
  { os }: ServerSpec['image'],
  files: MachineFiles,
): Promise<{ disk: DiskArguments; image: CatalogImage }> {
  const image = await findRescueImage(context.folders, os);
  if (!image) throw new Refused('server:reason.noRescue');
  const path = join(files.folder, 'rescue.qcow2');
  await rm(path, { force: true });
  await createOverlay(path, await linkBase(context.folders, image, path), null);
  return { disk: { node: 'rescue', path, serial: 'rescue' }, image };
}

const isWritten = ({ cause }: AppliedServer): boolean => cause === 'installingOs' || cause === 'rebuilding' || cause === 'restoring';

/** Whether the disk was written from a copy of another server's. Unknown once the copy is deleted: the system has started by then. */
function isCopyOfOther(store: Context['store'], { id, image }: ServerSpec): boolean {
  const copy = image.imageId === null ? null : store.get('images', image.imageId);
  return copy !== null && copy.spec.sourceId !== id;
}

/** The public interface, and those in private networks with their addresses: `10.0.0.5/24`. */
const listInterfaces = ({ store }: Context, { id, networks }: ServerSpec): SeedInterface[] => [
  { mac: macAddress(id, 'public'), address: null },
  ...networks.map(({ networkId, address }) => {
    const prefix = store.get('networks', networkId)?.spec.cidr.split('/')[1] ?? '32';
    return { mac: macAddress(id, networkId), address: `${address}/${prefix}` };
  }),
];

/**
 * Starts the machine of a server with everything that its state contains.
 * @returns what is applied with it
 */
export async function startMachine(context: Context, spec: ServerSpec, applied: AppliedServer): Promise<Partial<AppliedServer>> {
  const { folders, store, settings, machines } = context;
  const files = folders.machine(spec.id);
  const rescue = spec.rescue ? await rescueDisk(context, spec.image, files) : null;
  // The kernel of a restored disk is that of its system as well.
  const image = rescue?.image ?? (await findImage(folders, spec.image.os));
  // The customer's user data installs the server, not the system that repairs it.
  const access = rescue ? { ...spec.access, userData: null } : spec.access;
  await writeSeed(files.seed, makeSeed({ ...spec, access, interfaces: listInterfaces(context, spec), isCopy: isCopyOfOther(store, spec) }));
  const forwards = await reserveForwards(store, spec, settings, []);
  await endBlockHosts(files.folder);
  const machine = await Machine.start({
    id: spec.id,
    files,
    accel: (await context.acceleration()) ?? 'tcg',
    cpu: spec.size.cpu,
    memory: spec.size.ram * MB_PER_GB,
    disks: [
      ...(rescue ? [rescue.disk] : []),
      { node: 'disk', path: files.disk, serial: 'disk' },
      ...spec.volumes.map((id) => volumeDisk(context, id)),
    ],
    kernel: image?.kernel ? { kernel: image.kernel, initrd: image.initrd, append: image.append } : null,
    uefi: image?.boot === 'uefi' ? await findFirmware(files.folder) : null,
    forwards,
    address: settings.address,
    networks: spec.networks.map(({ networkId }) => networkId),
  });
  machines.add(machine);
  return {
    power: 'on',
    isHalted: false,
    cause: null,
    boot: spec.boot.count,
    cpu: spec.size.cpu,
    ram: spec.size.ram,
    rescue: spec.rescue,
    volumes: spec.volumes,
    networks: spec.networks,
    forwards,
    reserved: [],
    // A system that was just written to the disk has it from the seed.
    ...(isWritten(applied) && { password: spec.password.count }),
  };
}
