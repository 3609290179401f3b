import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createMixedEntries } from '../../../../../tests/support/logEntries.ts';
import { countBy, countSums, logsContract } from '../../../../../tests/support/logsContract.ts';
import { dropDatabase, newDatabase } from '../../../../../tests/support/postgres.ts';
import { DAY, HOUR } from '../../../../lib/time.ts';
import { type LogStore, sumFields } from '../logs.ts';
import { openLogStore } from '../openLogStore.ts';
import { openLogs } from '../sqlite/schema.ts';
import { sqliteLogs } from '../sqlite/store.ts';
import { postgresLogs } from './store.ts';

const onPostgres = process.env.TEST_DATABASE === 'postgres';
const now = Date.UTC(2026, 10, 20, 14, 20);
const range = { domainId: 'a', from: now - DAY, to: now };

async function newStore() {
  const url = await newDatabase();
  onTestFinished(() => dropDatabase(url));
  const open = (file?: string) => {
    const store = postgresLogs(url, file, (error) => {
      throw error;
    });
    onTestFinished(() => store.close());
    return store;
  };
  return { url, open };
}

/** A connection of its own to the tables of a store. */
async function connect(url: string) {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=nasim_logs' });
  await client.connect();
  onTestFinished(() => client.end());
  const count = async (text: string) => Number((await client.query<{ n: string }>(`select count(*) as n from ${text}`)).rows[0]?.n);
  return {
    client,
    count,
    waiting: (event: string) => count(`pg_stat_activity where datname = current_database() and wait_event = '${event}'`),
  };
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-logs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'logs.sqlite');
}

if (onPostgres) logsContract(async () => (await newStore()).open());

const sumsOf = async (store: LogStore) => {
  const { at: _, ...sums } = (await store.sums(range, 400 * DAY))[0] ?? { at: 0 };
  return sums;
};

test.runIf(onPostgres)('two processes store batches while hours are counted: each line is counted once', async () => {
  const { open } = await newStore();
  const stores = [open(), open()] as const;
  const lines = createMixedEntries({ count: 4_000, domainIds: ['a', 'b'], from: now - 4 * HOUR, to: now });
  const batches = Array.from({ length: 40 }, (_, i) => ({ id: `b${i}`, lines: lines.slice(i * 100, i * 100 + 100), receivedAt: now }));
  // Each batch arrives at both, as from an edge that got no response from the first.
  const sent = stores.flatMap((store) => batches.map((batch) => store.ingest(batch)));
  const pruned = Promise.all(Array.from({ length: 8 }, async (_, i) => stores[i % 2]?.prune(now)));
  expect(new Set((await Promise.all(sent)).map(({ accepted }) => accepted))).toEqual(new Set([100]));
  await pruned;
  await stores[0].prune(now);
  const own = lines.filter(({ domainId }) => domainId === 'a');
  for (const store of stores) {
    expect(await sumsOf(store)).toEqual(countSums(own));
    const { rows } = await store.top(range, 'path', 500);
    expect(new Map(rows.map(({ value, requests }) => [value, requests]))).toEqual(countBy(own, ({ path }) => path));
  }
});

test.runIf(onPostgres)('a value that is longer than an entry of an index is counted', async () => {
  const store = (await newStore()).open();
  const [line] = createMixedEntries({ count: 1, domainIds: ['a'], from: now - 3 * HOUR, to: now - 3 * HOUR + 1 });
  if (!line) throw new Error('no line');
  const referer = Array.from({ length: 2_000 }, (_, i) => String.fromCodePoint(0xc0 + ((i * 7919) % 64))).join('');
  await store.ingest({ id: 'one', lines: [{ ...line, referer }], receivedAt: now });
  await store.prune(now);
  expect((await store.top(range, 'referer', 5)).rows).toMatchObject([{ value: referer, requests: 1 }]);
});

