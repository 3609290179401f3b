import { statfs } from 'node:fs/promises';
import { key } from '../lib/i18n/key.ts';
import type { Context } from './context.ts';
import { Refused } from './outcomes.ts';

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

/**
 * QEMU pauses a machine that can't write because the disk of the host is full, so that nothing is lost; this lets it go on when there is
 * space again.
 * @returns stops it
 */
export function startResuming({ machines, folders, log }: Pick<Context, 'machines' | 'folders' | 'log'>): () => void {
  const paused = new Set<string>();
  const resume = async () => {
    const hasSpace = (await readFree(folders.root)) >= RESUME;
    for (const { machine } of machines.all()) {
      const { id, qmp } = machine;
      const { status } = await qmp.execute<{ status: string }>('query-status');
      if (status !== 'io-error') paused.delete(id);
      else if (hasSpace) {
        await qmp.execute('cont');
        log.info({ server: id }, 'machine goes on');
      } else if (!paused.has(id)) {
        paused.add(id);
        log.error({ server: id }, 'machine is paused until the disk of the host has space');
      }
    }
  };
  // A machine that ends meanwhile is started again by others.
  const timer = setInterval(() => void resume().catch(() => {}), RESUME_MS);
  return () => clearInterval(timer);
}
