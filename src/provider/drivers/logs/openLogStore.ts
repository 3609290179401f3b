import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../../../config/env.ts';
import type { LogStore } from './logs.ts';
import { postgresLogs } from './postgres/store.ts';
import { sqliteLogs } from './sqlite/store.ts';

/**
 * The log store of an environment: beside its SQLite file, or in its PostgreSQL database. The SQLite file of an earlier version is added to
 * the database in the background.
 * @param isFirst false: another process of this machine does that, and has begun it
 * @returns once batches that edges send again are recognized, those of the file too
 */
export async function openLogStore(
  { DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>,
  log: Pick<Logger, 'error'>,
  isFirst = true,
): Promise<LogStore> {
  const file = join(DATA_DIR, 'logs.sqlite');
  if (DATABASE_URL === undefined) return sqliteLogs(file);
  const store = postgresLogs(DATABASE_URL, isFirst ? file : undefined, (error) =>
    log.error({ err: error, file }, 'log of an earlier version could not be added; the next start tries again'),
  );
  await store.prepared;
  return store;
}
