import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { completeCopies, copyFile, stateFiles } from '../../compute/state/backup.ts';
import { type Env, StartError } from '../../config/env.ts';
import { syncToDisk } from '../../lib/node/durable.ts';
import { readVersion } from '../../lib/node/version.ts';
import { iso } from '../../lib/time.ts';
import { refuseHalfRestored } from '../core/installation.ts';
import { laterMigrations } from '../db/migrate.ts';
import { allBlobs, blobPath, indexFile, lacksIndex, referencedBlobs } from '../drivers/objects/fs/backup.ts';
import { missing } from '../drivers/objects/fs/blobs.ts';
import { ArchiveWriter, type BackupHeader } from './archive.ts';
import { computeName, folderMarks, inData, isKnownName, names } from './layout.ts';
import { dumpPostgres, migrationsOf, requireProgram } from './postgres.ts';
import { copySqlite, migrationsIn } from './sqliteCopy.ts';

/** The result of a backup. */
export interface BackupReport {
  bytes: number;
  entries: number;
  objects: BackupHeader['objects'];
  /** Objects' files that the store itself has lost. */
  lostBlobs: number;
  /** Snapshots and backups of servers that have no file. */
  lostCopies: number;
}

/** How often files that were deleted meanwhile are looked up in a newer index; each time, only new ones are read. */
const MAX_ROUNDS = 20;

/**
 * Makes a backup of the installation that the environment names, beside its running processes.
 *
 * What the database refers to must be in the backup, and what has been acknowledged before must be too. Contents of objects and uploaded
 * files never change, so they can be read at any time: all of them first, which may take long; then the database, then the index of the
 * objects, which thereby is ahead of the database by moments, as after a crash of the portal; then the files that were added meanwhile.
 * @param file the new file. @param servers whether it gets the snapshots and backups of servers on this host
 * @throws StartError when that isn't possible; then there is no file
 */
