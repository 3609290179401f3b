import type pg from 'pg';
import { DAY, HOUR } from '../../../../lib/time.ts';
import { sumFields } from '../logs.ts';
import { grains } from '../rows.ts';

/** The schema of PostgreSQL that the tables are in: they aren't part of the migrations, because their partitions come and go. */
export const SCHEMA = 'nasim_logs';
/** Any number that nothing else of PostgreSQL's advisory locks uses. */
const LOCK = 7_061_993_155;

const sums = sumFields.map((name) => `${name} bigint not null`).join(', ');
/** Sums of a grain are divided by the day, but for those of days, of which there are few. */
const isDivided = (grain: number): boolean => grain < DAY;
const dividedBy = (grain: number): string => (isDivided(grain) ? ' partition by range (at)' : '');

/*
 * As in sqlite/schema.ts, with partitions: single requests by the hour, which are stored for 24 hours, sums and values by the day. Values
 * have no unique key: a path may be longer than an entry of an index.
 */
const tables = [
  'create table domain (n int generated always as identity primary key, id text not null unique)',
  'create table batch (id text primary key, receivedAt bigint not null, accepted int not null)',
  'create index batch_received on batch (receivedAt)',
  'create sequence line_n',
  `create table line (
    domain int not null, at bigint not null, n bigint not null default nextval('line_n'),
    id text not null, host text not null, ip text not null, country text not null, asn bigint, method text not null,
    path text not null, query text not null, userAgent text not null, referer text not null, protocol text not null, tls text,
    status int not null, bytes bigint not null, originBytes bigint not null, cache text not null, outcome text not null,
    layer text not null, ruleId text not null, reason text not null, findings text not null, originStatus int,
    ms bigint not null, originMs bigint, server text not null, target text, pageRuleId text, matches text,
    primary key (domain, at, n)
  ) partition by range (at)`,
  "create index line_acted_id on line (id) where layer <> '' or findings <> ''",
  "create index line_acted on line (domain, at, n) where layer <> '' or findings <> ''",
  `create table sum (
    domain int not null, grain bigint not null, at bigint not null, ${sums}, primary key (domain, grain, at)
  ) partition by list (grain)`,
  ...grains.map(({ ms }) => `create table sum_${ms} partition of sum for values in (${ms})${dividedBy(ms)}`),
  `create table value (
    domain int not null, grain bigint not null, dim int not null, at bigint not null, value text not null,
    requests bigint not null, bytes bigint not null, cachedRequests bigint not null, last bigint not null
  ) partition by list (grain)`,
  'create index value_place on value (domain, grain, dim, at)',
  ...[HOUR, DAY].map((ms) => `create table value_${ms} partition of value for values in (${ms})${dividedBy(ms)}`),
  'create table dirty (domain int not null, grain bigint not null, at bigint not null, primary key (domain, grain, at))',
  'create table imported (id text primary key)',
];

/** The table of the values of hours. */
export const HOUR_VALUES = `value_${HOUR}`;

/** Tables that are divided by time: the length of a partition, and how long it is stored after its end, in ms. */
export const divided: readonly { table: string; span: number; retention: number }[] = [
  { table: 'line', span: HOUR, retention: DAY },
  ...grains.filter(({ ms }) => isDivided(ms)).map(({ ms, retention }) => ({ table: `sum_${ms}`, span: DAY, retention })),
  ...grains.filter(({ ms }) => ms === HOUR).map(({ retention }) => ({ table: HOUR_VALUES, span: DAY, retention })),
];

const partition = (table: string, from: number): string => `${table}_at_${from}`;

/** Whether a table is there. `to_regclass` may not see what another process has just committed. */
async function hasTable(db: pg.ClientBase | pg.Pool, name: string): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from pg_tables where schemaname = $1 and tablename = $2', [SCHEMA, name]);
  return rowCount === 1;
}
export const hasTables = (db: pg.ClientBase | pg.Pool): Promise<boolean> => hasTable(db, 'imported');

/** Makes the tables. Other processes that start meanwhile wait. */
export const createTables = (client: pg.ClientBase): Promise<void> =>
  inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    if (await hasTables(client)) return;
    await client.query([`create schema if not exists ${SCHEMA}`, ...tables].join(';\n'));
  });

/** Partitions that one transaction makes: each takes about ten locks until its end, and PostgreSQL has room for some thousands. */
const GROUP = 50;

/**
 * Makes the partitions for rows of these times.
 * @param known those that are there; new ones are added. @param timesOf the times of the rows of a table that is divided
 */
export async function createPartitions(
  client: pg.ClientBase,
  known: Set<string>,
  timesOf: (table: string) => Iterable<number>,
): Promise<void> {
  const wanted = divided.flatMap(({ table, span }) =>
    [...new Set(Array.from(timesOf(table), (at) => Math.floor(at / span) * span))]
      .map((from) => ({ table, from, to: from + span, name: partition(table, from) }))
      .filter(({ name }) => !known.has(name)),
  );
  for (let at = 0; at < wanted.length; at += GROUP) {
    const group = wanted.slice(at, at + GROUP);
    await inTransaction(client, async () => {
      await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
      for (const { table, from, to, name } of group) {
        if (await hasTable(client, name)) continue;
        // Attaching doesn't wait for those who read and write the table, unlike creating it as a partition.
        await client.query(`create table ${name} (like ${table} including defaults)`);
        await client.query(`alter table ${table} attach partition ${name} for values from (${from}) to (${to})`);
      }
    });
    for (const { name } of group) known.add(name);
  }
}

/** How long dropping a partition waits for those who read its table, while others wait for it. */
const DROP_MS = 2_000;

/** Drops partitions that are past their time. Those of a table that is in use for longer are dropped the next time. */
export async function dropPartitions(client: pg.ClientBase, known: Set<string>, now: number): Promise<void> {
  const { rows } = await client.query<{ parent: string; name: string }>(
    `select parent.relname as parent, child.relname as name from pg_inherits
     join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
     where child.relnamespace = '${SCHEMA}'::regnamespace and child.relname like '%\\_at\\_%'`,
  );
  for (const { table, span, retention } of divided)
    for (const { name } of rows.filter(({ parent }) => parent === table)) {
      const end = Number(name.slice(name.lastIndexOf('_') + 1)) + span;
      if (end > now - retention) continue;
      known.delete(name);
      try {
        await inTransaction(client, async () => {
          await client.query(`set local lock_timeout = ${DROP_MS}`);
          await client.query(`drop table if exists ${name}`);
        });
      } catch (error) {
        if (codeOf(error) !== '55P03') throw error; // lock_not_available
        break;
      }
    }
}

/** The code of an error of PostgreSQL (its manual, appendix A). */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>, begin = 'begin'): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
