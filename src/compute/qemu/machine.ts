import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { MachineFiles } from '../folders.ts';
import { buildArguments, type MachineArguments } from './arguments.ts';
import { connectSoon, Qmp } from './qmp.ts';

export const QEMU = 'qemu-system-x86_64';
const START_MS = 30_000;
const EXIT_MS = 5_000;
/** A process that responds late on a busy host still runs the customer's system. */
const ADOPT_MS = 30_000;

/** A QEMU process, started by this process or by an earlier one. */
export class Machine {
  readonly id: string;
  readonly qmp: Qmp;
  readonly pid: number;
  readonly files: MachineFiles;

  private constructor(id: string, files: MachineFiles, pid: number, qmp: Qmp) {
    this.id = id;
    this.files = files;
    this.pid = pid;
    this.qmp = qmp;
  }

  /** Starts a process that outlives this one. @throws Error with the message of QEMU when it doesn't start */
  static async start(options: MachineArguments): Promise<Machine> {
    const { id, files } = options;
    for (const path of [files.pid, files.monitor, files.agent, files.serial, files.display]) await rm(path, { force: true });
    // A pipe would end it with this process.
    const messages = await open(files.messages, 'w', 0o600);
    let isOver = false;
    try {
      const child = spawn(QEMU, buildArguments(options), {
        cwd: files.folder,
        detached: true,
        stdio: ['ignore', 'ignore', messages.fd],
      });
      child.once('error', () => {
        isOver = true;
      });
      child.once('exit', () => {
        isOver = true;
      });
      child.unref();
    } finally {
      await messages.close();
    }
    const qmp = await connectSoon(files.monitor, START_MS, () => isOver).catch(async (error: unknown) => {
      throw new Error(`QEMU: ${(await readFile(files.messages, 'utf8')).trim().slice(-500)}`, { cause: error });
    });
    qmp.close();
    const machine = await Machine.adopt(id, files);
    if (!machine) throw new Error('QEMU ended after its start');
    return machine;
  }

  /**
   * Connects to the process of an earlier start. One that doesn't respond is ended: nobody could stop it otherwise.
   * @returns null when there is none
   */
  static async adopt(id: string, files: MachineFiles): Promise<Machine | null> {
    const pid = findProcess(files);
    if (pid === null) return null;
    try {
      const qmp = await Qmp.connect(files.monitor, ADOPT_MS);
      return new Machine(id, files, pid, qmp);
    } catch {
      await end(pid, files);
      return null;
    }
  }

  /** Ends the process, without informing the guest. */
  async quit(): Promise<void> {
    await this.qmp.execute('quit', {}, EXIT_MS).catch(() => {});
    await end(this.pid, this.files, EXIT_MS);
    this.qmp.close();
  }

  /** Resolves when the process has ended, or stopped responding and was ended. */
  async ended(): Promise<void> {
    await this.qmp.closed;
    await end(this.pid, this.files, EXIT_MS);
  }
}

/** Waits until a process has ended, and kills it after `graceMs`. */
async function end(pid: number, files: MachineFiles, graceMs = 0): Promise<void> {
  for (let waited = 0; isMachine(pid, files); waited += 20) {
    if (waited >= graceMs) process.kill(pid, 'SIGKILL');
    await wait(20);
  }
}

/** The process of a machine; null: it doesn't run. One that has just been started hasn't written its PID file yet. */
function findProcess(files: MachineFiles): number | null {
  const written = readPid(files);
  if (isMachine(written, files)) return written;
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isMachine(Number(name), files));
  return found === undefined ? null : Number(found);
}

function readPid({ pid }: MachineFiles): number {
  try {
    return Number(readFileSync(pid, 'utf8'));
  } catch {
    return 0;
  }
}

/** A number of a process that has ended may belong to another one. */
function isMachine(pid: number, { pid: file }: MachineFiles): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return args[args.indexOf('-pidfile') + 1] === file;
  } catch {
    return false;
  }
}
