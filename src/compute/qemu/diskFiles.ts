import { execFile } from 'node:child_process';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { withSpace } from '../space.ts';

/* Files in the format qcow2, made with qemu-img. None of these may be used on a disk that QEMU has open. */

const run = promisify(execFile);
const qemuImg = (signal: AbortSignal, ...args: string[]) => run('qemu-img', args, { maxBuffer: 4_000_000, signal });

/**
 * Writes a file beside `path` and renames it: a kill leaves the old file or the new one.
 * @throws Refused when the disk of the host is full
 */
async function replaceFile(path: string, write: (part: string, signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const part = `${path}.part`;
  await rm(part, { force: true });
  try {
    await withSpace(dirname(path), (signal) => write(part, signal));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** An empty disk. @param size GB */
export const createDisk = (path: string, size: number) =>
  replaceFile(path, (part, signal) => qemuImg(signal, 'create', '-q', '-f', 'qcow2', part, `${size}G`));

/** A disk with the content of another file, which must never change again. @param base relative to the folder of `path` */
export const createOverlay = (path: string, base: string, size: number | null) =>
  replaceFile(path, (part, signal) =>
    qemuImg(signal, 'create', '-q', '-f', 'qcow2', '-F', 'qcow2', '-b', base, part, ...(size === null ? [] : [`${size}G`])),
  );

/** An independent disk with the content of another one and of all files under it. @param size GB */
export const copyDisk = (from: string, path: string, size: number | null) =>
  replaceFile(path, async (part, signal) => {
    await qemuImg(signal, 'convert', '-q', '-f', 'qcow2', '-O', 'qcow2', from, part);
    if (size !== null) await qemuImg(signal, 'resize', '-q', '-f', 'qcow2', part, `${size}G`);
  });

/** Bytes that a file occupies; 0: there is none. */
export async function readAllocated(path: string): Promise<number> {
  const file = await stat(path).catch(() => null);
  return file ? file.blocks * 512 : 0;
}
