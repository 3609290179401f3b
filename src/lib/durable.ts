import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Waits until a file, or the entries of a folder, are on the disk. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Replaces a file. A kill or a power cut leaves the old content or the new one, never a part. Only this user may read it: the files
 * contain private keys.
 * @throws when the disk fails or is full; the old content is still there
 */
export async function writeDurably(path: string, data: string | Uint8Array): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  syncToDisk(dirname(path));
}

/** The mark in the name of a file that was set aside; the time in UTC follows it. */
const MARK = '.damaged-';

/**
 * Renames an unreadable file, and the `-wal` and `-shm` of an SQLite file, so that it can be made again from its source while an
 * operator still has what was there. `damagedIn` lists it until somebody deletes it.
 * @returns its new path
 */
export function setAside(path: string, now = new Date()): string {
  const time = now.toISOString().replaceAll(/[:.-]/g, '');
  const aside = `${path}${MARK}${time}`;
  for (const suffix of ['', '-wal', '-shm'])
    try {
      renameSync(path + suffix, aside + suffix);
    } catch (error) {
      // A write-ahead log that isn't there.
      if (suffix === '' || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  syncToDisk(dirname(path));
  return aside;
}

export interface DamagedFile {
  /** Its name in the folder, without the mark. */
  name: string;
  path: string;
  /** ISO time in UTC. */
  setAsideAt: string;
}

/** Files of a folder that were set aside, by name; empty if the folder isn't there. */
export function damagedIn(folder: string): DamagedFile[] {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return [];
  }
  return names.flatMap((file) => {
    const [, name, time] = /^(.+)\.damaged-(\d{8}T\d{9}Z)$/.exec(file) ?? [];
    const at = time?.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z');
    return name && at ? [{ name, path: join(folder, file), setAsideAt: at }] : [];
  });
}