test.runIf(onPostgres)('options in the URL of the database apply too', async () => {
  const { url } = await newStore();
  const store = postgresLogs(`${url}?application_name=own&options=${encodeURIComponent('-c work_mem=12345kB')}`);
  const { count } = await connect(url);
  const lines = createMixedEntries({ count: 10, domainIds: ['a'], from: now - HOUR, to: now });
  await store.ingest({ id: 'one', lines, receivedAt: now });
  expect(await sumsOf(store)).toEqual(countSums(lines));
  expect(await count('line')).toBe(10);
  await store.close();
});

test.runIf(onPostgres)('an hour that is being counted while its domain is deleted for good leaves no values', async () => {
  const { url, open } = await newStore();
  const store = open();
  const lines = createMixedEntries({ count: 10, domainIds: ['a', 'b'], from: now - 3 * HOUR, to: now - 2 * HOUR });
  await store.ingest({ id: 'one', lines, receivedAt: now });
  const { client, count, waiting } = await connect(url);
  // As `prune` does it.
  await client.query('begin');
  const own = "(select n from domain where id = 'a')";
  await client.query(`delete from dirty where domain = ${own} and grain = ${HOUR}`);
  await client.query(`insert into value select ${own}, ${DAY}, 2, ${now - DAY}, 'IR 192.0.2.1', 1, 1, 0, ${now}`);
  const forgetting = store.forget('a');
  await expect.poll(() => waiting('transactionid')).toBe(1);
  await client.query('commit');
  await forgetting;
  expect(await count('value')).toBe(0);
  for (const table of ['line', 'sum', 'dirty'])
    expect([table, await count(`${table} where domain not in (select n from domain)`)]).toEqual([table, 0]);
});

test.runIf(onPostgres)('the file of an earlier version is added once, also when its import was interrupted', async () => {
  const file = newFile();
  const old = sqliteLogs(file);
  const lines = createMixedEntries({ count: 3_000, domainIds: ['a', 'b'], from: now - 20 * HOUR, to: now });
  await old.ingest({ id: 'old', lines: lines.slice(0, 2_500), receivedAt: now });
  await old.prune(now);
  await old.close();
  const { open } = await newStore();
  const first = open(file);
  await first.ingest({ id: 'new', lines: lines.slice(2_500), receivedAt: now });
  await first.imported;
  expect(existsSync(file)).toBe(false);
  // As if the process had ended before the file was renamed.
  renameSync(`${file}.imported`, file);
  const store = open(file);
  await store.imported;
  expect(await store.ingest({ id: 'old', lines: [], receivedAt: now })).toEqual({ accepted: 2_500 });
  const own = lines.filter(({ domainId }) => domainId === 'a');
  for (let i = 0; i < 2; i++) {
    expect(await sumsOf(store)).toEqual(countSums(own));
    const { rows, total } = await store.top(range, 'path', 500);
    expect(new Map(rows.map(({ value, requests }) => [value, requests]))).toEqual(countBy(own, ({ path }) => path));
    expect(total).toBe(rows.length);
    await store.prune(now);
  }
});

test.runIf(onPostgres)(
  'the file of an installation that has run for two months is added, with a partition for each of its days only',
  async () => {
    const file = newFile();
    const db = openLogs(file, 'write');
    db.exec("insert into domain values (1, 'a')");
    const addSum = db.prepare(`insert into sum values (1, ?, ?${', 1'.repeat(sumFields.length)})`);
    const addValue = db.prepare('insert into value values (1, ?, 0, ?, ?, 1, 1, 1, 1)');
    const today = Math.floor(now / DAY) * DAY;
    db.transaction(() => {
      for (let at = today - 62 * DAY; at < today; at += HOUR) {
        addSum.run(HOUR, at);
        addValue.run(HOUR, at, '/');
      }
      addSum.run(60_000, today - DAY);
      addSum.run(DAY, today - 300 * DAY);
    })();
    db.close();
    const { url, open } = await newStore();
    const store = open(file);
    await store.imported;
    const months = { domainId: 'a', from: today - 62 * DAY, to: today };
    expect((await store.sums(months, DAY)).length).toBe(0);
    expect((await store.sums(months, HOUR)).length).toBe(62 * 24);
    const morning = { ...months, to: months.from + 5 * HOUR };
    expect((await store.top(morning, 'path', 5)).rows).toMatchObject([{ value: '/', requests: 5 }]);
    const { count } = await connect(url);
    const partitions = async (table: string) => count(`pg_inherits where inhparent = '${table}'::regclass`);
    const counts = { line: 0, sum_60000: 1, sum_300000: 0, [`sum_${HOUR}`]: 62, [`value_${HOUR}`]: 62 };
    for (const [table, expected] of Object.entries(counts)) expect([table, await partitions(table)]).toEqual([table, expected]);
  },
);

