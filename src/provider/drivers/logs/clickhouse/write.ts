import { DAY, HOUR } from '../../../../lib/time.ts';
import { countEntriesByDomain, dimNumber, total } from '../dims.ts';
import { type LogBatch, logDims, sumFields } from '../logs.ts';
import { entrySums, periodOf } from '../queries.ts';
import { columns, GRACE_MS, grains, type LogRow, place, toLogRow } from '../rows.ts';
import type { ClickHouse } from './client.ts';
import { clickhouseSql } from './read.ts';
import { dropPartitions } from './schema.ts';

/** Tables with rows of a domain, in the order in which they are deleted: a count that begins after its periods are gone has none. */
const ofDomain = ['period', 'run', 'line', 'value', 'sum'] as const;
const intoValue = 'insert into value (domain, grain, dim, at, value, requests, bytes, cachedRequests, last, version)';
const intoSum = `insert into sum (domain, grain, at, ${sumFields.join(', ')}, version)`;
const counts = ['requests', 'bytes', 'cachedRequests', 'last'].join(', ');
/** The version of each count of a run. */
const versions =
  'inner join (select domain, at as start, n from run where run = ? and grain = ? and at in (?)) as counted using (domain, start)';
/** Whether what starts at an expression is counted by a run. */
const isCounted = (start: string) => `(domain, ${start}) in (select domain, at from run where run = ? and grain = ? and at in (?))`;
/** Periods, each once, with what their counts include and what they don't. */
const periods = 'select domain, grain, at, sum(touches) as touches, max(counted) as counted from period';

/** Strings without halves of characters: the parser of ClickHouse would refuse the batch. */
const toRow = (row: LogRow): LogRow => row.map((value) => (typeof value === 'string' ? value.toWellFormed() : value)) as unknown as LogRow; // of equal length

/** Requests that one statement counts, if there are several hours: their values have to be in memory. */
const TOGETHER = 2_000_000;
/** Divides hours into groups that are counted together. */
function together(hours: readonly { at: number; requests: number }[]): number[][] {
  const groups: number[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const { at, requests } of hours) {
    size += requests;
    if (size <= TOGETHER) groups.at(-1)?.push(at);
    else {
      groups.push([at]);
      size = requests;
    }
  }
  return groups;
}

