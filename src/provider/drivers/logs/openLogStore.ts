import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../../../config/env.ts';
import type { LogStore } from './logs.ts';
import { postgresLogs } from './postgres/store.ts';
import { sqliteLogs } from './sqlite/store.ts';

/** The log store of an environment: beside its SQLite file, or in its PostgreSQL database. */
export function openLogStore({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, log: Pick<Logger, 'error'>): LogStore {
  const file = join(DATA_DIR, 'logs.sqlite');
  if (DATABASE_URL === undefined) return sqliteLogs(file);
  const store = postgresLogs(DATABASE_URL, file);
  store.imported.catch((error: unknown) =>
    log.error({ err: error, file }, 'log of an earlier version could not be added; the next start tries again'),
  );
  return store;
}