export async function makeBackup(env: Env, file: string, { servers = false } = {}): Promise<BackupReport> {
  if (existsSync(file)) throw fileExists(file);
  refuseHalfRestored(env);
  const migrations = await readMigrations(env);
  const later = laterMigrations(migrations);
  if (later.length > 0) throw new StartError(`A later version of Nasim wrote the database (${later.join(', ')}). Make the backup with it.`);
  if (!existsSync(inData(env, names.secrets))) throw new StartError(`${inData(env, names.secrets)} is missing.`);
  const objects = objectsOf(env);
  const hasState = existsSync(inData(env, computeName(stateFiles.state)));
  if (servers && !hasState) throw new StartError(`${inData(env, names.compute)} has no servers. Make the backup without --servers.`);
  const engine = env.COMPUTE_DRIVER === 'openstack' ? 'openstack' : 'qemu';
  // That of a cloud says which of its servers are whose.
  const compute = servers || (hasState && engine === 'openstack') ? engine : null;

  // Beside the file: it must be on the same disk, and this is where there has to be room. Only this user may enter.
  const work = await mkdtemp(`${file}.part-`).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${dirname(file)} can’t be written to: ${error.message}`);
  });
  const clear = () => rmSync(work, { recursive: true, force: true });
  // A signal ends the command through `exit`.
  process.once('exit', clear);
  try {
    const part = join(work, 'backup.tar');
    const output = await open(part, 'wx', 0o600);
    try {
      const archive = new ArchiveWriter(output);
      const contents = new Contents(env, archive);
      await contents.addFolderMarks();
      await contents.addUploads();
      await contents.addSite();
      if (objects === 'copied') await contents.addBlobs();
      await addDatabase(env, archive, work);
      await contents.addUploads();
      const lostBlobs = objects === 'copied' ? await contents.addIndex(work) : 0;
      const lostCopies = compute === null ? 0 : await contents.addServers(work, compute);
      if (existsSync(inData(env, names.logs))) await addCopy(archive, names.logs, inData(env, names.logs), join(work, names.logs));
      await archive.addFile(names.secrets, inData(env, names.secrets));
      const database = env.DATABASE_URL === undefined ? ('sqlite' as const) : ('postgres' as const);
      await archive.finish({
        id: randomUUID(),
        nasim: readVersion(),
        createdAt: iso(Date.now()),
        database,
        migrations,
        objects,
        servers: compute === 'qemu',
        compute,
      });
      claimName(part, file);
      return { bytes: statSync(file).size, entries: archive.entries.length, objects, lostBlobs, lostCopies };
    } finally {
      await output.close();
    }
  } catch (error) {
    if (isFull(error)) throw new StartError(`The disk of ${file} is full. The backup was not made.`);
    throw error;
  } finally {
    clear();
    process.off('exit', clear);
  }
}

const fileExists = (file: string) => new StartError(`${file} exists. Choose another name.`);

/** Gives a complete file its name, unless there is a file of that name. Not every disk for backups has links, which would do it at once. */
function claimName(part: string, file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? fileExists(file) : error;
  }
  renameSync(part, file);
  syncToDisk(dirname(file));
}

/** Whether a disk has no room left, as Node and SQLite report it. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(String(error.code));

async function readMigrations(env: Env): Promise<string[]> {
  if (env.DATABASE_URL !== undefined) {
    await requireProgram('pg_dump', env.DATABASE_URL);
    const migrations = await migrationsOf(env.DATABASE_URL);
    if (migrations.length === 0) throw new StartError('The database of DATABASE_URL has no installation.');
    return migrations;
  }
  const file = inData(env, names.database);
  if (!existsSync(file)) throw new StartError(`There is no installation in ${env.DATA_DIR}. Set DATA_DIR, or DATABASE_URL.`);
  return migrationsIn(file);
}

/** @throws StartError while the store rebuilds its index */
function objectsOf(env: Env): BackupHeader['objects'] {
  if (env.STORE_DRIVER === 's3') return 'external';
  const folder = inData(env, names.objects);
  if (env.STORE_DRIVER === 'none' || !existsSync(folder)) return 'none';
  if (lacksIndex(folder))
    throw new StartError(`The index of ${folder} isn’t complete. Start the portal, which rebuilds it, and make the backup then.`);
  return existsSync(indexFile(folder)) ? 'copied' : 'none';
}

async function addDatabase(env: Env, archive: ArchiveWriter, work: string): Promise<void> {
  if (env.DATABASE_URL === undefined) return addCopy(archive, names.database, inData(env, names.database), join(work, names.database));
  const dump = join(work, names.dump);
  await dumpPostgres(env.DATABASE_URL, dump);
  await archive.addFile(names.dump, dump);
  await rm(dump);
}

/** @param copy a file that is there for as long as it is read */
async function addCopy(archive: ArchiveWriter, name: string, database: string, copy: string): Promise<void> {
  copySqlite(database, copy);
  await archive.addFile(name, copy);
  await rm(copy);
}

/** Files that never change once their row is there: uploads, and contents of objects. */
class Contents {
  readonly #env: Env;
  readonly #archive: ArchiveWriter;
  /** Bytes of what the archive has, by name. */
  readonly #added = new Map<string, number>();

  constructor(env: Env, archive: ArchiveWriter) {
    this.#env = env;
    this.#archive = archive;
  }

  /**
   * Adds a file unless the archive has it with this size: one that was being written then is added again. Files of the system, such as
   * `.nfs…` and `lost+found`, and others that the restore would refuse are left out.
   * @param bytes null: any size
   * @returns whether it is there
   */
  async #add(name: string, bytes: number | null): Promise<boolean> {
    if (!isKnownName(name)) return false;
    const before = this.#added.get(name);
    if (before !== undefined && (bytes === null || before === bytes)) return true;
    const added = await this.#archive.addFile(name, inData(this.#env, name));
    if (added !== null) this.#added.set(name, added);
    return added !== null && (bytes === null || added === bytes);
  }

  async addFolderMarks(): Promise<void> {
    for (const name of folderMarks) await this.#add(name, null);
  }

  async addUploads(): Promise<void> {
    for (const name of (await readdir(inData(this.#env, names.uploads)).catch(missing)) ?? []) {
      const path = join(names.uploads, name);
      const bytes = statSync(inData(this.#env, path), { throwIfNoEntry: false })?.size;
      if (bytes !== undefined) await this.#add(path, bytes);
    }
  }

  async addSite(): Promise<void> {
    for (const file of (await readdir(inData(this.#env, names.site), { recursive: true }).catch(missing)) ?? []) {
      await this.#add(join(names.site, file), null);
    }
  }

  async addBlobs(): Promise<void> {
    for await (const id of allBlobs(inData(this.#env, names.objects))) {
      const path = join(names.objects, blobPath(id));
      const bytes = statSync(inData(this.#env, path), { throwIfNoEntry: false })?.size;
      if (bytes !== undefined) await this.#add(path, bytes);
    }
  }

  /** Adds the index of the objects, and their contents. @returns how many the store has lost */
  addIndex(work: string): Promise<number> {
    const folder = inData(this.#env, names.objects);
    return this.#addReferring(join(names.objects, 'index.sqlite'), indexFile(folder), join(work, 'index.sqlite'), (copy) =>
      referencedBlobs(copy).map(({ id, bytes }) => ({ name: join(names.objects, blobPath(id)), bytes })),
    );
  }

  /** Adds the state of the compute process and, on this host, complete copies of disks. @returns how many have no file */
  async addServers(work: string, engine: NonNullable<BackupHeader['compute']>): Promise<number> {
    const state = computeName(stateFiles.state);
    const lost = await this.#addReferring(state, inData(this.#env, state), join(work, stateFiles.state), (copy) =>
      engine === 'openstack' ? [] : completeCopies(copy).map((id) => ({ name: computeName(copyFile(id)), bytes: null })),
    );
    const identity = computeName(stateFiles.identity);
    await this.#archive.addFile(identity, inData(this.#env, identity));
    return lost;
  }

  /**
   * Adds a database and all files that it refers to. A file that isn't there was deleted after the database was copied, and a newer copy
   * doesn't refer to it; if it does, the file is lost.
   * @param copy a path for copies of the database. @param list the files; null: of any size
   * @returns how many files are lost
   */
  async #addReferring(
    name: string,
    database: string,
    copy: string,
    list: (copy: string) => { name: string; bytes: number | null }[],
  ): Promise<number> {
    let gone = new Set<string>();
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      copySqlite(database, copy);
      const lost = new Set<string>();
      const deleted = new Set<string>();
      for (const file of list(copy)) if (!(await this.#add(file.name, file.bytes))) (gone.has(file.name) ? lost : deleted).add(file.name);
      if (deleted.size === 0) await this.#archive.addFile(name, copy);
      await rm(copy);
      if (deleted.size === 0) return lost.size;
      gone = deleted.union(lost);
    }
    throw new StartError('Files are being deleted faster than they can be read. Make the backup at another time.');
  }
}
