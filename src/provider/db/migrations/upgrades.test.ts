import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dropDatabase, newDatabase } from '../../../../tests/support/postgres.ts';
import { testEnv } from '../../../../tests/support/template.ts';
import {
  type AnyDb,
  copyRows,
  createKysely,
  databaseContent,
  databaseSchema,
  earlier,
  halfDone,
  openEarlier,
  readEarlier,
  tableRows,
} from '../../../../tests/support/upgrades.ts';
import { StartError } from '../../../config/env.ts';
import { makeProvider } from '../../index.ts';
import { apply, migrate } from '../migrate.ts';
import { openStore, type StoreOptions } from '../open.ts';
import hashes from './hashes.json' with { type: 'json' };
import { migrations } from './index.ts';

const isPostgres = process.env.TEST_DATABASE === 'postgres';
const names = Object.keys(migrations);
const [first = '', ...later] = earlier;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
/** A data folder of an earlier version. */
function dataFolder(name: string) {
  const folder = makeFolder();
  const file = join(folder, 'nasim.sqlite');
  openEarlier(name, file).close();
  writeFileSync(join(folder, 'secrets.json'), readEarlier(name).secrets, { mode: 0o600 });
  return { folder, file };
}
async function fresh(): Promise<Sqlite.Database> {
  const database = new Sqlite(':memory:');
  await migrate(createKysely(database), { file: null });
  return database;
}
const schemaOfToday = fresh().then(databaseSchema);
const appliedMigrations = (database: Sqlite.Database) =>
  database
    .prepare<[], { name: string }>('select name from kysely_migration order by timestamp, name')
    .all()
    .map(({ name }) => name);

/** Servers without a driver, of the first version, were samples (0027); the uses of gift codes are counted anew (0111). */
const lasting = (tables: object) => Object.keys(tables).filter((table) => table !== 'server' && table !== 'giftCount');

test('a migration is never edited: installations would have different schemas', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /^(\d{4}-.*|appendOnly)\.ts$/.test(file));
  const hashOf = (file: string) => {
    // Comments and white space may change.
    const code = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s+/gm, '');
    return createHash('sha256').update(code).digest('hex').slice(0, 16);
  };
  expect(Object.fromEntries(files.map((file) => [file, hashOf(file)]))).toEqual(hashes);
});

