import type pg from 'pg';
import type { LogSql } from '../dims.ts';
import {
  type EventQuery,
  type LogCountry,
  type LogDim,
  type LogFilter,
  type LogHour,
  type LogRange,
  type LogStore,
  type LogSums,
  partSeparator,
  type StoredLogEntry,
} from '../logs.ts';
import { byNumber, type Dirty, type LogQuery, logQueries, type Stored, type TopRow, toStoredEntry, toTop } from '../queries.ts';
import { inTransaction, SCHEMA } from './schema.ts';

export const postgresSql: LogSql = {
  ofDomain: byNumber,
  quotient: (dividend, divisor) => `${dividend} / ${divisor}`,
  joinWafParts: `cross join lateral jsonb_array_elements_text(
    case when findings <> '' then findings::jsonb else jsonb_build_array(ruleId) end) as part (value)`,
  firstPart: (value) => `split_part(${value}, '${partSeparator}', 1)`,
  orderedJoin: 'join',
};
const queries = logQueries(postgresSql);

/** With `$1`, `$2` … in place of each `?`; no other text of the statements has one. */
function numbered({ text, values }: LogQuery): pg.QueryConfig {
  let n = 0;
  return { text: text.replaceAll('?', () => `$${++n}`), values };
}

type Reader = Pick<LogStore, 'sums' | 'hours' | 'top' | 'countries' | 'events' | 'find' | 'size'>;

/** Runs work with a connection. */
export type WithClient = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

export function makeReader(withClient: WithClient): Reader {
  const all = async <T>(client: pg.ClientBase, query: LogQuery): Promise<T[]> => (await client.query(numbered(query))).rows as T[]; // `queries` names the rows of each
  const read = <T>(query: LogQuery) => withClient((client) => all<T>(client, query));
  /** Counted hours and their marks belong together. */
  const withDirty = <T>(range: LogRange, query: (dirty: readonly Dirty[]) => LogQuery): Promise<T[]> =>
    withClient((client) =>
      inTransaction(
        client,
        async () => all<T>(client, query(await all<Dirty>(client, queries.dirty(range)))),
        'begin transaction isolation level repeatable read read only',
      ),
    );

  return {
    sums: (range: LogRange, step: number, filters: readonly LogFilter[] = []) =>
      read<LogSums & { at: number }>(queries.sums(range, step, filters)),
    hours: (range: Pick<LogRange, 'from' | 'to'>) => read<LogHour>(queries.hours(range)),
    top: async (range: LogRange, dim: LogDim, limit: number, filters: readonly LogFilter[] = []) =>
      toTop(await withDirty<TopRow>(range, (dirty) => queries.top(range, dim, limit, filters, dirty))),
    countries: (range: LogRange, filters: readonly LogFilter[] = [], dim: 'client' | 'wafClient' = 'client') =>
      withDirty<LogCountry>(range, (dirty) => queries.countries(range, filters, dim, dirty)),
    events: async (query: EventQuery) => (await read<Stored>(queries.events(query))).map((row) => toStoredEntry(row, query.domainId)),
    async find(id: string, domainId?: string): Promise<StoredLogEntry | undefined> {
      const [acted] = await read<Stored & { domainId: string }>(queries.findActed(id));
      if (acted) return toStoredEntry(acted, acted.domainId);
      const [row] = domainId === undefined ? [] : await read<Stored>(queries.find(id, domainId));
      return row && domainId !== undefined ? toStoredEntry(row, domainId) : undefined;
    },
    async size() {
      const text = `select cast(coalesce(sum(pg_total_relation_size(oid)), 0) as bigint) as bytes from pg_class
        where relnamespace = '${SCHEMA}'::regnamespace and relkind = 'r'`;
      const [row] = await read<{ bytes: number }>({ text, values: [] });
      return row?.bytes ?? 0;
    },
  };
}
