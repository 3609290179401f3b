import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { key } from '../lib/i18n/key.ts';
import type { Folders } from './folders.ts';
import { Refused } from './outcomes.ts';
import type { Qmp } from './qemu/qmp.ts';

/** Bytes that stay free for what the servers write, whose disks take up space only as they are written. */
const RESERVE = 1_073_741_824;
const CHECK_MS = 200;
/** A server that was paused goes on when there are so many bytes again. */
const RESUME = RESERVE / 8;
const RESUME_MS = 5_000;

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether so little of a disk is free that nothing new is written to it. */
export const isFull = async (folder: string): Promise<boolean> => (await readFree(folder)) < RESERVE;

/**
 * Does work that writes much to the disk of the host, as long as enough of it stays free.
 * @param work stops when its signal is aborted
 * @throws Refused when the disk is full, or becomes so
 */
export async function withSpace<T>(folder: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const full = new AbortController();
  const check = async () => {
    if (await isFull(folder)) full.abort(new Refused(key('server:reason.hostFull')));
  };
  await check();
  full.signal.throwIfAborted();
  const timer = setInterval(() => void check().catch(() => {}), CHECK_MS);
  try {
    return await work(full.signal);
  } catch (error) {
    full.signal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

interface Paused {
  id: string;
  qmp: Pick<Qmp, 'execute'>;
}
interface Resuming {
  machines: { all(): readonly { machine: Paused }[] };
  /** `root`: on the disk that may be full. */
  folders: Pick<Folders, 'root'>;
  log: Pick<Logger, 'info' | 'error'>;
}

/**
 * QEMU pauses a machine that can't write because the disk of the host is full, so that nothing is lost; this lets it go on when there is
 * space again.
 * @returns stops it
 */
export function startResuming({ machines, folders, log }: Resuming): () => void {
  const paused = new Set<string>();
  /** Those that haven't responded yet: one never makes the others wait. */
  const busy = new Set<string>();
  const resumeOne = async ({ id, qmp }: Paused, hasSpace: boolean) => {
    const { status } = await qmp.execute<{ status: string }>('query-status');
    if (status !== 'io-error') paused.delete(id);
    else if (hasSpace) {
      await qmp.execute('cont');
      log.info({ server: id }, 'machine goes on');
    } else if (!paused.has(id)) {
      paused.add(id);
      log.error({ server: id }, 'machine is paused until the disk of the host has space');
    }
  };
  const resume = async () => {
    const hasSpace = (await readFree(folders.root)) >= RESUME;
    for (const { machine } of machines.all().filter((one) => !busy.has(one.machine.id))) {
      busy.add(machine.id);
      // A machine that ends meanwhile is started again by others.
      void resumeOne(machine, hasSpace)
        .catch(() => {})
        .finally(() => busy.delete(machine.id));
    }
  };
  const timer = setInterval(() => void resume().catch(() => {}), RESUME_MS);
  return () => clearInterval(timer);
}
