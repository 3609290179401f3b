import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withSpace } from '../space.ts';
import { nodeName } from './arguments.ts';
import { bitmapName, dropDamagedBitmaps, forgetBitmap, readNode } from './bitmaps.ts';
import { type Qmp, QmpError } from './qmp.ts';

const run = promisify(execFile);
const POLL_MS = 200;

export interface CopySource {
  /** The node of the disk. */
  node: string;
  path: string;
}

export interface CopyOptions {
  id: string;
  path: string;
  /** The copy to contain only the difference to, in the same folder; null: everything is copied. */
  parent: string | null;
  /** Whether a later copy may contain only the difference to this one. */
  isChained: boolean;
  /** Called when the content is fixed: later writes don't affect the copy. */
  onBegin(): Promise<void>;
  /** 0 to 100. */
  onPercent(percent: number): void;
}

interface Job {
  id: string;
  status: string;
  'current-progress': number;
  'total-progress': number;
  error?: string;
}

/** Removes what an interrupted attempt has left. */
async function cleanUp(qmp: Qmp, { node }: CopySource, id: string): Promise<void> {
  const job = nodeName('copy', id);
  const ignored = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof QmpError)) throw error;
    });
  const findJob = async () => (await qmp.execute<Job[]>('query-jobs')).find((one) => one.id === job);
  await ignored(qmp.execute('job-cancel', { id: job }));
  for (let left = await findJob(); left && left.status !== 'concluded'; left = await findJob()) await wait(POLL_MS);
  await ignored(qmp.execute('job-dismiss', { id: job }));
  await ignored(qmp.execute('blockdev-del', { 'node-name': job }));
  await forgetBitmap(qmp, node, id);
  await dropDamagedBitmaps(qmp, node);
}

/**
 * Copies a disk as it is at one moment, while its machine runs. The change log of the next copy begins at the same moment as this copy, and
 * the previous one stays until this copy is complete, so that an attempt can be repeated without losing a change.
 * @returns the parent, or null when everything was copied because the changes since the parent aren't known
 * @throws Refused when the disk of the host is full
 */
export async function copyLive(qmp: Qmp, source: CopySource, options: CopyOptions): Promise<string | null> {
  const { id, path } = options;
  await cleanUp(qmp, source, id);
  try {
    return await withSpace(dirname(path), (signal) => copy(qmp, source, options, signal));
  } catch (error) {
    // The next attempt does it otherwise, if QEMU doesn't respond now.
    await cleanUp(qmp, source, id).catch(() => {});
    await rm(`${path}.part`, { force: true });
    throw error;
  }
}

async function copy(qmp: Qmp, source: CopySource, options: CopyOptions, signal: AbortSignal): Promise<string | null> {
  const { id, path, isChained } = options;
  const { node } = source;
  const job = nodeName('copy', id);
  const part = `${path}.part`;
  const { image, 'dirty-bitmaps': bitmaps = [] } = await readNode(qmp, node);
  const known = bitmaps.find(({ name }) => options.parent !== null && name === bitmapName(options.parent));
  const parent = known ? options.parent : null;
  await rm(part, { force: true });
  const backing = parent === null ? [] : ['-F', 'qcow2', '-b', `${parent}.qcow2`];
  await run('qemu-img', ['create', '-q', '-f', 'qcow2', ...backing, part, String(image['virtual-size'])]);
  // Without the files under it: only changes are written, and nothing is read.
  const target = { driver: 'qcow2', 'node-name': job, file: { driver: 'file', filename: part }, ...(parent !== null && { backing: null }) };
  await qmp.execute('blockdev-add', target);
  const sync = parent === null ? { sync: 'full' } : { sync: 'bitmap', bitmap: bitmapName(parent), 'bitmap-mode': 'never' };
  const backup = { 'job-id': job, device: node, target: job, 'auto-dismiss': false, ...sync };
  const record = { node, name: bitmapName(id), persistent: true };
  await qmp.execute('transaction', {
    actions: [...(isChained ? [{ type: 'block-dirty-bitmap-add', data: record }] : []), { type: 'blockdev-backup', data: backup }],
  });
  await options.onBegin();
  await completion(qmp, job, options.onPercent, signal);
  await qmp.execute('blockdev-del', { 'node-name': job });
  await rename(part, path);
  if (parent !== null) await forgetBitmap(qmp, node, parent);
  return parent;
}

/** @throws Error when the copy fails */
async function completion(qmp: Qmp, id: string, onPercent: (percent: number) => void, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const job = (await qmp.execute<Job[]>('query-jobs')).find((one) => one.id === id);
    if (!job) throw new Error('the copy was canceled');
    if (job.status === 'concluded') {
      await qmp.execute('job-dismiss', { id });
      if (job.error !== undefined) throw new Error(job.error);
      return;
    }
    onPercent(Math.floor((job['current-progress'] / Math.max(1, job['total-progress'])) * 100));
    await wait(POLL_MS);
  }
}
