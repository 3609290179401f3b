import type Sqlite from 'better-sqlite3';
import type { EdgeLogEntry } from '../../../../lib/rules/cdn/edge/bundle.ts';
import { DAY, HOUR } from '../../../../lib/time.ts';
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
  sumFields,
} from '../logs.ts';
import { cached, countEntries, dimNumber } from './dims.ts';
import { columns, grains } from './schema.ts';

type Bound = (string | number)[];

/** What the reading thread can be asked. */
export function makeReader(db: Sqlite.Database) {
  const prepared = new Map<string, Sqlite.Statement>();
  const all = <T>(text: string, values: Bound): T[] => {
    let statement = prepared.get(text);
    if (!statement) {
      if (prepared.size > 200) prepared.clear();
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    return statement.all(...values) as T[]; // the columns of each statement are beside it
  };
  const domainNumber = (id: string): number => all<{ n: number }>('select n from domain where id = ?', [id])[0]?.n ?? -1;

  /**
   * Counts of values in a range: from the values of days and hours that were counted, and from single requests for the rest.
   * @returns a subquery with the columns of `countEntries`, and its values
   */
  function counted(domain: number, { from, to }: LogRange, dim: LogDim, filters: readonly LogFilter[]): { text: string; values: Bound } {
    const parts: string[] = [];
    const values: Bound = [];
    const raw = (start: number, end: number) => {
      if (end <= start) return;
      const filter = where(filters);
      parts.push(countEntries(dim, `domain = ? and at >= ? and at < ?${filter.text}`));
      values.push(domain, start, end, ...filter.values);
    };
    const rolled = (grain: number, start: number, end: number) => {
      parts.push(
        'select value, requests, bytes, cachedRequests, last from value where domain = ? and grain = ? and dim = ? and at >= ? and at < ?',
      );
      values.push(domain, grain, dimNumber(dim), start, end);
    };
    if (filters.length > 0) raw(from, to);
    else {
      const dirty = (grain: number) =>
        new Set(
          all<{ at: number }>('select at from dirty where domain = ? and grain = ? and at < ?', [domain, grain, to]).map(({ at }) => at),
        );
      for (const { grain, start, end } of pieces(from, to, dirty(HOUR), dirty(DAY)))
        if (grain === 0) raw(start, end);
        else rolled(grain, start, end);
    }
    return {
      text: parts.join(' union all ') || "select '' as value, 0 as requests, 0 as bytes, 0 as cachedRequests, 0 as last where 0",
      values,
    };
  }

  return {
    sums({ domainId, from, to }: LogRange, step: number, filters: readonly LogFilter[] = []): (LogSums & { at: number })[] {
      const domain = domainNumber(domainId);
      const at = `at / ${step} * ${step}`;
      if (filters.length > 0) {
        const filter = where(filters);
        return all(
          `select ${at} as at, ${entrySums} from line where domain = ? and at >= ? and at < ?${filter.text} group by 1 order by 1`,
          [domain, from, to, ...filter.values],
        );
      }
      const grain = grains.findLast(({ ms }) => [from, to, step].every((time) => time % ms === 0))?.ms ?? grains[0].ms;
      return all(
        `select ${at} as at, ${sumFields.map((name) => `sum(${name}) as ${name}`).join(', ')} from sum
         where domain = ? and grain = ? and at >= ? and at < ? group by 1 order by 1`,
        [domain, grain, from, to],
      );
    },

    hours: ({ from, to }: Pick<LogRange, 'from' | 'to'>): LogHour[] =>
      all(
        `select domain.id as domainId, at, requests, bytes from domain cross join sum on sum.domain = domain.n
         where grain = ${HOUR} and at >= ? and at < ?`,
        [from, to],
      ),

    top(range: LogRange, dim: LogDim, limit: number, filters: readonly LogFilter[] = []): { rows: LogTop[]; total: number } {
      const { text, values } = counted(domainNumber(range.domainId), range, dim, filters);
      const rows = all<LogTop & { total: number }>(
        `select value, sum(requests) as requests, sum(bytes) as bytes, sum(cachedRequests) as cachedRequests, max(last) as last,
         count(*) over () as total from (${text}) group by value order by requests desc, value limit ?`,
        [...values, limit],
      );
      return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
    },

    countries(range: LogRange, filters: readonly LogFilter[] = [], dim: 'client' | 'wafClient' = 'client'): LogCountry[] {
      const { text, values } = counted(domainNumber(range.domainId), range, dim, filters);
      return all(
        `select substr(value, 1, instr(value, '${partSeparator}') - 1) as country, count(distinct value) as visitors,
         sum(requests) as requests, sum(bytes) as bytes from (${text}) group by 1 order by visitors desc, country`,
        values,
      );
    },

    events({ domainId, from, to, filters, acted, before, limit }: EventQuery): StoredLogEntry[] {
      const filter = where(filters);
      return all<Stored>(
        `select n, ${columns.join(', ')} from line where domain = ? and at >= ? and at < ?${filter.text}
         ${acted ? "and (layer <> '' or findings <> '') and (outcome in ('blocked', 'challenged') or findings <> '')" : ''}
         ${before ? 'and (at, n) < (?, ?)' : ''} order by at desc, n desc limit ?`,
        [domainNumber(domainId), from, to, ...filter.values, ...(before ? [before.at, before.n] : []), limit],
      ).map((row) => toStoredEntry(row, domainId));
    },

    find(id: string, domainId?: string): StoredLogEntry | undefined {
      const found = (condition: string, values: Bound) =>
        all<Stored & { domainId: string }>(
          `select line.n, domain.id as domainId, ${columns.map((name) => `line.${name}`).join(', ')}
           from line join domain on domain.n = line.domain where ${condition} order by at desc limit 1`,
          values,
        )[0];
      // Only requests with a decision are indexed by ID; others are rarely looked for, and always within a domain.
      const row =
        found("line.id = ? and (layer <> '' or findings <> '')", [id]) ??
        (domainId === undefined ? undefined : found('line.domain = ? and line.id = ?', [domainNumber(domainId), id]));
      return row && toStoredEntry(row, row.domainId);
    },

    size: (): number => Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true })),
  };
}
export type Reader = ReturnType<typeof makeReader>;

