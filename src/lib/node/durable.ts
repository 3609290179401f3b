import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
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
  const partPath = `${path}.${process.pid}.part`;
  try {
    await withFile(partPath, 'w', async (file) => {
      await file.writeFile(data);
      await file.sync();
    });
    await rename(partPath, path);
  } catch (error) {
    // A part would keep a full disk full.
    await rm(partPath, { force: true }).catch(() => {});
    throw error;
  }
  await withFile(dirname(path), 'r', (folder) => folder.sync());
}

async function withFile(path: string, flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

/** The content isn't what was written. */
export class Damaged extends Error {}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const CHECKED = /^\{"sha256":"([0-9a-f]{64})",/;

/**
 * JSON of an object with a first property `sha256`, the SHA-256 of the rest. Earlier versions of the program read it as well: they ignore
 * the property.
 * @param value has at least one property that isn't undefined
 */
export function toCheckedJson(value: object): string {
  const json = JSON.stringify(value);
  return `{"sha256":"${digest(json)}",${json.slice(1)}`;
}

/**
 * The object of `toCheckedJson`, or of JSON without a checksum, as earlier versions of the program wrote it.
 * @throws {Damaged} when the text isn't JSON of an object, or doesn't match its checksum
 */
export function fromCheckedJson(text: string): object {
  const [head, expected] = CHECKED.exec(text) ?? [];
  const json = head ? `{${text.slice(head.length)}` : text;
  if (expected && digest(json) !== expected) throw new Damaged('the checksum is wrong');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Damaged('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Damaged('not an object');
  return value;
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
