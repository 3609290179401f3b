import { postgresPool } from '../../../db/postgres.ts';
import type { LogStore } from '../logs.ts';
import { importLogs } from './importFile.ts';
import { makeReader, type WithClient } from './read.ts';
import { createTables, hasTables, SCHEMA } from './schema.ts';
import { makeWriter } from './write.ts';

/** Connections of a process: reports and batches don't take those of calls. */
const MAX = 3;
const times = { connectionTimeoutMillis: 10_000, statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 };

/**
 * The log store of several portals: tables in the schema `nasim_logs` of their database, made when the first batch arrives.
 * @param file the log of an earlier version, which is added once. @param onError is called if that isn't possible; the next start tries again
 * @returns `prepared`: from then on batches of that file are recognized. Neither promise rejects
 */
export function postgresLogs(
  databaseUrl: string,
  file?: string,
  onError: (error: unknown) => void = () => {},
): LogStore & { prepared: Promise<void>; imported: Promise<void> } {
  const pool = postgresPool({ connectionString: inSchema(databaseUrl), max: MAX, application_name: 'nasim logs', ...times });
  const withClient: WithClient = async (work) => {
    const client = await pool.connect();
    let fault: unknown;
    try {
      return await work(client);
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      // One that failed may be in a transaction that couldn't be rolled back.
      client.release(fault instanceof Error && !('code' in fault && typeof fault.code === 'string') ? fault : undefined);
    }
  };
  const reader = makeReader(withClient);
  const known = new Set<string>();
  const writer = makeWriter(withClient, known);

  let isThere = false;
  /** Without an edge there are no tables. */
  const hasLogs = async (): Promise<boolean> => {
    isThere ||= await hasTables(pool);
    return isThere;
  };
  const create = async (): Promise<void> => {
    if (await hasLogs()) return;
    await withClient(createTables);
    isThere = true;
  };

  const importing = file === undefined ? null : importLogs(file, create, withClient);
  const prepared = Promise.resolve(importing?.prepared).then(
    () => {},
    () => {},
  );
  const imported = Promise.resolve(importing?.done).catch(onError);

  return {
    prepared,
    imported,
    async ingest(batch) {
      await create();
      return writer.ingest(batch);
    },
    sums: async (...args) => ((await hasLogs()) ? reader.sums(...args) : []),
    hours: async (...args) => ((await hasLogs()) ? reader.hours(...args) : []),
    top: async (...args) => ((await hasLogs()) ? reader.top(...args) : { rows: [], total: 0 }),
    countries: async (...args) => ((await hasLogs()) ? reader.countries(...args) : []),
    events: async (...args) => ((await hasLogs()) ? reader.events(...args) : []),
    find: async (...args) => ((await hasLogs()) ? reader.find(...args) : undefined),
    size: async () => ((await hasLogs()) ? reader.size() : 0),
    prune: async (now) => void ((await hasLogs()) && (await writer.prune(now))),
    forget: async (domainId) => void ((await hasLogs()) && (await writer.forget(domainId))),
    async close() {
      await imported;
      await pool.end();
    },
  };
}

/** The URL of a database with the schema of the logs as the search path, beside options that the URL has. */
function inSchema(databaseUrl: string): string {
  const [address = '', query = ''] = databaseUrl.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const options = parameters.get('options');
  parameters.set('options', `${options ? `${options} ` : ''}-c search_path=${SCHEMA}`);
  return `${address}?${parameters}`;
}
