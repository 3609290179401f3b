import type pg from 'pg';
import { DAY, HOUR } from '../../../../lib/time.ts';
import { countEntries, dimNumber } from '../dims.ts';
import { type LogBatch, logDims, sumFields } from '../logs.ts';
import { addToSums, BATCH_MS, byPeriod, columns, GRACE_MS, grains, type MinuteSums, place, toLogRow } from '../rows.ts';
import { postgresSql, type WithClient } from './read.ts';
import { codeOf, createPartitions, dropPartitions, HOUR_VALUES, inTransaction } from './schema.ts';

/** Types of the columns of a line in PostgreSQL; the others are text. */
const types: Partial<Record<(typeof columns)[number], 'bigint' | 'int'>> = {
  at: 'bigint',
  asn: 'bigint',
  status: 'int',
  bytes: 'bigint',
  originBytes: 'bigint',
  originStatus: 'int',
  ms: 'bigint',
  originMs: 'bigint',
};
/** One array for each column: a statement has at most 65,535 values. */
export const insertEntries = `insert into line (domain, ${columns.join(', ')}) select * from unnest($1::int[], ${columns
  .map((name, i) => `$${i + 2}::${types[name] ?? 'text'}[]`)
  .join(', ')})`;
export const addSums = `insert into sum as known (domain, grain, at, ${sumFields.join(', ')})
  select * from unnest($1::int[], $2::bigint[], $3::bigint[], ${sumFields.map((_, i) => `$${i + 4}::bigint[]`).join(', ')})
  on conflict (domain, grain, at) do update set ${sumFields.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}`;
// An update in any case: it takes the lock that `countHour` waits for.
export const markDirty = `insert into dirty (domain, grain, at) select * from unnest($1::int[], $2::bigint[], $3::bigint[])
  on conflict (domain, grain, at) do update set at = excluded.at`;
const into = 'insert into value (domain, grain, dim, at, value, requests, bytes, cachedRequests, last)';

/** `check_violation`: a row of a time that has no partition. */
const NO_PARTITION = '23514';

/** Transposes rows. */
export const toColumns = (rows: readonly (readonly unknown[])[], count: number): unknown[][] =>
  Array.from({ length: count }, (_, i) => rows.map((row) => row[i]));

/** Adds domains. @param ids in ascending order, so that none waits for another in a circle */
export const addDomains = (client: pg.ClientBase, ids: readonly string[]) =>
  client.query('insert into domain (id) select * from unnest($1::text[]) on conflict do nothing', [ids]);

