import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { diskNode } from './arguments.ts';
import { type Machine, QEMU } from './machine.ts';
import { connectSoon, type Qmp } from './qmp.ts';

const START_MS = 10_000;
const MACHINE = 'none';
const END_MS = 5_000;
/** The socket of a disk's process. */
const SUFFIX = '.qmp';

/**
 * Works on a disk by QMP: in its machine, or in a QEMU without a processor while no machine has it open. So what is done to disks is the
 * same for servers that run and those that are off.
 * @param node its name for commands
 */
export async function withBlockHost<T>(machine: Machine | null, node: string, path: string, work: (qmp: Qmp) => Promise<T>): Promise<T> {
  if (machine) return work(machine.qmp);
  const socket = `${path}${SUFFIX}`;
  await endBlockHosts(path);
  await rm(socket, { force: true });
  const args = [
    ...['-machine', MACHINE, '-nodefaults', '-no-user-config', '-display', 'none', '-S'],
    ...['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    ...['-blockdev', JSON.stringify(diskNode({ node, path }))],
    ...['-chardev', `socket,id=monitor,path=${basename(socket)},server=on,wait=off`, '-mon', 'chardev=monitor,mode=control'],
  ];
  // A longer path of the socket might not be accepted.
  const child = spawn(QEMU, args, { cwd: dirname(path) });
  let message = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    message = (message + text).slice(-500);
  });
  const ended = once(child, 'close');
  try {
    const qmp = await connectSoon(socket, START_MS, () => child.exitCode !== null).catch((error: unknown) => {
      throw new Error(`QEMU: ${message.trim()}`, { cause: error });
    });
    const result = await work(qmp);
    // Its bitmaps are stored in the file when it ends.
    await qmp.execute('quit');
    await ended;
    return result;
  } finally {
    child.kill('SIGKILL');
    await rm(socket, { force: true });
  }
}

/**
 * Ends the processes that a killed compute process has left: they lock their disks.
 * @param prefix of the paths of their disks
 */
export async function endBlockHosts(prefix: string): Promise<void> {
  const filename = `"filename":${JSON.stringify(prefix).slice(0, -1)}`;
  const isLeft = (pid: string): boolean => {
    try {
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return args[args.indexOf('-machine') + 1] === MACHINE && args.some((arg) => arg.includes(filename));
    } catch {
      return false;
    }
  };
  const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isLeft(name));
  await Promise.all(
    left.map(async (pid) => {
      // It stores the bitmaps of its disk when it ends by this signal.
      process.kill(Number(pid), 'SIGTERM');
      for (let waited = 0; isLeft(pid); waited += 20) {
        if (waited >= END_MS) process.kill(Number(pid), 'SIGKILL');
        await wait(20);
      }
    }),
  );
}
