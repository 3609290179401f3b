import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { Context } from '../context.ts';
import { Refused } from '../outcomes.ts';
import type { Forward } from '../protocol.ts';
import { diskDevice, diskNode, formatForward, macAddress, networkBackend, nodeName } from '../qemu/arguments.ts';
import type { Machine } from '../qemu/machine.ts';
import { type Qmp, QmpError, QmpTimeout } from '../qemu/qmp.ts';
import { reserveForwards } from './forwards.ts';
import { volumeDisk } from './start.ts';

/** How long a guest may take to release a device. */
const RELEASE_MS = 30_000;

/** A repeated command whose first execution wasn't recorded. */
const ignoring = async (pattern: RegExp, work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof QmpError) || !pattern.test(error.message)) throw error;
  });
};
const PRESENT = /duplicate|already|exist/i;
const ABSENT = /not found|failed to find|not exist/i;

/** Removes a device, and waits until the guest has released it. */
async function removeDevice(qmp: Qmp, id: string): Promise<void> {
  const released = qmp.next(({ event, data }) => event === 'DEVICE_DELETED' && data.device === id, RELEASE_MS);
  try {
    await qmp.execute('device_del', { id });
  } catch (error) {
    if (error instanceof QmpError && error.class === 'DeviceNotFound') return;
    // A request that the guest hasn't answered yet.
    if (!(error instanceof QmpError && /already in the process/.test(error.message))) throw error;
  }
  try {
    await released;
  } catch (error) {
    if (error instanceof QmpTimeout) throw new Refused('server:reason.deviceBusy', {}, { cause: error });
    throw error;
  }
}

export async function attachVolume(context: Context, { qmp }: Machine, id: string): Promise<void> {
  const disk = volumeDisk(context, id);
  await ignoring(PRESENT, qmp.execute('blockdev-add', diskNode(disk)));
  await ignoring(PRESENT, qmp.execute('device_add', diskDevice(disk)));
}

/** @throws Refused when the guest doesn't release it */
export async function detachVolume({ qmp }: Machine, id: string): Promise<void> {
  const node = nodeName('volume', id);
  await removeDevice(qmp, `${node}-device`);
  await ignoring(ABSENT, qmp.execute('blockdev-del', { 'node-name': node }));
}

/** The ID of a network's interface doesn't depend on its place in the list, which changes. */
export async function attachNetwork({ id, qmp }: Machine, network: string): Promise<void> {
  const { id: netdev, ...backend } = networkBackend(network);
  await ignoring(PRESENT, qmp.execute('netdev_add', { id: netdev, ...backend }));
  const device = { driver: 'virtio-net-pci', id: `${netdev}-device`, netdev, mac: macAddress(id, network), romfile: '' };
  await ignoring(PRESENT, qmp.execute('device_add', device));
}

/** @throws Refused when the guest doesn't release it */
export async function detachNetwork({ qmp }: Machine, network: string): Promise<void> {
  const { id } = networkBackend(network);
  await removeDevice(qmp, `${id}-device`);
  await ignoring(ABSENT, qmp.execute('netdev_del', { id }));
}

/** Sets up the forwards that a server should have now. @returns them */
export async function changeForwards(
  { store, settings }: Context,
  { qmp }: Machine,
  spec: ServerSpec,
  present: readonly Forward[],
): Promise<Forward[]> {
  const wanted = await reserveForwards(store, spec, settings, present);
  const includes = (list: readonly Forward[], one: Forward) => list.some((other) => JSON.stringify(other) === JSON.stringify(one));
  // Their output is a text: an unknown forward is one that was removed before.
  for (const one of present)
    if (!includes(wanted, one)) await qmp.human(`hostfwd_remove public ${one.protocol}:${settings.address}:${one.port}`);
  for (const one of wanted)
    if (!includes(present, one)) {
      const output = await qmp.human(`hostfwd_add public ${formatForward(one, settings.address)}`);
      if (/could not set up|invalid/i.test(output) && !(await isForwarded(qmp, one))) throw new Error(output.trim());
    }
  return wanted;
}

const isForwarded = async (qmp: Qmp, { port, guestPort, protocol }: Forward): Promise<boolean> =>
  new RegExp(`${protocol}\\[HOST_FORWARD\\].*\\s${port}\\s.*\\s${guestPort}\\s`, 'i').test(await qmp.human('info usernet'));
