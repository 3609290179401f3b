import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, readSecrets, type Secrets, StartError } from '../../config/env.ts';
import { syncToDisk } from '../../lib/node/durable.ts';
import { lockFile } from '../../lib/node/fileLock.ts';
import { halfRestored } from '../../lib/node/restoreMark.ts';
import type { Reports } from '../db/migrate.ts';
import { openStore, type Store } from '../db/open.ts';
import type { Db, Tx } from '../db/schema.ts';

/** @throws StartError when a restore into DATA_DIR is running, or was interrupted */
export function refuseHalfRestored({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): void {
  const reason = halfRestored(DATA_DIR);
  if (reason !== null) throw new StartError(reason);
}

const databaseFile = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => join(DATA_DIR, 'nasim.sqlite');

/** How long to wait for a portal that is stopping. */
const LOCK_MS = 3_000;

/**
 * Opens the database for a portal, and brings its schema up to date. SQLite serves one portal at a time: counts of calls, events for open
 * windows and the log of requests are those of its process.
 * @throws StartError when that isn't possible, or another portal has the SQLite file
 */
export async function openInstallation(env: Env, log?: Reports): Promise<Store> {
  refuseHalfRestored(env);
  if (env.DATABASE_URL) return openStore({ databaseUrl: env.DATABASE_URL, log });
  const file = databaseFile(env);
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const unlock = lockFile(join(env.DATA_DIR, 'portal.lock'), LOCK_MS);
  if (unlock === null)
    throw new StartError(
      `Another portal uses ${file}. An SQLite database serves one portal: stop the other one, set another DATA_DIR, or use PostgreSQL (DATABASE_URL) for several.`,
    );
  try {
    const store = await openStore({ file, log });
    return { ...store, close: () => store.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Opens the database for a command, beside running portals or without one. Never upgrades it; one without any tables gets them.
 * @throws StartError when that isn't possible, or its schema isn't that of this version
 */
export async function openForCommand(env: Env): Promise<Store> {
  refuseHalfRestored(env);
  return openStore({ databaseUrl: env.DATABASE_URL, file: databaseFile(env), upgrades: false });
}

const FINGERPRINT = 'secretsFingerprint';

/** Identifies secrets without revealing them: they have 256 bits each. */
const fingerprint = ({ token, code }: Secrets): string =>
  createHash('sha256').update(`nasim secrets\n${token}\n${code}`).digest('base64url');

const findMeta = async (db: Db | Tx, key: string): Promise<string | undefined> =>
  (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value;
/** Stores a value unless there is one: another portal may start on the same new database. @returns the stored one */
const firstMeta = async (store: Store, key: string, value: string): Promise<string> =>
  (await findMeta(store.reader, key)) ??
  store.write('installation', async (tx) => {
    const first = await findMeta(tx, key);
    if (first === undefined) await tx.insertInto('meta').values({ key, value }).execute();
    return first ?? value;
  });

/**
 * The secrets of the installation that a store belongs to; created when it has none yet.
 * @throws StartError when they are missing or damaged, or those of another installation
 */
export async function loadSecrets(env: Env, store: Store): Promise<Secrets> {
  const account = await store.reader.selectFrom('user').select('id').limit(1).executeTakeFirst();
  const known = await findMeta(store.reader, FINGERPRINT);
  const secrets = readSecrets(env, account !== undefined || known !== undefined);
  const value = fingerprint(secrets);
  if ((await firstMeta(store, FINGERPRINT, value)) !== value)
    throw new StartError(
      `${join(env.DATA_DIR, 'secrets.json')} isn’t that of this database. Copy the file from another portal on the database, or restore it from a backup of this folder.`,
    );
  return secrets;
}

/** In a folder that all portals on a database need: an ID that the database has too. */
export const FOLDER_MARK = '.installation';

/** The ID of a folder; a new one when it has none. Portals that start at the same time get the same. */
function folderId(folder: string): string {
  const file = join(folder, FOLDER_MARK);
  const read = () => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  const known = read();
  if (known !== null) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = `${file}.${randomUUID()}`;
  writeFileSync(part, `${randomUUID()}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  syncToDisk(folder);
  return read() ?? '';
}

/**
 * Makes sure that this portal has the same files as the others on its database. With SQLite there are no others.
 * @throws StartError when a folder is another one
 */
export async function requireSharedFolders(env: Env, store: Store): Promise<void> {
  if (!env.DATABASE_URL) return;
  const folders = { uploads: true, objects: env.STORE_DRIVER === 'fs' };
  for (const [name, isUsed] of Object.entries(folders)) {
    if (!isUsed) continue;
    const folder = join(env.DATA_DIR, name);
    const id = folderId(folder);
    const stored = await firstMeta(store, `folder.${name}`, id);
    if (stored === id) continue;
    const advice =
      name === 'objects'
        ? 'Portals on several machines need STORE_DRIVER=s3.'
        : 'Portals on several machines need the same folder, on a network file system.';
    throw new StartError(
      `${folder} isn’t the folder that other portals on this database use, so files would be missing. ${advice} If the other folder is lost, restore it from a backup, or write ${stored} to ${join(folder, FOLDER_MARK)} to go on without its files.`,
    );
  }
}
