import { join } from 'node:path';
import { type Env, readSecrets, type Secrets, StartError } from '../../config/env.ts';
import { halfRestored } from '../../lib/node/restoreMark.ts';
import type { Reports } from '../db/migrate.ts';
import { openStore, type Store } from '../db/open.ts';

/** @throws StartError when a restore into DATA_DIR is running, or was interrupted */
export function refuseHalfRestored({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): void {
  const reason = halfRestored(DATA_DIR);
  if (reason !== null) throw new StartError(reason);
}

/**
 * Opens the database that the environment names, and brings its schema up to date.
 * @throws StartError when that isn't possible
 */
export async function openInstallation(env: Env, log?: Reports): Promise<Store> {
  refuseHalfRestored(env);
  return openStore({ databaseUrl: env.DATABASE_URL, file: join(env.DATA_DIR, 'nasim.sqlite'), log });
}

/**
 * The secrets of the installation that a store belongs to; created when it has no accounts yet.
 * @throws StartError when they are missing or damaged
 */
export async function loadSecrets(env: Env, { reader }: Store): Promise<Secrets> {
  const account = await reader.selectFrom('user').select('id').limit(1).executeTakeFirst();
  return readSecrets(env, account !== undefined);
}
