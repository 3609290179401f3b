import type Sqlite from 'better-sqlite3';
import type { LogSql } from '../dims.ts';
import {
  type EventQuery,
  type LogCountry,
  type LogDim,
  type LogFilter,
  type LogHour,
  type LogRange,
  type LogSums,
  type LogTop,
  partSeparator,
  type StoredLogEntry,
} from '../logs.ts';
import { byNumber, type Dirty, type LogQuery, logQueries, type Stored, type TopRow, toStoredEntry, toTop } from '../queries.ts';

export const sqliteSql: LogSql = {
  ofDomain: byNumber,
  quotient: (dividend, divisor) => `${dividend} / ${divisor}`,
  joinWafParts: "join json_each(case when findings <> '' then findings else json_array(ruleId) end) part",
  firstPart: (value) => `substr(${value}, 1, instr(${value}, '${partSeparator}') - 1)`,
  // SQLite would begin with the larger table.
  orderedJoin: 'cross join',
};
const queries = logQueries(sqliteSql);

/** What the reading thread can be asked. */
export function makeReader(db: Sqlite.Database) {
  const prepared = new Map<string, Sqlite.Statement>();
  const all = <T>({ text, values }: LogQuery): T[] => {
    let statement = prepared.get(text);
    if (!statement) {
      if (prepared.size > 200) prepared.clear();
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    return statement.all(...values) as T[]; // `queries` names the rows of each
  };
  const dirty = (range: LogRange) => all<Dirty>(queries.dirty(range));

  return {
    sums: (range: LogRange, step: number, filters: readonly LogFilter[] = []) =>
      all<LogSums & { at: number }>(queries.sums(range, step, filters)),
    hours: (range: Pick<LogRange, 'from' | 'to'>) => all<LogHour>(queries.hours(range)),
    top: (range: LogRange, dim: LogDim, limit: number, filters: readonly LogFilter[] = []): { rows: LogTop[]; total: number } =>
      toTop(all<TopRow>(queries.top(range, dim, limit, filters, dirty(range)))),
    countries: (range: LogRange, filters: readonly LogFilter[] = [], dim: 'client' | 'wafClient' = 'client') =>
      all<LogCountry>(queries.countries(range, filters, dim, dirty(range))),
    events: (query: EventQuery) => all<Stored>(queries.events(query)).map((row) => toStoredEntry(row, query.domainId)),
    find(id: string, domainId?: string): StoredLogEntry | undefined {
      const [acted] = all<Stored & { domainId: string }>(queries.findActed(id));
      if (acted) return toStoredEntry(acted, acted.domainId);
      const [row] = domainId === undefined ? [] : all<Stored>(queries.find(id, domainId));
      return row && domainId !== undefined ? toStoredEntry(row, domainId) : undefined;
    },
    size: (): number => Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true })),
  };
}
export type Reader = ReturnType<typeof makeReader>;