/** Numbers of domains by their IDs. A lock keeps `forget` from deleting one whose lines are being written. */
export async function lockDomains(client: pg.ClientBase, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; n: number }>(
    'select id, n from domain where id = any($1::text[]) order by id for share',
    [ids],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** @param known partitions that this process has found */
export function makeWriter(withClient: WithClient, known: Set<string>) {
  /** Rows are written in one order by all processes, so that none waits for another in a circle. */
  async function store(client: pg.ClientBase, { id, lines, receivedAt }: LogBatch): Promise<number> {
    const { rowCount } = await client.query('insert into batch (id, receivedAt, accepted) values ($1, $2, $3) on conflict do nothing', [
      id,
      receivedAt,
      lines.length,
    ]);
    if (rowCount === 0) {
      const { rows } = await client.query<{ accepted: number }>('select accepted from batch where id = $1', [id]);
      return rows[0]?.accepted ?? 0;
    }
    if (lines.length === 0) return 0;
    const ids = [...new Set(lines.map(({ domainId }) => domainId))].toSorted();
    await addDomains(client, ids);
    const numbers = await lockDomains(client, ids);
    const sums: MinuteSums = new Map();
    const entries = lines.map((line) => {
      const row = toLogRow(line);
      const domain = numbers.get(line.domainId);
      if (domain === undefined) throw new Error(`the domain ${line.domainId} was removed meanwhile`);
      addToSums(sums, domain, row);
      return [domain, ...row.slice(place.at)];
    });
    await client.query(insertEntries, toColumns(entries, columns.length + 1));
    const periods = grains.flatMap(({ ms }) => byPeriod(sums, ms).map(([domain, at, values]) => ({ domain, grain: ms, at, values })));
    periods.sort((a, b) => a.grain - b.grain || a.domain - b.domain || a.at - b.at);
    const totals = periods.map(({ domain, grain, at, values }) => [domain, grain, at, ...values]);
    await client.query(addSums, toColumns(totals, sumFields.length + 3));
    const open = periods.filter(({ grain }) => grain === HOUR || grain === DAY).map(({ domain, grain, at }) => [domain, grain, at]);
    await client.query(markDirty, toColumns(open, 3));
    return lines.length;
  }

  const counts = logDims.map(
    (dim) => (domain: number, at: number) =>
      `${into} select ${domain}, ${HOUR}, ${dimNumber(dim)}, ${at}, value, requests, bytes, cachedRequests, last from (${countEntries(
        postgresSql,
        dim,
        `domain = ${domain} and at >= ${at} and at < ${at + HOUR}`,
        true,
      )}) as counted`,
  );
  /** Deletes the mark first: a batch with lines of this period that isn't committed yet is waited for, or sets the mark again. */
  const claimMark = async (client: pg.ClientBase, domain: number, grain: number, at: number): Promise<boolean> => {
    const { rowCount } = await client.query('delete from dirty where domain = $1 and grain = $2 and at = $3', [domain, grain, at]);
    return rowCount === 1;
  };
  const removeValues = (domain: number, grain: number, at: number) =>
    `delete from value where domain = ${domain} and grain = ${grain} and dim between 0 and ${logDims.length - 1} and at = ${at}`;

  async function countHour(client: pg.ClientBase, domain: number, at: number): Promise<void> {
    if (!(await claimMark(client, domain, HOUR, at))) return;
    await client.query([removeValues(domain, HOUR, at), ...counts.map((text) => text(domain, at))].join(';\n'));
  }
  async function countDay(client: pg.ClientBase, domain: number, at: number): Promise<void> {
    if (!(await claimMark(client, domain, DAY, at))) return;
    const open = await client.query('select 1 from dirty where domain = $1 and grain = $2 and at >= $3 and at < $4', [
      domain,
      HOUR,
      at,
      at + DAY,
    ]);
    // Counted once its hours are.
    if (open.rowCount !== 0) return void (await client.query(markDirty, [[domain], [DAY], [at]]));
    await client.query(`${removeValues(domain, DAY, at)};
      ${into} select ${domain}, ${DAY}, dim, ${at}, value, ${['requests', 'bytes', 'cachedRequests']
        .map((name) => `cast(sum(${name}) as bigint)`)
        .join(', ')}, max(last)
      from value where domain = ${domain} and grain = ${HOUR} and dim between 0 and ${logDims.length - 1} and at >= ${at} and at < ${at + DAY}
      group by dim, value`);
  }

  return {
    async ingest(batch: LogBatch): Promise<{ accepted: number }> {
      const times = batch.lines.map(({ at }) => at);
      const attempt = () =>
        withClient(async (client) => {
          await createPartitions(client, known, () => times);
          return inTransaction(client, () => store(client, batch));
        });
      try {
        return { accepted: await attempt() };
      } catch (error) {
        // Another process has dropped a partition that this one knew.
        if (codeOf(error) !== NO_PARTITION) throw error;
        known.clear();
        return { accepted: await attempt() };
      }
    },

    prune: (now: number): Promise<void> =>
      withClient(async (client) => {
        for (const [grain, count] of [[HOUR, countHour] as const, [DAY, countDay] as const]) {
          const { rows } = await client.query<{ domain: number; at: number }>(
            'select domain, at from dirty where grain = $1 and at <= $2 order by at',
            [grain, now - grain - GRACE_MS],
          );
          for (const { domain, at } of rows) {
            await createPartitions(client, known, (table) => (table === HOUR_VALUES ? [at] : []));
            await inTransaction(client, () => count(client, domain, at));
          }
        }
        await dropPartitions(client, known, now);
        const { retention } = grains.find(({ ms }) => ms === DAY) ?? grains[3];
        for (const table of ['sum', 'value'])
          await client.query(`delete from ${table} where grain = ${DAY} and at < $1`, [now - retention]);
        await client.query('delete from batch where receivedAt < $1', [now - BATCH_MS]);
      }),

    forget: (domainId: string): Promise<void> =>
      withClient((client) =>
        inTransaction(client, async () => {
          await client.query('set local statement_timeout = 0');
          const { rows } = await client.query<{ n: number }>('delete from domain where id = $1 returning n', [domainId]);
          // The marks first: an hour that is being counted is waited for, and its values are deleted too.
          for (const { n } of rows)
            for (const table of ['dirty', 'line', 'value', 'sum']) await client.query(`delete from ${table} where domain = $1`, [n]);
        }),
      ),
  };
}
