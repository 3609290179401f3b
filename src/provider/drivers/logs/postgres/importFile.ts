import { randomInt } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { setImmediate as otherWork } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import type pg from 'pg';
import { DAY, HOUR, MINUTE } from '../../../../lib/time.ts';
import { RAW_MS, sumFields } from '../logs.ts';
import { columns, grains } from '../rows.ts';
import { openLogs } from '../sqlite/schema.ts';
import type { WithClient } from './read.ts';
import { createPartitions, divided, HOUR_VALUES, inTransaction } from './schema.ts';
import { addDomains, addSums, insertEntries, lockDomains, markDirty, toColumns } from './write.ts';

const CHUNK = 1_000;

interface Source {
  db: Sqlite.Database;
  /** Of the file, in the table `imported`. */
  id: string;
}

/**
 * Adds the log of an earlier version, which stored it in a file also with PostgreSQL. Several portals may each have a file; what they have
 * of one period is added up.
 * @param file gets another name afterwards; nothing happens if there is none. @param create makes the tables
 * @returns `prepared`: from then on a batch that the file has isn't stored again. `done`: everything of it is there. All of it or nothing:
 * an interrupted import begins again, and a complete one isn't repeated. Batches are stored meanwhile
 */
export function importLogs(
  file: string,
  create: () => Promise<void>,
  withClient: WithClient,
): { prepared: Promise<unknown>; done: Promise<void> } {
  const prepared = prepare(file, create, withClient);
  const done = prepared.then(async (source) => {
    if (source === null) return;
    await copyRows(source, withClient).finally(() => source.db.close());
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    try {
      renameSync(file, `${file}.imported`);
    } catch (error) {
      // Another process on this folder has waited for the same import, and was first.
      if (existsSync(file)) throw error;
    }
  });
  return { prepared, done };
}

/** Adds the IDs of its batches and its domains, once: one that `forget` deletes later isn't added again by another attempt. */
async function prepare(file: string, create: () => Promise<void>, withClient: WithClient): Promise<Source | null> {
  if (!existsSync(file)) return null;
  await create();
  const db = openExisting(file);
  if (db === null) return null;
  try {
    const id = idOf(db);
    await withClient((client) =>
      inTransaction(client, async () => {
        if (!(await isFirst(client, `${id} prepared`))) return;
        const batches = db.prepare<[], unknown[]>('select id, receivedAt, accepted from batch order by id').raw();
        await insert(client, insertBatches, batches.iterate());
        await addDomains(client, db.prepare<[], string>('select id from domain order by id').pluck().all());
      }),
    );
    return { db, id };
  } catch (error) {
    db.close();
    throw error;
  }
}

function openExisting(file: string): Sqlite.Database | null {
  try {
    return openLogs(file, 'write', { fileMustExist: true });
  } catch (error) {
    // Another process has imported it meanwhile.
    if (!existsSync(file)) return null;
    throw error;
  }
}

/** Identifies the file, also under another name. */
const idOf = (db: Sqlite.Database): string =>
  db
    .transaction(() => {
      if (db.pragma('user_version', { simple: true }) === 0) db.pragma(`user_version = ${randomInt(1, 2 ** 31 - 1)}`);
      return `file ${db.pragma('user_version', { simple: true })}`;
    })
    .immediate();

/** Whether a step is to be done: it is once its transaction is committed. Waits for another process that is doing it. */
async function isFirst(client: pg.ClientBase, step: string): Promise<boolean> {
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  return (await client.query('insert into imported (id) values ($1) on conflict do nothing', [step])).rowCount === 1;
}

const insertBatches =
  'insert into batch (id, receivedAt, accepted) select * from unnest($1::text[], $2::bigint[], $3::int[]) on conflict do nothing';
const insertValues = `insert into value (domain, grain, dim, at, value, requests, bytes, cachedRequests, last)
  select * from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])`;

async function insert(client: pg.ClientBase, statement: string, rows: Iterable<readonly unknown[]>): Promise<void> {
  for (const chunk of chunks(rows)) await client.query(statement, toColumns(chunk, chunk[0]?.length ?? 0));
}

