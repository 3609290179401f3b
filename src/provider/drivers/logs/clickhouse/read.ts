import { DAY, HOUR } from '../../../../lib/time.ts';
import { type LogSql, total } from '../dims.ts';
import { type LogCountry, type LogHour, type LogRange, type LogStore, type LogSums, partSeparator, sumFields } from '../logs.ts';
import {
  type Dirty,
  entrySums,
  grainOf,
  type LogQuery,
  logQueries,
  periodOf,
  type Stored,
  selectedColumns,
  type TopRow,
  toStoredEntry,
  toTop,
} from '../queries.ts';
import type { ClickHouse } from './client.ts';

export const clickhouseSql: LogSql = {
  ofDomain: 'domain = ?',
  quotient: (dividend, divisor) => `intDiv(${dividend}, ${divisor})`,
  joinWafParts: "array join if(findings <> '', JSONExtract(findings, 'Array(String)'), [ruleId]) as `part.value`",
  firstPart: (value) => `splitByChar('${partSeparator}', ${value})[1]`,
  orderedJoin: 'join',
};
const shared = logQueries(clickhouseSql);
const hourOf = (time: string) => periodOf(clickhouseSql, time, HOUR);
const dayOf = (time: string) => periodOf(clickhouseSql, time, DAY);

const queries = {
  ...shared,

  /** Rows: `Dirty`. */
  dirty: ({ domainId, from, to }: LogRange): LogQuery => ({
    text: `select grain, at from period where domain = ? and grain in (${HOUR}, ${DAY}) and at >= ? and at < ?
      group by grain, at having sum(touches) > max(counted)`,
    values: [domainId, Math.floor(from / DAY) * DAY, to],
  }),

  /** Rows: `LogSums` with `at`. What isn't counted is added up from single requests. */
  totals(range: LogRange, step: number, dirty: readonly Dirty[]): LogQuery {
    const { domainId, from, to } = range;
    const grain = grainOf(range, step);
    const open = (period: number) => dirty.flatMap((one) => (one.grain === period ? [one.at] : []));
    const stored = `select at, ${sumFields.join(', ')} from sum where domain = ? and grain = ? and at >= ? and at < ?`;
    const hours = `${stored} and ${hourOf('at')} not in (?)`;
    const parts: LogQuery[] = [
      {
        text: `select ${periodOf(clickhouseSql, 'at', step)} as at, ${entrySums(clickhouseSql)} from line
          where domain = ? and at >= ? and at < ? and ${hourOf('at')} in (?) group by 1`,
        values: [domainId, from, to, open(HOUR)],
      },
      grain === DAY
        ? { text: `${hours} and ${dayOf('at')} in (?)`, values: [domainId, HOUR, from, to, open(HOUR), open(DAY)] }
        : { text: hours, values: [domainId, grain, from, to, open(HOUR)] },
    ];
    if (grain === DAY) parts.push({ text: `${stored} and at not in (?)`, values: [domainId, DAY, from, to, open(DAY)] });
    return {
      text: `select ${periodOf(clickhouseSql, 'at', step)} as at, ${sumFields.map((name) => `${total(name)} as ${name}`).join(', ')}
        from (${parts.map(({ text }) => text).join(' union all ')}) as parts group by 1 order by 1`,
      values: parts.flatMap(({ values }) => values),
    };
  },

  /** Rows: `LogHour`. An hour that is counted meanwhile would be in both parts, so the larger count is taken. */
  hours({ from, to }: Pick<LogRange, 'from' | 'to'>): LogQuery {
    const open = `select domain, at from period where grain = ${HOUR} and at >= ? and at < ? group by domain, at
      having sum(touches) > max(counted)`;
    return {
      text: `select domain as "domainId", at, max(requests) as requests, max(bytes) as bytes from (
          select domain, at, requests, bytes from sum where grain = ${HOUR} and at >= ? and at < ? and (domain, at) not in (${open})
          union all
          select domain, ${hourOf('at')} as at, count(*) as requests, ${total('bytes')} as bytes from line
          where at >= (select if(count(*) = 0, ?, min(at)) from (${open})) and at < ? and (domain, ${hourOf('at')}) in (${open})
          group by 1, 2
        ) as parts group by domain, at`,
      values: [from, to, from, to, to, from, to, to, from, to],
    };
  },

  /** Rows: `Stored` with `domainId`. */
  findActed: (id: string): LogQuery => ({
    text: `select domain as "domainId", ${selectedColumns('line')} from line
      where line.id = ? and (layer <> '' or findings <> '') order by at desc limit 1`,
    values: [id],
  }),
};

type Reader = Pick<LogStore, 'sums' | 'hours' | 'top' | 'countries' | 'events' | 'find' | 'size'>;

export function makeReader({ query }: ClickHouse): Reader {
  const readDirty = (range: LogRange) => query<Dirty>(queries.dirty(range));
  return {
    async sums(range, step, filters = []) {
      const statement = filters.length > 0 ? queries.sums(range, step, filters) : queries.totals(range, step, await readDirty(range));
      return query<LogSums & { at: number }>(statement);
    },
    hours: (range) => query<LogHour>(queries.hours(range)),
    top: async (range, dim, limit, filters = []) =>
      toTop(await query<TopRow>(queries.top(range, dim, limit, filters, filters.length > 0 ? [] : await readDirty(range)))),
    countries: async (range, filters = [], dim = 'client') =>
      query<LogCountry>(queries.countries(range, filters, dim, filters.length > 0 ? [] : await readDirty(range))),
    events: async (request) => (await query<Stored>(queries.events(request))).map((row) => toStoredEntry(row, request.domainId)),
    async find(id, domainId) {
      const [acted] = await query<Stored & { domainId: string }>(queries.findActed(id));
      if (acted) return toStoredEntry(acted, acted.domainId);
      const [row] = domainId === undefined ? [] : await query<Stored>(queries.find(id, domainId));
      return row && domainId !== undefined ? toStoredEntry(row, domainId) : undefined;
    },
    async size() {
      const text = 'select sum(bytes_on_disk) as bytes from system.parts where database = currentDatabase() and active';
      const [row] = await query<{ bytes: number }>({ text, values: [] });
      return row?.bytes ?? 0;
    },
  };
}
