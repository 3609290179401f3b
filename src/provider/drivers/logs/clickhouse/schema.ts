import { DAY, HOUR } from '../../../../lib/time.ts';
import { sumFields } from '../logs.ts';
import { grains } from '../rows.ts';
import type { ClickHouse } from './client.ts';

/** Sums whose unit is bytes or ms; the others are numbers of requests. Types of a table and of the counts that are added to it are equal. */
const amounts: readonly string[] = ['bytes', 'cachedBytes', 'originBytes', 'ms'];
const sums = sumFields.map((name) => `${name} ${amounts.includes(name) ? 'Int64' : 'UInt64'}`).join(', ');
/** Rows of a batch are on the disk when it is confirmed: they are what traffic is charged by. */
const DURABLE = 'fsync_after_insert = 1, fsync_part_directory = 1';
/** The span of a partition of days. */
const MONTH = 30 * DAY;

/**
 * Every table can be written again with the same rows, because ClickHouse has no transactions:
 * - `line` has a request once, by its domain, time and ID, however often it arrives.
 * - `period` has what `dirty` has elsewhere. `touches` grows with each batch that has requests of an hour or a day, after these are stored;
 *   `counted` is how many of them the counts of this period include. It must be counted from single requests while `touches` is larger.
 * - `sum` and `value` are counts of whole hours and days. `version` is their `counted`: of two rows, the one that includes more remains.
 * - `run` has the periods that are being counted, with their `touches` before.
 * - `forgotten` has deleted domains, for as long as batches and counts that began before may still write.
 */
const tables = [
  `create table if not exists line (
    domain LowCardinality(String), at Int64 codec(Delta, ZSTD), n UInt64 default bitShiftRight(cityHash64(id), 11),
    id String codec(ZSTD), host LowCardinality(String), ip String codec(ZSTD), country LowCardinality(String), asn Nullable(Int64) codec(ZSTD),
    method LowCardinality(String), path String codec(ZSTD), query String codec(ZSTD), userAgent String codec(ZSTD),
    referer String codec(ZSTD), protocol LowCardinality(String), tls LowCardinality(Nullable(String)),
    status UInt16, bytes Int64 codec(ZSTD), originBytes Int64 codec(ZSTD), cache LowCardinality(String), outcome LowCardinality(String),
    layer LowCardinality(String), ruleId String codec(ZSTD), reason LowCardinality(String), findings String codec(ZSTD),
    originStatus Nullable(UInt16), ms Int64 codec(ZSTD), originMs Nullable(Int64) codec(ZSTD), server String codec(ZSTD),
    target Nullable(String) codec(ZSTD), pageRuleId Nullable(String) codec(ZSTD), matches Nullable(String) codec(ZSTD),
    index line_id id type bloom_filter(0.01)
  ) engine = ReplacingMergeTree partition by intDiv(at, ${HOUR}) primary key (domain, at) order by (domain, at, n, id)
  settings ${DURABLE}`,
  `create table if not exists period (
    domain LowCardinality(String), grain Int64, at Int64,
    touches SimpleAggregateFunction(sum, UInt64), counted SimpleAggregateFunction(max, UInt64)
  ) engine = AggregatingMergeTree partition by intDiv(at, ${DAY}) order by (domain, grain, at) settings ${DURABLE}`,
  `create table if not exists sum (
    domain LowCardinality(String), grain Int64, at Int64, ${sums}, version UInt64
  ) engine = ReplacingMergeTree(version) partition by (grain, intDiv(at, if(grain < ${DAY}, ${DAY}, ${MONTH}))) order by (domain, grain, at)
  settings ${DURABLE}`,
  `create table if not exists value (
    domain LowCardinality(String), grain Int64, dim UInt8, at Int64 codec(Delta, ZSTD), value String codec(ZSTD),
    requests UInt64 codec(ZSTD), bytes Int64 codec(ZSTD), cachedRequests UInt64 codec(ZSTD), last Int64 codec(ZSTD), version UInt64 codec(ZSTD)
  ) engine = ReplacingMergeTree(version) partition by (grain, intDiv(at, if(grain < ${DAY}, ${DAY}, ${MONTH})))
  primary key (domain, grain, dim, at) order by (domain, grain, dim, at, value) settings ${DURABLE}`,
  `create table if not exists run (run UInt64, domain LowCardinality(String), grain Int64, at Int64, n UInt64)
  engine = MergeTree partition by run order by (grain, at, domain)`,
  `create table if not exists forgotten (domain String, at DateTime default now())
  engine = MergeTree order by domain ttl at + interval 2 day`,
];

/** Statements of each version. They may run twice, by two portals at the same time: each is written so that this changes nothing. */
const versions: readonly (readonly string[])[] = [tables];

const CHANGES = 'create table if not exists version (version UInt32) engine = ReplacingMergeTree order by version';

/**
 * Creates the tables, or changes those of an earlier version.
 * @throws Error when a later version of this program has changed them
 */
export async function upgradeTables({ command, query, insert }: ClickHouse): Promise<void> {
  await command(CHANGES);
  const [row] = await query<{ version: number }>({ text: 'select max(version) as version from version', values: [] });
  const current = row?.version ?? 0;
  if (current > versions.length)
    throw new Error(`A later version of Nasim wrote the tables in ClickHouse (version ${current}, this one knows ${versions.length}).`);
  for (const [i, statements] of versions.entries()) {
    if (i < current) continue;
    for (const text of statements) await command(text);
    await insert('version', ['version'], [[i + 1]]);
  }
}

/** The start of a partition, epoch ms, and its length, from its ID: the number of its period, after its grain where there are several. */
const partitionOf = (table: string, id: string): { from: number; span: number } => {
  const numbers = id.split('-').map(Number);
  const n = numbers.at(-1) ?? 0;
  if (table === 'line') return { from: n * HOUR, span: HOUR };
  const span = table === 'period' || (numbers[0] ?? 0) < DAY ? DAY : MONTH;
  return { from: n * span, span };
};

/** How long a partition is stored after its end, in ms. Requests are accepted for 24 hours, and may be stored a little later. */
const retentionOf = (table: string, id: string): number => {
  if (table === 'line') return DAY + HOUR;
  if (table === 'period') return 3 * DAY;
  return grains.find(({ ms }) => String(ms) === id.split('-')[0])?.retention ?? Number.POSITIVE_INFINITY;
};

/**
 * Drops partitions that are past their time: by the clock of the portal, and only after the periods were counted, which the server's own
 * TTL knows nothing of.
 */
export async function dropPartitions({ query, command }: ClickHouse, now: number): Promise<void> {
  const partitions = await query<{ table: string; id: string }>({
    text: `select distinct table, partition_id as id from system.parts
      where database = currentDatabase() and active and table in ('line', 'period', 'sum', 'value')`,
    values: [],
  });
  for (const { table, id } of partitions) {
    const { from, span } = partitionOf(table, id);
    if (from + span <= now - retentionOf(table, id)) await command(`alter table ${table} drop partition id ?`, [id]);
  }
}