const copyRows = ({ db, id }: Source, withClient: WithClient): Promise<void> =>
  withClient((client) =>
    inTransaction(client, async () => {
      if (!(await isFirst(client, id))) return;
      const domains = db.prepare<[], OldDomain>('select n, id from domain').all();
      const { times, newest } = await readTimes(db, domains);
      // Nobody drops partitions from now on. Others are attached nevertheless.
      await client.query('lock table line, sum, value in row exclusive mode');
      await withClient((other) => createPartitions(other, new Set(), (table) => times.get(table) ?? []));

      const ids = domains.map((one) => one.id);
      const there = await client.query<{ id: string; n: number }>('select id, n from domain where id = any($1::text[])', [ids]);
      const numbers = new Map(there.rows.map((row) => [row.id, row.n]));
      let copied = domains
        .flatMap(({ n, id: domainId }) => ({ domainId, from: n, to: numbers.get(domainId) ?? 0 }))
        .filter(({ to }) => to > 0)
        .toSorted((a, b) => a.to - b.to);
      /** Copies rows by the new number of their domain. @param select their other columns, by the old number. */
      const copy = (statement: string, select: string, ...values: number[]) => {
        const rows = db.prepare<number[], unknown[]>(select).raw();
        const all = function* () {
          for (const { from, to } of copied) for (const row of rows.iterate(from, ...values)) yield [to, ...row];
        };
        return insert(client, statement, all());
      };
      await copy(insertEntries, `select ${columns.join(', ')} from line where domain = ? order by at, n`);
      await copy(insertValues, 'select grain, dim, at, value, requests, bytes, cachedRequests, last from value where domain = ?');

      // `forget` doesn't see these rows, and waits from now on.
      const locked = await lockDomains(client, ids);
      const forgotten = copied.filter(({ domainId, to }) => locked.get(domainId) !== to).map(({ to }) => to);
      for (const table of forgotten.length > 0 ? ['line', 'value'] : [])
        await client.query(`delete from ${table} where domain = any($1::int[])`, [forgotten]);
      copied = copied.filter(({ to }) => !forgotten.includes(to));

      // Batches that arrive meanwhile change rows in the same order (`store` of write.ts), so none waits for another in a circle, and none
      // changes a row of a time that is over: those wait for the last of it only.
      const over = newest - RAW_MS - HOUR;
      for (const are of ['<=', '>'])
        for (const { ms } of grains)
          await copy(
            addSums,
            `select grain, at, ${sumFields.join(', ')} from sum where domain = ? and grain = ? and at ${are} ? order by at`,
            ms,
            over - ms,
          );
      for (const ms of [HOUR, DAY]) await copy(markDirty, 'select grain, at from dirty where domain = ? and grain = ? order by at', ms);
    }),
  );

interface OldDomain {
  n: number;
  id: string;
}

/**
 * Times of the rows of each table that is divided, one for each partition, and that of the newest minute. Each is looked up by the key of its
 * table, which may have millions of rows.
 */
async function readTimes(db: Sqlite.Database, domains: readonly OldDomain[]): Promise<{ times: Map<string, Set<number>>; newest: number }> {
  const line = db.prepare<number[], number>('select at from line where domain = ? and at >= ? order by at limit 1').pluck();
  const sum = db.prepare<number[], number>('select at from sum where domain = ? and grain = ? and at >= ? order by at limit 1').pluck();
  const dim = db.prepare<number[], number>('select dim from value where domain = ? and grain = ? and dim > ? order by dim limit 1').pluck();
  const value = db
    .prepare<number[], number>('select at from value where domain = ? and grain = ? and dim = ? and at >= ? order by at limit 1')
    .pluck();
  const last = db.prepare<number[], number | null>('select max(at) from sum where domain = ? and grain = ?').pluck();

  const times = new Map(divided.map(({ table }) => [table, new Set<number>()]));
  /** @param next the time of the first row from a time on. */
  const find = (wanted: string, next: (from: number) => number | undefined): void => {
    for (const { table, span } of divided)
      if (table === wanted)
        for (let at = next(0); at !== undefined; at = next((Math.floor(at / span) + 1) * span)) times.get(table)?.add(at);
  };
  let newest = 0;
  for (const { n } of domains) {
    find('line', (from) => line.get(n, from));
    for (const { ms } of grains) find(`sum_${ms}`, (from) => sum.get(n, ms, from));
    for (let one = dim.get(n, HOUR, -1); one !== undefined; one = dim.get(n, HOUR, one)) {
      const current = one;
      find(HOUR_VALUES, (from) => value.get(n, HOUR, current, from));
    }
    newest = Math.max(newest, last.get(n, MINUTE) ?? 0);
    await otherWork();
  }
  return { times, newest };
}

function* chunks<T>(rows: Iterable<T>): Generator<T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