test.runIf(onPostgres)(
  'while a file is added, batches are stored, those of the file are recognized, and domains can be deleted for good',
  async () => {
    const file = newFile();
    const old = sqliteLogs(file);
    const of = (domainIds: string[], seed: number) => createMixedEntries({ count: 500, domainIds, from: now - 5 * HOUR, to: now, seed });
    const before = of(['a', 'b'], 1);
    await old.ingest({ id: 'old', lines: before, receivedAt: now });
    await old.prune(now);
    await old.close();
    const db = openLogs(file, 'write');
    db.exec(`insert into value select n, ${DAY}, 0, ${now - 9 * DAY}, '/', 1, 1, 1, 1 from domain where id = 'a'`);
    db.close();
    const { url, open } = await newStore();
    // Numbers of domains are others there.
    const first = of(['b'], 2);
    await open().ingest({ id: 'first', lines: first, receivedAt: now });
    const { client, count, waiting } = await connect(url);
    // The import stops before the values of days.
    await client.query(`create function hold() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(42); return new; end';
    create trigger hold before insert on value_${DAY} for each row execute function hold();
    select pg_advisory_lock(42)`);
    const [store, second] = [open(file), open(file)] as const;
    await store.prepared;
    await expect.poll(() => waiting('advisory')).toBe(1);
    const during = of(['a'], 3);
    expect(await store.ingest({ id: 'old', lines: before, receivedAt: now })).toEqual({ accepted: 500 });
    expect(await store.ingest({ id: 'during', lines: during, receivedAt: now })).toEqual({ accepted: 500 });
    await store.forget('b');
    await client.query('select pg_advisory_unlock(42)');
    const late = Array.from({ length: 20 }, (_, i) => ({ id: `late${i}`, lines: of(['a'], 10 + i), receivedAt: now }));
    await Promise.all(late.map((batch) => store.ingest(batch)));
    // Both have the same file.
    await Promise.all([store.imported, second.imported]);
    const lines = [...before.filter(({ domainId }) => domainId === 'a'), ...during, ...late.flatMap((batch) => batch.lines)];
    expect(await sumsOf(store)).toEqual(countSums(lines));
    expect(await store.sums({ ...range, domainId: 'b' }, 400 * DAY)).toEqual([]);
    for (const table of ['line', 'value', 'sum', 'dirty'])
      expect([table, await count(`${table} where domain not in (select n from domain)`)]).toEqual([table, 0]);
    expect([existsSync(file), existsSync(`${file}.imported`)]).toEqual([false, true]);
  },
);

test.runIf(onPostgres)('the first process of a machine adds the file, and the others leave it', async () => {
  const file = newFile();
  openLogs(file, 'write').close();
  const { url } = await newStore();
  const env = { DATA_DIR: join(file, '..'), DATABASE_URL: url };
  const errors: unknown[] = [];
  const log = { error: (...entry: unknown[]) => void errors.push(entry) };
  await (await openLogStore(env, log, false)).close();
  expect(existsSync(file)).toBe(true);
  await (await openLogStore(env, log)).close();
  expect([existsSync(file), existsSync(`${file}.imported`), errors]).toEqual([false, true, []]);
});
