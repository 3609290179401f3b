import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Free space that a large write leaves, in bytes. */
const MARGIN = 64 * 1024 * 1024;

/** Bytes that this user may still write to the disk of a folder, which may not exist yet. */
export function freeBytes(folder: string): number {
  let present = folder;
  while (!existsSync(present)) present = dirname(present);
  const { bavail, bsize } = statfsSync(present);
  return bavail * bsize;
}

/** What a write lacks, in MiB. @param bytes of the write. @param free bytes. @returns null: there is room */
export const lackingSpace = (bytes: number, free: number): { needed: number; free: number } | null =>
  free < bytes + MARGIN ? { needed: mebibytes(bytes + MARGIN), free: mebibytes(free) } : null;

const mebibytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
