import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import { DAY, HOUR } from '../../../lib/time.ts';
import { cached, count, countEntries, dimNumber, type LogSql, total } from './dims.ts';
import { type EventQuery, type LogDim, type LogFilter, type LogRange, type LogTop, type StoredLogEntry, sumFields } from './logs.ts';
import { columns, grains } from './rows.ts';

type Bound = (string | number | readonly number[])[];
/** A statement with `?` for each value. */
export interface LogQuery {
  text: string;
  values: Bound;
}

/** SQLite and PostgreSQL have a number for each domain. An unknown one has no rows. */
export const byNumber = 'domain = (select n from domain where id = ?)';

/** The statements of a log store: what SQLite and PostgreSQL are asked, and most of what ClickHouse is. */
export function logQueries(sql: LogSql) {
  const { ofDomain } = sql;
  /**
   * Counts of values in a range: from the values of days and hours that were counted, and from single requests for the rest.
   * @returns a subquery with the columns of `countEntries`
   */
  function counted({ domainId, from, to }: LogRange, dim: LogDim, filters: readonly LogFilter[], dirty: readonly Dirty[]): LogQuery {
    const parts: string[] = [];
    const values: Bound = [];
    const raw = (start: number, end: number) => {
      if (end <= start) return;
      const filter = where(filters);
      parts.push(countEntries(sql, dim, `${ofDomain} and at >= ? and at < ?${filter.text}`));
      values.push(domainId, start, end, ...filter.values);
    };
    const rolled = (grain: number, start: number, end: number) => {
      parts.push(
        `select value, requests, bytes, cachedRequests, last from value where ${ofDomain} and grain = ? and dim = ? and at >= ? and at < ?`,
      );
      values.push(domainId, grain, dimNumber(dim), start, end);
    };
    if (filters.length > 0) raw(from, to);
    else {
      const open = (grain: number) => new Set(dirty.flatMap((one) => (one.grain === grain ? [one.at] : [])));
      for (const { grain, start, end } of pieces(from, to, open(HOUR), open(DAY)))
        if (grain === 0) raw(start, end);
        else rolled(grain, start, end);
    }
    return {
      text: parts.join(' union all ') || "select '' as value, 0 as requests, 0 as bytes, 0 as cachedRequests, 0 as last where 1 = 0",
      values,
    };
  }

  return {
    /** Rows: `LogSums` with `at`. */
    sums(range: LogRange, step: number, filters: readonly LogFilter[] = []): LogQuery {
      const at = periodOf(sql, 'at', step);
      const { domainId, from, to } = range;
      if (filters.length > 0) {
        const filter = where(filters);
        return {
          text: `select ${at} as at, ${entrySums(sql)} from line where ${ofDomain} and at >= ? and at < ?${filter.text} group by 1 order by 1`,
          values: [domainId, from, to, ...filter.values],
        };
      }
      const grain = grainOf(range, step);
      return {
        text: `select ${at} as at, ${sumFields.map((name) => `${total(name)} as "${name}"`).join(', ')} from sum
         where ${ofDomain} and grain = ? and at >= ? and at < ? group by 1 order by 1`,
        values: [domainId, grain, from, to],
      };
    },

    /** Rows: `LogHour`. */
    hours: ({ from, to }: Pick<LogRange, 'from' | 'to'>): LogQuery => ({
      text: `select domain.id as "domainId", at, requests, bytes from domain ${sql.orderedJoin} sum on sum.domain = domain.n
        where grain = ${HOUR} and at >= ? and at < ?`,
      values: [from, to],
    }),

    /** Rows: `Dirty`, for `top` and `countries`, which have to be read in the same snapshot. */
    dirty: ({ domainId, to }: LogRange): LogQuery => ({
      text: `select grain, at from dirty where ${ofDomain} and at < ?`,
      values: [domainId, to],
    }),

    /** Rows: `TopRow`. */
    top(range: LogRange, dim: LogDim, limit: number, filters: readonly LogFilter[], dirty: readonly Dirty[]): LogQuery {
      const { text, values } = counted(range, dim, filters, dirty);
      return {
        text: `select value, ${total('requests')} as requests, ${total('bytes')} as bytes, ${total('cachedRequests')} as "cachedRequests",
         max(last) as last, count(*) over () as total from (${text}) as counted group by value order by 2 desc, value limit ?`,
        values: [...values, limit],
      };
    },

    /** Rows: `LogCountry`. */
    countries(range: LogRange, filters: readonly LogFilter[], dim: 'client' | 'wafClient', dirty: readonly Dirty[]): LogQuery {
      const { text, values } = counted(range, dim, filters, dirty);
      return {
        text: `select ${sql.firstPart('value')} as country, count(distinct value) as visitors, ${total('requests')} as requests,
         ${total('bytes')} as bytes from (${text}) as counted group by 1 order by 2 desc, 1`,
        values,
      };
    },

    /** Rows: `Stored`. */
    events({ domainId, from, to, filters, acted, before, limit }: EventQuery): LogQuery {
      const filter = where(filters);
      return {
        text: `select ${selectedColumns('line')} from line where ${ofDomain} and at >= ? and at < ?${filter.text}
         ${acted ? "and (layer <> '' or findings <> '') and (outcome in ('blocked', 'challenged') or findings <> '')" : ''}
         ${before ? 'and (at, n) < (?, ?)' : ''} order by at desc, n desc limit ?`,
        values: [domainId, from, to, ...filter.values, ...(before ? [before.at, before.n] : []), limit],
      };
    },

    /** Rows: `Stored` with `domainId`. Only requests with a decision are indexed by ID; others are looked up within a domain. */
    findActed: (id: string): LogQuery => ({
      text: `select domain.id as "domainId", ${selectedColumns('line')} from line join domain on domain.n = line.domain
        where line.id = ? and (layer <> '' or findings <> '') order by at desc limit 1`,
      values: [id],
    }),
    find: (id: string, domainId: string): LogQuery => ({
      text: `select ${selectedColumns('line')} from line where ${ofDomain} and id = ? order by at desc limit 1`,
      values: [domainId, id],
    }),
  };
}

