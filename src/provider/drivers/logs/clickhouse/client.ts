import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseAddress } from '../../../../config/clickhouseAddress.ts';
import { LogStoreFault, type LogStoreFaultKind } from '../logs.ts';
import type { LogQuery } from '../queries.ts';

type Value = LogQuery['values'][number];

export interface ClickHouse {
  /** Runs a statement that has `?` for each value. @returns its rows, whose numbers are below 2^53 */
  query<T>(query: LogQuery): Promise<T[]>;
  /** Runs a statement without a result. */
  command(text: string, values?: readonly Value[]): Promise<void>;
  insert(table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<void>;
  /** Whether the server takes statements of this user, within `PING_MS`. Never rejects. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** How long the server works on a report, and on a statement that counts the requests of an hour or deletes those of a domain. */
const READ_MS = 60_000;
const COMMAND_MS = 600_000;
/** A response may take this much longer than the server works. */
const RESPONSE_MS = 5_000;
/** An edge sends a batch again after 15 seconds without a response. */
const INSERT_MS = 14_000;
const PING_MS = 2_000;
const CONNECTIONS = 10;

const settings = {
  // A table may have a row several times until the server has merged its parts.
  final: 1,
  do_not_merge_across_partitions_select_final: 1,
  // As in SQLite and PostgreSQL: `sum(bytes) as bytes`.
  prefer_column_name_to_alias: 1,
  output_format_json_quote_64bit_integers: 0,
  max_execution_time: READ_MS / 1000,
  lightweight_deletes_sync: '2',
  insert_deduplicate: 0,
} as const;
/** The server collects batches of all portals for a moment, and confirms them when they are in the table. */
const insertSettings = { async_insert: 1, wait_for_async_insert: 1, wait_for_async_insert_timeout: INSERT_MS / 1000 } as const;

/** Error codes of ClickHouse (`src/Common/ErrorCodes.cpp`) that aren't mistakes in a statement. */
const kinds: Record<string, LogStoreFaultKind> = {
  '81': 'unavailable', // UNKNOWN_DATABASE
  '159': 'busy', // TIMEOUT_EXCEEDED
  '202': 'busy', // TOO_MANY_SIMULTANEOUS_QUERIES
  '203': 'busy', // NO_FREE_CONNECTION
  '241': 'busy', // MEMORY_LIMIT_EXCEEDED
  '242': 'readOnly', // TABLE_IS_READ_ONLY
  '243': 'readOnly', // NOT_ENOUGH_SPACE
  '252': 'busy', // TOO_MANY_PARTS
  '394': 'busy', // QUERY_WAS_CANCELLED
  '497': 'unavailable', // ACCESS_DENIED
  '516': 'unavailable', // AUTHENTICATION_FAILED
};

/**
 * The fault of a request that failed. What isn't an error of ClickHouse is one of the connection, or the answer of something else at its
 * address.
 */
export function toLogStoreFault(error: unknown, { origin }: Pick<ClickHouseAddress, 'origin'>): unknown {
  if (!(error instanceof ClickHouseError))
    return new LogStoreFault('unavailable', `ClickHouse can’t be reached at ${origin}`, { cause: error });
  const kind = kinds[error.code];
  return kind ? new LogStoreFault(kind, `ClickHouse at ${origin}: ${error.message}`, { cause: error }) : error;
}

const typeOf = (value: Value): string => (typeof value === 'string' ? 'String' : typeof value === 'number' ? 'Int64' : 'Array(Int64)');

/** With a parameter in place of each `?`; no other text of the statements has one. */
function withParameters({ text, values }: { text: string; values: readonly Value[] }) {
  let n = 0;
  return {
    query: text.replaceAll('?', () => `{p${n}:${typeOf(values[n++] ?? 0)}}`),
    query_params: Object.fromEntries(values.map((value, i) => [`p${i}`, value])),
  };
}

/** Connects to the HTTP interface of ClickHouse. @throws LogStoreFault, as every method, when it can't be used now */
export function connect(address: ClickHouseAddress): ClickHouse {
  const { origin, username, password, database } = address;
  const client = createClient({
    url: origin,
    username,
    password,
    database,
    application: 'nasim',
    request_timeout: COMMAND_MS + RESPONSE_MS,
    max_open_connections: CONNECTIONS,
    clickhouse_settings: settings,
    // Errors are reported by those who call.
    log: { level: ClickHouseLogLevel.OFF },
  });
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toLogStoreFault(error, address);
    }
  };
  return {
    query: <T>(query: LogQuery) =>
      attempt(async () => {
        const abort_signal = AbortSignal.timeout(READ_MS + RESPONSE_MS);
        return (await client.query({ ...withParameters(query), format: 'JSONEachRow', abort_signal })).json<T>();
      }),
    command: (text, values = []) =>
      attempt(async () => {
        await client.command({ ...withParameters({ text, values }), clickhouse_settings: { max_execution_time: COMMAND_MS / 1000 } });
      }),
    insert: (table, columns, rows) =>
      attempt(async () => {
        const [first, ...rest] = columns;
        if (first === undefined || rows.length === 0) return;
        await client.insert({
          table,
          columns: [first, ...rest],
          values: rows,
          format: 'JSONCompactEachRow',
          clickhouse_settings: insertSettings,
          abort_signal: AbortSignal.timeout(INSERT_MS),
        });
      }),
    isUp: async () => (await client.ping({ select: true, abort_signal: AbortSignal.timeout(PING_MS) })).success,
    close: () => client.close(),
  };
}
