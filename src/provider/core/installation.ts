import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, readSecrets, type Secrets, StartError } from '../../config/env.ts';
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

/**
 * The secrets of the installation that a store belongs to; created when it has none yet.
 * @throws StartError when they are missing or damaged, or those of another installation
 */
export async function loadSecrets(env: Env, store: Store): Promise<Secrets> {
  const account = await store.reader.selectFrom('user').select('id').limit(1).executeTakeFirst();
  const find = (db: Db | Tx) => db.selectFrom('meta').select('value').where('key', '=', FINGERPRINT).executeTakeFirst();
  const known = await find(store.reader);
  const secrets = readSecrets(env, account !== undefined || known !== undefined);
  const value = fingerprint(secrets);
  const stored =
    known ??
    // Another portal may start on the same new database.
    (await store.write('secrets', async (tx) => {
      const first = await find(tx);
      if (!first) await tx.insertInto('meta').values({ key: FINGERPRINT, value }).execute();
      return first ?? { value };
    }));
  if (stored.value !== value)
    throw new StartError(
      `${join(env.DATA_DIR, 'secrets.json')} isn’t that of this database. Copy the file from another portal on the database, or restore it from a backup of this folder.`,
    );
  return secrets;
}