/** A period whose values must be counted from single requests. */
export interface Dirty {
  grain: number;
  at: number;
}

export type TopRow = LogTop & { total: number };
export const toTop = (rows: readonly TopRow[]): { rows: LogTop[]; total: number } => ({
  rows: rows.map(({ total: _, ...row }) => row),
  total: rows[0]?.total ?? 0,
});

export type Stored = Omit<StoredLogEntry, 'findings' | 'matches' | 'domainId'> & { findings: string; matches: string | null };
export const toStoredEntry = ({ findings, matches, ...row }: Stored, domainId: string): StoredLogEntry => ({
  ...row,
  domainId,
  findings: findings === '' ? [] : (JSON.parse(findings) as EdgeLogEntry['findings']), // written by `toLogRow`
  matches: matches === null ? [] : (JSON.parse(matches) as NonNullable<EdgeLogEntry['matches']>), // written by `toLogRow`
});

export const selectedColumns = (table: string): string => ['n', ...columns].map((name) => `${table}.${name} as "${name}"`).join(', ');

/** The start of the period of `ms` that a time is in. */
export const periodOf = ({ quotient }: LogSql, time: string, ms: number): string => `${quotient(time, ms)} * ${ms}`;

/** The longest period that the sums of a range in steps can be read from. */
export const grainOf = ({ from, to }: LogRange, step: number): number =>
  grains.findLast(({ ms }) => [from, to, step].every((time) => time % ms === 0))?.ms ?? grains[0].ms;

/** SQL of the sums of single requests. */
export const entrySums = ({
  quotient,
}: LogSql): string => `count(*) as requests, ${total('bytes')} as bytes, ${count(cached)} as "cachedRequests",
  cast(coalesce(sum(bytes) filter (where ${cached}), 0) as bigint) as "cachedBytes", ${total('originBytes')} as "originBytes",
  ${[1, 2, 3, 4, 5].map((n) => `${count(`${quotient('status', 100)} = ${n}`)} as c${n}xx`).join(', ')},
  ${count("outcome = 'blocked'")} as blocked, ${count("outcome = 'challenged'")} as challenged,
  ${count("layer = 'waf' or findings <> ''")} as waf, ${total('ms')} as ms`;

/** Values of one field are alternatives; fields and exclusions must all apply. */
function where(filters: readonly LogFilter[]): LogQuery {
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
