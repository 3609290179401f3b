import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { completeRestoredState } from '../../compute/state/backup.ts';
import { type Env, StartError } from '../../config/env.ts';
import { freeBytes, lackingSpace } from '../../lib/node/disk.ts';
import { syncToDisk } from '../../lib/node/durable.ts';
import { restoreMark } from '../../lib/node/restoreMark.ts';
import { laterMigrations } from '../db/migrate.ts';
import { completeRestored } from '../drivers/objects/fs/backup.ts';
import { type ArchiveEntry, type BackupHeader, extractArchive, type VerifiedArchive, verifyArchive } from './archive.ts';
import { inData, isKnownName, names, restoredNames } from './layout.ts';
import { isEmptyDatabase, loadPostgres, requireProgram } from './postgres.ts';
import { RestoreLock } from './restoreLock.ts';

/** Entries of an empty disk. */
const emptyDisk: readonly string[] = ['lost+found'];

/**
 * Restores a backup into the empty DATA_DIR of the environment, and into its empty database. Nothing is written before the whole file was
 * verified. From then on until everything is on the disk, the installation doesn't start, and another restore starts over.
 * @returns what the backup says about itself
 * @throws StartError when that isn't possible
 */
export async function restoreBackup(env: Env, file: string): Promise<BackupHeader> {
  const source = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} can’t be read: ${error.message}`);
  });
  try {
    requireEmptyFolder(env);
    const archive = await verifyArchive(source);
    await checkFits(env, archive);
    createFolder(env.DATA_DIR);
    const lock = new RestoreLock(restoreMark(env.DATA_DIR));
    try {
      // Another restore may have ended since it was checked.
      requireEmptyFolder(env);
      for (const name of restoredNames) rmSync(inData(env, name), { recursive: true, force: true });
      await extract(env, source, archive, lock);
      if (archive.header.objects === 'copied') await completeRestored(inData(env, names.objects));
      // Servers in a cloud are where they were.
      if (archive.header.servers && archive.header.compute !== 'openstack') completeRestoredState(inData(env, names.compute));
      syncFolders(env.DATA_DIR, archive);
    } catch (error) {
      lock.close();
      throw error;
    }
    lock.finish();
    return archive.header;
  } finally {
    await source.close();
  }
}

/** @throws StartError when DATA_DIR has anything that an interrupted restore didn't leave */
function requireEmptyFolder(env: Env): void {
  if (!existsSync(env.DATA_DIR)) return;
  const mark = basename(restoreMark(env.DATA_DIR));
  const present = readdirSync(env.DATA_DIR).filter((name) => !emptyDisk.includes(name));
  const own = present.includes(mark) ? [mark, `${mark}-journal`, ...restoredNames] : [];
  // Disks that an operator has put there already must not be deleted.
  const disks = ['images', 'servers', 'volumes'].map((name) => join(names.compute, name));
  const others = [...present.filter((name) => !own.includes(name)), ...disks.filter((name) => existsSync(inData(env, name)))];
  if (others.length > 0)
    throw new StartError(
      `${env.DATA_DIR} isn’t empty: it has ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}. Move that away, or set DATA_DIR to another folder.`,
    );
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`${folder} can’t be created: ${error instanceof Error ? error.message : error}`);
  }
}

/** @throws StartError when the backup doesn't fit this environment */
async function checkFits(env: Env, { header, entries }: VerifiedArchive): Promise<void> {
  const later = laterMigrations(header.migrations);
  if (later.length > 0)
    throw new StartError(
      `Version ${header.nasim} of Nasim made this backup, with a later schema (${later.join(', ')}). Restore it with that version.`,
    );
  const unknown = entries.find(({ name }) => !isKnownName(name));
  if (unknown) throw new StartError(`The backup has an entry that this version doesn’t know: ${JSON.stringify(unknown.name)}.`);
  if (header.database === 'postgres') {
    if (env.DATABASE_URL === undefined)
      throw new StartError('The backup is one of a PostgreSQL database. Set DATABASE_URL to an empty database.');
    await requireProgram('pg_restore', env.DATABASE_URL);
    if (!existsSync(restoreMark(env.DATA_DIR)) && !(await isEmptyDatabase(env.DATABASE_URL))) throw databaseInUse();
  } else if (env.DATABASE_URL !== undefined)
    throw new StartError('The backup is one of an SQLite database, which can’t be restored to PostgreSQL. Start without DATABASE_URL.');
  const bytes = entries.reduce((sum, entry) => (entry.name === names.dump ? sum : sum + entry.bytes), 0);
  const lacking = lackingSpace(bytes, freeBytes(env.DATA_DIR));
  if (lacking) throw new StartError(`${env.DATA_DIR} needs ${lacking.needed} MiB of free space; ${lacking.free} MiB are free.`);
}

const databaseInUse = () => new StartError('The database of DATABASE_URL isn’t empty. Create an empty one, and set DATABASE_URL to it.');

async function extract(env: Env, source: FileHandle, archive: VerifiedArchive, lock: RestoreLock): Promise<void> {
  await extractArchive(source, archive, async (entry, content) => {
    if (entry.name === names.dump) await load(env, archive.header, lock, content);
    else await writeEntry(env, entry, content);
  });
}

/** Loads the dump, unless an interrupted restore of the same backup has done it: the database was empty before. */
async function load(env: Env, { id }: BackupHeader, lock: RestoreLock, content: AsyncIterable<Uint8Array>): Promise<void> {
  const url = env.DATABASE_URL ?? '';
  const isEmpty = await isEmptyDatabase(url);
  if (!isEmpty && lock.loading !== id) throw databaseInUse();
  if (isEmpty) {
    lock.setLoading(id);
    await loadPostgres(url, content);
  } else for await (const _chunk of content);
}

async function writeEntry(env: Env, { name }: ArchiveEntry, content: AsyncIterable<Uint8Array>): Promise<void> {
  const path = inData(env, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // An earlier entry of the same name was written while the file was still growing.
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The names of the files must survive a power cut too. */
function syncFolders(root: string, { entries }: VerifiedArchive): void {
  const folders = new Set<string>([dirname(root), root]);
  for (const { name } of entries)
    for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) folders.add(inData({ DATA_DIR: root }, folder));
  for (const folder of folders) if (existsSync(folder)) syncToDisk(folder);
}