type Stored = Omit<StoredLogEntry, 'findings' | 'matches' | 'domainId'> & { findings: string; matches: string | null };

const toStoredEntry = ({ findings, matches, ...row }: Stored, domainId: string): StoredLogEntry => ({
  ...row,
  domainId,
  findings: findings === '' ? [] : (JSON.parse(findings) as EdgeLogEntry['findings']), // written by `toLogRow`
  matches: matches === null ? [] : (JSON.parse(matches) as NonNullable<EdgeLogEntry['matches']>), // written by `toLogRow`
});

const entrySums = `count(*) as requests, sum(bytes) as bytes, sum(${cached}) as cachedRequests,
  sum(case when ${cached} then bytes else 0 end) as cachedBytes, sum(originBytes) as originBytes,
  ${[1, 2, 3, 4, 5].map((n) => `sum(status / 100 = ${n}) as c${n}xx`).join(', ')},
  sum(outcome = 'blocked') as blocked, sum(outcome = 'challenged') as challenged,
  sum(layer = 'waf' or findings <> '') as waf, sum(ms) as ms`;

/** Values of one field are alternatives; fields and exclusions must all apply. */
function where(filters: readonly LogFilter[]): { text: string; values: Bound } {
  const groups = Map.groupBy(filters, ({ field, not }) => `${field} ${not ? 'not in' : 'in'}`);
  let text = '';
  const values: Bound = [];
  for (const [test, those] of groups) {
    text += ` and ${test} (${those.map(() => '?').join(', ')})`;
    values.push(...those.map(({ field, value }) => (field === 'status' ? Number(value) : value)));
  }
  return { text, values };
}

/**
 * Divides a range into parts that can be read from counted days, counted hours, or single requests (grain 0).
 * @param hours starts of hours that aren't counted
 * @param days starts of days that aren't counted
 */
export function pieces(
  from: number,
  to: number,
  hours: ReadonlySet<number>,
  days: ReadonlySet<number>,
): { grain: number; start: number; end: number }[] {
  const found: { grain: number; start: number; end: number }[] = [];
  for (let start = from; start < to; ) {
    const isWhole = (grain: number, open: ReadonlySet<number>) => start % grain === 0 && start + grain <= to && !open.has(start);
    const grain = isWhole(DAY, days) ? DAY : isWhole(HOUR, hours) ? HOUR : 0;
    const end = grain > 0 ? start + grain : Math.min(to, Math.floor(start / HOUR) * HOUR + HOUR);
    const last = found.at(-1);
    if (last?.grain === grain) last.end = end;
    else found.push({ grain, start, end });
    start = end;
  }
  return found;
}
