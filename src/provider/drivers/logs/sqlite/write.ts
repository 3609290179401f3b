import type Sqlite from 'better-sqlite3';
import { DAY, HOUR } from '../../../../lib/time.ts';
import { countEntries, dimNumber } from '../dims.ts';
import { logDims, RAW_MS, sumFields } from '../logs.ts';
import { addToSums, BATCH_MS, byPeriod, columns, GRACE_MS, grains, type LogRow, type MinuteSums } from '../rows.ts';
import { sqliteSql } from './read.ts';

/** Rows that one transaction deletes, so that batches never wait for long. */
const CHUNK = 20_000;

export interface IngestedBatch {
  id: string;
  /** Epoch ms. */
  receivedAt: number;
  rows: readonly LogRow[];
}

/** What the writing thread can be asked to do. */
export function makeWriter(db: Sqlite.Database) {
  const insertLine = db.prepare(`insert into line (domain, ${columns.join(', ')}, n) values (?, ${columns.map(() => '?').join(', ')}, ?)`);
  const addSums = db.prepare(
    `insert into sum (domain, grain, at, ${sumFields.join(', ')}) values (?, ?, ?, ${sumFields.map(() => '?').join(', ')})
     on conflict do update set ${sumFields.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`,
  );
  const mark = db.prepare('insert or ignore into dirty (domain, grain, at) values (?, ?, ?)');
  const unmark = db.prepare('delete from dirty where domain = ? and grain = ? and at = ?');
  const known = db.prepare('select accepted from batch where id = ?');
  const remember = db.prepare('insert into batch (id, receivedAt, accepted) values (?, ?, ?)');
  const lastNumber = db.prepare('select n from last').pluck();
  const addDomain = db.prepare('insert into domain (id) values (?) on conflict do update set id = id returning n').pluck();
  const findDomain = db.prepare('select n from domain where id = ?').pluck();
  if (lastNumber.get() === undefined) db.exec('insert into last (n) select 0 where not exists (select 1 from last)');
  const setNumber = db.prepare('update last set n = ?');

  const domainNumber = (id: string): number => Number(findDomain.get(id) ?? addDomain.get(id));

  const ingest = db.transaction((id: string, receivedAt: number, rows: readonly LogRow[]): number => {
    const before = known.get(id) as { accepted: number } | undefined;
    if (before) return before.accepted;
    let n = Number(lastNumber.get());
    const numbers = new Map<string, number>();
    const sums: MinuteSums = new Map();
    for (const row of rows) {
      const domainId = String(row[0]);
      let domain = numbers.get(domainId);
      if (domain === undefined) {
        domain = domainNumber(domainId);
        numbers.set(domainId, domain);
      }
      const values: (string | number | null)[] = row.slice();
      values[0] = domain;
      values.push(++n);
      insertLine.run(values);
      addToSums(sums, domain, row);
    }
    setNumber.run(n);
    for (const { ms } of grains) for (const [domain, at, total] of byPeriod(sums, ms)) addSums.run(domain, ms, at, ...total);
    for (const ms of [HOUR, DAY]) for (const [domain, at] of byPeriod(sums, ms)) mark.run(domain, ms, at);
    remember.run(id, receivedAt, rows.length);
    return rows.length;
  });

  const into = 'insert into value (domain, grain, dim, at, value, requests, bytes, cachedRequests, last)';
  const removeValues = db.prepare('delete from value where domain = ? and grain = ? and dim = ? and at = ?');
  const countValues = logDims.map((dim) =>
    db.prepare(
      `${into} select ?, ${HOUR}, ${dimNumber(dim)}, ?, value, requests, bytes, cachedRequests, last
       from (${countEntries(sqliteSql, dim, 'domain = ? and at >= ? and at < ?', true)})`,
    ),
  );
  const addHours = db.prepare(
    `${into} select domain, ${DAY}, dim, ?, value, sum(requests), sum(bytes), sum(cachedRequests), max(last) from value
     where domain = ? and grain = ${HOUR} and dim = ? and at >= ? and at < ? group by domain, dim, value`,
  );
  const countHour = db.transaction((domain: number, at: number) => {
    for (const [dim, statement] of countValues.entries()) {
      removeValues.run(domain, HOUR, dim, at);
      statement.run(domain, at, domain, at, at + HOUR);
    }
    unmark.run(domain, HOUR, at);
  });
  const countDay = db.transaction((domain: number, at: number) => {
    for (const dim of countValues.keys()) {
      removeValues.run(domain, DAY, dim, at);
      addHours.run(at, domain, dim, at, at + DAY);
    }
    unmark.run(domain, DAY, at);
  });

  const over = (grain: number, now: number) =>
    db.prepare('select domain, at from dirty where grain = ? and at <= ? order by at').all(grain, now - grain - GRACE_MS) as {
      domain: number;
      at: number;
    }[];

  const statements = new Map<string, Sqlite.Statement>();
  function prepare(text: string): Sqlite.Statement {
    let statement = statements.get(text);
    if (!statement) {
      statement = db.prepare(text);
      statements.set(text, statement);
    }
    return statement;
  }

  /** Deletes in chunks; each is a transaction of its own. */
  function prune(table: string, keys: string, where: string, ...values: number[]): void {
    const statement = prepare(`delete from ${table} where (${keys}) in (select ${keys} from ${table} where ${where} limit ${CHUNK})`);
    while (statement.run(...values).changes === CHUNK);
  }

  /** Each batch of its own in one transaction, which waits for the disk once. */
  const ingestAll = db.transaction((batches: readonly IngestedBatch[]): (number | Error)[] =>
    batches.map(({ id, receivedAt, rows }) => {
      try {
        return ingest(id, receivedAt, rows);
      } catch (error) {
        // After some errors, such as a full disk, SQLite has rolled back the others as well.
        if (!db.inTransaction || !(error instanceof Error)) throw error;
        return error;
      }
    }),
  );

  return {
    /** @returns the number of accepted lines of each batch, or why it failed */
    ingest: (batches: readonly IngestedBatch[]) => ingestAll.immediate(batches),
    prune(now: number): void {
      for (const { domain, at } of over(HOUR, now)) countHour.immediate(domain, at);
      const open = db.prepare('select 1 from dirty where domain = ? and grain = ? and at >= ? and at < ?');
      for (const { domain, at } of over(DAY, now)) if (!open.get(domain, HOUR, at, at + DAY)) countDay.immediate(domain, at);
      for (const n of db.prepare('select n from domain').pluck().all() as number[]) {
        // Whole hours: values of an hour are counted from all of its lines.
        prune('line', 'domain, at, n', 'domain = ? and at < ?', n, Math.floor((now - RAW_MS) / HOUR) * HOUR);
        for (const { ms, retention } of grains) {
          prune('sum', 'domain, grain, at', 'domain = ? and grain = ? and at < ?', n, ms, now - retention);
          for (const dim of ms >= HOUR ? logDims.map(dimNumber) : [])
            prune('value', 'domain, grain, dim, at, value', 'domain = ? and grain = ? and dim = ? and at < ?', n, ms, dim, now - retention);
        }
      }
      db.prepare('delete from batch where receivedAt < ?').run(now - BATCH_MS);
    },
    forget(domainId: string): void {
      const n = findDomain.get(domainId) as number | undefined;
      if (n === undefined) return;
      prune('line', 'domain, at, n', 'domain = ?', n);
      prune('value', 'domain, grain, dim, at, value', 'domain = ?', n);
      prune('sum', 'domain, grain, at', 'domain = ?', n);
      db.prepare('delete from dirty where domain = ?').run(n);
      db.prepare('delete from domain where n = ?').run(n);
    },
  };
}
export type Writer = ReturnType<typeof makeWriter>;
