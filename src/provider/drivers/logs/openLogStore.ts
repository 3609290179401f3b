import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../../../config/env.ts';
import { clickhouseLogs } from './clickhouse/store.ts';
import type { LogStore } from './logs.ts';
import { postgresLogs } from './postgres/store.ts';
import { sqliteLogs } from './sqlite/store.ts';

/**
 * The log store of an environment: beside its SQLite file, in its PostgreSQL database, or in ClickHouse, whose server may be away. The
 * SQLite file of an earlier version is added to PostgreSQL in the background.
 * @param isFirst false: another process of this machine does that, and has begun it
 * @returns once batches that edges send again are recognized, those of the file too
 */
export async function openLogStore(
  {
    DATA_DIR,
    DATABASE_URL,
    LOG_DRIVER,
    CLICKHOUSE_URL,
  }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & Partial<Pick<Env, 'LOG_DRIVER' | 'CLICKHOUSE_URL'>>,
  log: Pick<Logger, 'error'>,
  isFirst = true,
): Promise<LogStore> {
  if (LOG_DRIVER === 'clickhouse' && CLICKHOUSE_URL) {
    const store = clickhouseLogs(CLICKHOUSE_URL);
    store.ready().catch((error: unknown) => log.error({ err: error }, 'log store can’t be used; each request to it tries again'));
    return store;
  }
  const file = join(DATA_DIR, 'logs.sqlite');
  if (DATABASE_URL === undefined) return sqliteLogs(file);
  const store = postgresLogs(DATABASE_URL, isFirst ? file : undefined, (error) =>
    log.error({ err: error, file }, 'log of an earlier version could not be added; the next start tries again'),
  );
  await store.prepared;
  return store;
}