describe.skipIf(isPostgres)('an SQLite database', () => {
  test.each(earlier)('of %s has the schema of a new one after its upgrade, and its rows', async (name) => {
    const database = openEarlier(name);
    const before = databaseContent(database);
    const faultsBefore = database.pragma('foreign_key_check');
    await migrate(createKysely(database), { file: null });
    expect(databaseSchema(database)).toEqual(await schemaOfToday);
    expect(appliedMigrations(database).toSorted()).toEqual(names.toSorted());
    expect(database.pragma('foreign_key_check')).toEqual(faultsBefore);
    for (const table of lasting(before))
      expect(tableRows(database, table).length, table).toBeGreaterThanOrEqual(before[table]?.length ?? 0);
    const lines = (before.changeLog ?? []).map(({ id, time, call }) => ({ id, time, call }));
    expect(tableRows(database, 'changeLog')).toMatchObject(lines);
    expect(() => database.exec('update "changeLog" set "call" = \'x\'')).toThrow('append only');
  });

  test('of the first version starts: its customer signs in, and everything is there', async () => {
    const { folder, file } = dataFolder(first);
    const before = openEarlier(first);
    const info = vi.fn();
    const store = await openStore({ file, durable: false, log: { info, warn: info } });
    expect(info.mock.calls.flat()).toEqual([
      `upgrading the database: ${names.length - 1} migrations, ${names[1]} to ${names.at(-1)}`,
      `the database from before the upgrade is in ${file}.before-${names[1]}`,
    ]);
    const copy = new Sqlite(`${file}.before-${names[1]}`, { readonly: true });
    onTestFinished(() => void copy.close());
    expect(databaseContent(copy)).toEqual(databaseContent(before));
    expect(statSync(copy.name).mode & 0o777).toBe(0o600);
    const provider = await makeProvider({ env: testEnv(folder, true), store });
    onTestFinished(() => provider.stop());
    const fetchJson = async (path: string, token?: string, body?: object) => {
      const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) };
      const request = new Request(`http://provider${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
      const answer = await provider.answer(request, { ip: '192.0.2.1' });
      expect(answer.status).toBeLessThan(300);
      return answer.json();
    };
    const { token } = await fetchJson('/auth/login', undefined, { username: 'demo@nasim.example', password: 'breeze-demo' });
    const { domains } = await fetchJson('/domain/list?limit=100', token);
    const owned = before.prepare(`select name from domain join "user" u on u.id = "userId" where email = 'demo@nasim.example'`).pluck();
    expect(domains.map((domain: { name: string }) => domain.name).toSorted()).toEqual(owned.all().toSorted());
  });

  test('of a later version is refused, and stays as it is', async () => {
    const database = await fresh();
    database.prepare('insert into kysely_migration values (?, ?)').run('9999-later', '2099-01-01T00:00:00.000Z');
    const before = databaseContent(database);
    await expect(migrate(createKysely(database), { file: null })).rejects.toThrow(/written by a later version of Nasim .*9999-later/);
    expect(databaseContent(database)).toEqual(before);
  });

  test('isn’t upgraded without room for its copy', async () => {
    const { folder, file } = dataFolder(first);
    const database = new Sqlite(file);
    const before = [databaseContent(database), databaseSchema(database)];
    const upgrade = migrate(createKysely(database), { file, freeBytes: () => 20 * 1024 * 1024 });
    await expect(upgrade).rejects.toThrow(/needs 65 MiB of free space beside .*; 20 MiB are free/);
    await expect(upgrade).rejects.toBeInstanceOf(StartError);
    expect([databaseContent(database), databaseSchema(database)]).toEqual(before);
    expect(readdirSync(folder).filter((one) => one.includes('before'))).toEqual([]);
    database.close();
  });

  test('that fails in a migration is as before, and starts when the cause is gone', async () => {
    const database = openEarlier(first);
    const before = [databaseContent(database), databaseSchema(database)];
    // A name that a later migration needs.
    database.exec('create table "trafficPrice" (id text)');
    await expect(migrate(createKysely(database), { file: null })).rejects.toThrow('trafficPrice');
    database.exec('drop table "trafficPrice"');
    expect([databaseContent(database), databaseSchema(database)]).toEqual(before);
    await migrate(createKysely(database), { file: null });
    expect(databaseSchema(database)).toEqual(await schemaOfToday);
  });

  test('that two processes open at the same time is upgraded once', async () => {
    const { file } = dataFolder(later[0] ?? '');
    await Promise.all([start({ file }), start({ file })]);
    const database = new Sqlite(file, { readonly: true });
    expect(appliedMigrations(database).toSorted()).toEqual(names.toSorted());
    database.close();
  });

  test('that a version until now left half done is completed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 11, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const whole = openEarlier(first);
    await migrate(createKysely(whole), { file: null });
    // Two that were reported: a log with rows, and a kill.
    for (const [migration, applied] of [
      ['0023-accounts', 11],
      ['0084-account-closing', 1],
    ] as const) {
      const half = await halfDone(first, migration, applied);
      if (!half) throw new Error(`${migration} has fewer statements`);
      const warn = vi.fn();
      await migrate(createKysely(half), { file: null, log: { info: () => {}, warn } });
      expect(warn).toHaveBeenCalledWith(`completing ${migration}, which an earlier start left half done`);
      expect(databaseSchema(half)).toEqual(databaseSchema(whole));
      expect(databaseContent(half)).toEqual(databaseContent(whole));
    }
  });
});

/** Opens the store in a process of its own. */
function start(options: StoreOptions): Promise<void> {
  const open = JSON.stringify(new URL('../open.ts', import.meta.url).href);
  const code = `import { openStore } from ${open}; await (await openStore(${JSON.stringify(options)})).close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((done, fail) => child.once('exit', (status) => (status === 0 ? done() : fail(new Error(errors)))));
}

/** A database on PostgreSQL with the schema and the rows of an earlier version. */
async function earlierOnPostgres(from: Sqlite.Database): Promise<string> {
  const databaseUrl = await newDatabase();
  onTestFinished(() => dropDatabase(databaseUrl));
  const db: AnyDb = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }) });
  await db.transaction().execute((tx) => apply(tx, appliedMigrations(from)));
  await copyRows(from, db);
  await db.destroy();
  return databaseUrl;
}

describe.runIf(isPostgres)('a database on PostgreSQL', () => {
  test.each(earlier)('of %s is upgraded in one transaction, with its rows', async (name) => {
    const from = openEarlier(name);
    const log = { info: vi.fn(), warn: vi.fn() };
    const databaseUrl = await earlierOnPostgres(from);
    const opened = await openStore({ databaseUrl, log });
    try {
      const dump = expect.stringContaining(' pg_dump --format=custom --file=nasim-before-');
      expect(log.warn.mock.calls.flat()).toEqual(appliedMigrations(from).length < names.length ? [dump] : []);
      const db = opened.reader as AnyDb;
      const rows = await db.selectFrom('kysely_migration').select('name').execute();
      expect(rows.map((row) => row.name).toSorted()).toEqual(names.toSorted());
      const lines = tableRows(from, 'changeLog').map(({ id, call }) => ({ id, call }));
      expect(await db.selectFrom('changeLog').select(['id', 'call']).orderBy('id').execute()).toEqual(lines);
      await expect(db.updateTable('changeLog').set({ call: 'x' }).execute()).rejects.toThrow('append only');
      for (const table of lasting(databaseContent(from))) {
        const { count } = await db
          .selectFrom(table)
          .select((is) => is.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        expect(count, table).toBeGreaterThanOrEqual(tableRows(from, table).length);
      }
    } finally {
      await opened.close();
    }
  });

  test('that two processes open at the same time is upgraded once', async () => {
    const databaseUrl = await earlierOnPostgres(openEarlier(first));
    await Promise.all([start({ databaseUrl }), start({ databaseUrl })]);
    const db: AnyDb = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }) });
    onTestFinished(() => db.destroy());
    expect((await db.selectFrom('kysely_migration').select('name').execute()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });
});
