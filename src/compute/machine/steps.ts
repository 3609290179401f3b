import { mkdir } from 'node:fs/promises';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { findImage, linkBase } from '../catalog.ts';
import type { Context } from '../context.ts';
import { NotReady, Refused } from '../outcomes.ts';
import { copyDisk, createOverlay } from '../qemu/diskFiles.ts';
import { resizeDisk } from '../qemu/disks.ts';
import type { AppliedServer } from '../state/applied.ts';
import { attachNetwork, attachVolume, changeForwards, detachNetwork, detachVolume } from './devices.ts';
import { setPassword } from './password.ts';
import { phaseAfterWrite, type Step } from './plan.ts';
import { shutDown } from './shutDown.ts';
import { startMachine } from './start.ts';

/**
 * Executes one step of a server.
 * @returns what has changed in `applied`
 * @throws Refused when it can't be done, and any other error when it is worth another attempt
 */
export async function runStep(context: Context, step: Step, spec: ServerSpec, applied: AppliedServer): Promise<Partial<AppliedServer>> {
  const { machines } = context;
  const running = machines.get(spec.id);
  switch (step.do) {
    case 'write':
      return writeDisk(context, spec);
    case 'grow':
      await resizeDisk(running?.machine ?? null, 'disk', context.folders.machine(spec.id).disk, spec.size.disk);
      return { disk: spec.size.disk };
    case 'start':
      return startMachine(context, spec, applied);
    case 'stop':
      if (running && !step.hard) await shutDown(running.machine, context.settings.graceMs);
      await machines.quit(spec.id);
      return { power: 'off', isHalted: false, cause: step.cause };
  }
  // Steps of a running machine. One that has just died is started again first.
  if (!running) throw new NotReady('the machine does not run');
  const { machine } = running;
  switch (step.do) {
    case 'reset':
      await machine.qmp.execute('system_reset');
      return { boot: spec.boot.count };
    case 'attachVolume':
      await attachVolume(context, machine, step.id);
      return { volumes: [...applied.volumes, step.id] };
    case 'detachVolume':
      await detachVolume(machine, step.id);
      return { volumes: applied.volumes.filter((id) => id !== step.id) };
    case 'attachNetwork': {
      const added = spec.networks.filter(({ networkId }) => networkId === step.id);
      await attachNetwork(machine, step.id);
      return { networks: [...applied.networks, ...added] };
    }
    case 'detachNetwork':
      await detachNetwork(machine, step.id);
      return { networks: applied.networks.filter(({ networkId }) => networkId !== step.id) };
    case 'forward':
      return { forwards: await changeForwards(context, machine, spec, applied.forwards), reserved: [] };
    case 'password': {
      const { user } = (await findImage(context.folders, spec.image.os)) ?? { user: 'root' };
      await setPassword(machine, user, spec.password.value ?? '');
      return { password: spec.password.count };
    }
  }
}

async function writeDisk(context: Context, spec: ServerSpec): Promise<Partial<AppliedServer>> {
  const { folders, store } = context;
  const files = folders.machine(spec.id);
  await mkdir(files.folder, { recursive: true, mode: 0o700 });
  const { imageId, os, count } = spec.image;
  if (imageId === null) {
    const image = await findImage(folders, os);
    if (!image) throw new Refused('server:reason.noImage');
    await createOverlay(files.disk, await linkBase(folders, image, files.disk), spec.size.disk);
  } else {
    const copy = store.get('images', imageId);
    if (!copy) throw new Refused('server:reason.noCopy');
    if (copy.applied.size === null) throw new NotReady('the copy is not complete');
    await copyDisk(folders.copy(imageId), files.disk, spec.size.disk);
  }
  return { image: count, disk: spec.size.disk, cause: phaseAfterWrite(spec), power: 'off', isHalted: false };
}