export function makeWriter(clickhouse: ClickHouse) {
  const { command, query, insert } = clickhouse;

  /** @param starts in ascending order, as for `countDays` */
  async function countHours(run: number, starts: readonly number[]): Promise<void> {
    const hour = periodOf(clickhouseSql, 'at', HOUR);
    const lines = `at >= ? and at < ? and ${isCounted(hour)}`;
    const ofRun = [run, HOUR, starts] as const;
    const range = [starts[0] ?? 0, (starts.at(-1) ?? 0) + HOUR] as const;
    for (const dim of logDims)
      await command(
        `${intoValue} select domain, ${HOUR}, ${dimNumber(dim)}, start, value, ${counts}, n
          from (${countEntriesByDomain(clickhouseSql, dim, lines, hour)}) as entries ${versions}`,
        [...range, ...ofRun, ...ofRun],
      );
    const spans = grains.flatMap(({ ms }) => (ms <= HOUR ? [ms] : []));
    await command(
      `${intoSum} select domain, grain, time, ${sumFields.join(', ')}, n
        from (select domain, ${hour} as start, span as grain, intDiv(at, span) * span as time, ${entrySums(clickhouseSql)}
          from line array join [${spans.join(', ')}] as span where ${lines} group by 1, 2, 3, 4) as entries ${versions}`,
      [...range, ...ofRun, ...ofRun],
    );
  }

  async function countDays(run: number, starts: readonly number[]): Promise<void> {
    const day = periodOf(clickhouseSql, 'at', DAY);
    const hours = `grain = ${HOUR} and at >= ? and at < ? and ${isCounted(day)}`;
    const ofRun = [run, DAY, starts] as const;
    const range = [starts[0] ?? 0, (starts.at(-1) ?? 0) + DAY] as const;
    for (const dim of logDims)
      await command(
        `${intoValue} select domain, ${DAY}, ${dimNumber(dim)}, start, value, ${counts}, n
          from (select domain, ${day} as start, value, ${total('requests')} as requests, ${total('bytes')} as bytes,
            ${total('cachedRequests')} as cachedRequests, max(last) as last
            from value where dim = ${dimNumber(dim)} and ${hours} group by 1, 2, 3) as hours ${versions}`,
        [...range, ...ofRun, ...ofRun],
      );
    await command(
      `${intoSum} select domain, ${DAY}, start, ${sumFields.join(', ')}, n
        from (select domain, ${day} as start, ${sumFields.map((name) => `${total(name)} as ${name}`).join(', ')}
          from sum where ${hours} group by 1, 2) as hours ${versions}`,
      [...range, ...ofRun, ...ofRun],
    );
  }

  /**
   * Counts periods of one length. What they include is read before, and stored after: batches that arrive meanwhile may be in the counts or
   * not, and have the period counted again. So does an end of the process in the middle.
   * @param select the columns `domain`, `at` and `n` of the periods
   */
  async function countPeriods(
    grain: number,
    select: string,
    until: number,
    count: (run: number, starts: readonly number[]) => Promise<void>,
  ): Promise<void> {
    const run = Date.now() * 1000 + Math.floor(Math.random() * 1000);
    await command(`insert into run (run, domain, grain, at, n) select ${run}, domain, ${grain}, at, n from (${select})`, [until]);
    const found = await query<{ at: number; requests: number }>({
      text: `select at, requests from (select distinct at from run where run = ?) as run
        left join (select toInt64(partition_id) * ${HOUR} as at, sum(rows) as requests from system.parts
          where database = currentDatabase() and table = 'line' and active group by 1) as line using at order by at`,
      values: [run],
    });
    for (const starts of grain === DAY ? found.map(({ at }) => [at]) : together(found)) {
      await count(run, starts);
      await command(
        'insert into period (domain, grain, at, touches, counted) select domain, grain, at, 0, n from run where run = ? and at in (?)',
        [run, starts],
      );
    }
    if (found.length > 0) await command('alter table run drop partition ?', [run]);
  }

  /** Deletes runs whose process ended. */
  async function dropRuns(): Promise<void> {
    const runs = await query<{ run: number }>({ text: 'select distinct run from run', values: [] });
    for (const { run } of runs) if (run / 1000 < Date.now() - DAY) await command('alter table run drop partition ?', [run]);
  }

  async function deleteDomains(condition: string, values: readonly string[]): Promise<void> {
    for (const table of ofDomain) {
      const [found] = await query({ text: `select 1 from ${table} where ${condition} limit 1`, values: [...values] });
      if (found) await command(`delete from ${table} where ${condition}`, values);
    }
  }

  return {
    /** The requests first: once a period is marked, everything that marked it can be counted. */
    async ingest({ lines }: Pick<LogBatch, 'lines'>): Promise<{ accepted: number }> {
      const rows = lines.map((line) => toRow(toLogRow(line)));
      await insert('line', ['domain', ...columns], rows);
      const touched = new Set(rows.flatMap((row) => [HOUR, DAY].map((ms) => touchOf(row, ms))));
      await insert(
        'period',
        ['domain', 'grain', 'at', 'touches', 'counted'],
        Array.from(touched, (text) => JSON.parse(text) as unknown[]),
      );
      return { accepted: lines.length };
    },

    async prune(now: number): Promise<void> {
      await countPeriods(
        HOUR,
        `select domain, at, touches as n from (${periods} where grain = ${HOUR} and at <= ? group by domain, grain, at)
          where touches > counted`,
        now - HOUR - GRACE_MS,
        countHours,
      );
      // Once its hours are. Both are read at once.
      await countPeriods(
        DAY,
        `select domain, day as at, maxIf(touches, grain = ${DAY}) as n
          from (select *, ${periodOf(clickhouseSql, 'at', DAY)} as day from (${periods} group by domain, grain, at))
          where day <= ? group by domain, day
          having n > maxIf(counted, grain = ${DAY}) and countIf(grain = ${HOUR} and touches > counted) = 0`,
        now - DAY - GRACE_MS,
        countDays,
      );
      await dropPartitions(clickhouse, now);
      await dropRuns();
      // What was being written while they were deleted.
      await deleteDomains('domain in (select domain from forgotten)', []);
    },

    async forget(domainId: string): Promise<void> {
      await command('insert into forgotten (domain) select ?', [domainId]);
      await deleteDomains('domain = ?', [domainId]);
    },
  };
}

const touchOf = (row: LogRow, ms: number): string => JSON.stringify([row[0], ms, Math.floor(Number(row[place.at]) / ms) * ms, 1, 0]);
