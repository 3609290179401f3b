import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dropDatabase, newDatabase } from '../../../tests/support/postgres.ts';
import { testEnv } from '../../../tests/support/template.ts';
import { type Env, StartError } from '../../config/env.ts';
import { restoreMark } from '../../lib/node/restoreMark.ts';
import { makeProvider } from '../index.ts';
import { makeBackup } from './make.ts';
import { isEmptyDatabase } from './postgres.ts';
import { restoreBackup } from './restore.ts';

/** The runner starts a server for the tests of the provider on PostgreSQL, these among them. */
const onPostgres = test.runIf(process.env.TEST_DATABASE === 'postgres');

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function newTarget(folder: string, demo = false): Promise<Env & { DATABASE_URL: string }> {
  const url = await newDatabase();
  onTestFinished(() => dropDatabase(url));
  return { ...testEnv(mkdtempSync(join(folder, 'data-')), demo, { S3_PORT: '0' }), DATABASE_URL: url };
}

/** An installation with the demo data, and its backup. */
async function started() {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = await newTarget(folder, true);
  const provider = await makeProvider({ env });
  await provider.stop();
  return { folder, env, file: join(folder, 'nasim.tar') };
}

async function allRows(url: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(url, "select tablename as name from pg_tables where schemaname = 'public' order by 1");
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) rows[name] = (await query(url, `select * from "${name}"`)).map((row) => JSON.stringify(row)).sort();
  return rows;
}

onPostgres(
  'a restore that is killed after PostgreSQL has the rows goes on there, and not with another backup',
  async () => {
    const { folder, env, file } = await started();
    // Read after the database, and takes a while.
    const logs = new Sqlite(join(env.DATA_DIR, 'logs.sqlite'));
    logs.exec('create table large (content blob); insert into large values (zeroblob(250000000))');
    logs.close();
    await makeBackup(env, file);
    const other = join(folder, 'other.tar');
    await makeBackup(env, other);
    const target = await newTarget(folder);
    const { DATA_DIR, DATABASE_URL } = target;
    const child = spawn(process.execPath, ['src/provider/restore.ts', file], {
      env: { PATH: process.env.PATH, DATA_DIR, DATABASE_URL },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (!existsSync(join(DATA_DIR, 'logs.sqlite'))) await wait(1);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(restoreMark(DATA_DIR))).toBe(true);
    expect(await isEmptyDatabase(DATABASE_URL)).toBe(false);
    await expect(makeProvider({ env: target })).rejects.toThrow('was interrupted');
    await expect(restoreBackup(target, other)).rejects.toThrow('The database of DATABASE_URL isn’t empty');
    await restoreBackup(target, file);
    const live = await allRows(env.DATABASE_URL);
    expect(Object.keys(live).length).toBeGreaterThan(80);
    expect(await allRows(DATABASE_URL)).toEqual(live);
    const restored = await makeProvider({ env: target });
    await restored.stop();
  },
  300_000,
);

onPostgres(
  'a kill while PostgreSQL loads leaves an empty database',
  async () => {
    const { folder, env, file } = await started();
    // More than the pipe to pg_restore has room for: what is in there would be loaded without its sender.
    await query(
      env.DATABASE_URL,
      "create table filler as select string_agg(md5(random()::text), '') content from generate_series(1, 150000)",
    );
    await makeBackup(env, file);
    const target = await newTarget(folder);
    const { DATA_DIR, DATABASE_URL } = target;
    // The transaction of the restore waits for this one, which has a table of the same name.
    const blocking = new pg.Client({ connectionString: DATABASE_URL });
    await blocking.connect();
    await blocking.query('begin');
    await blocking.query('create table "webhook" (id integer)');
    const args = ['src/provider/restore.ts', file];
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, DATA_DIR, DATABASE_URL }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const isWaiting = async () =>
      (await query(DATABASE_URL, "select 1 from pg_stat_activity where application_name = 'pg_restore' and wait_event_type = 'Lock'"))
        .length > 0;
    while (!(await isWaiting())) await wait(20);
    child.kill('SIGKILL');
    await ended;
    await blocking.query('rollback');
    await blocking.end();
    const isRunning = async () =>
      (await query(DATABASE_URL, "select 1 from pg_stat_activity where application_name = 'pg_restore'")).length > 0;
    while (await isRunning()) await wait(20);
    expect(await isEmptyDatabase(DATABASE_URL)).toBe(true);
    await restoreBackup(target, file);
    expect(await allRows(DATABASE_URL)).toEqual(await allRows(env.DATABASE_URL));
  },
  300_000,
);

onPostgres(
  'what is wrong with PostgreSQL or its programs is explained, and its password isn’t an argument',
  async () => {
    const { folder, env, file } = await started();
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const program = (name: string, script: string) => {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    const message = (work: Promise<unknown>) =>
      work.then(
        () => 'worked',
        (error: unknown) => (error instanceof StartError ? error.message : `not explained: ${error}`),
      );
    const path = process.env.PATH ?? '';
    vi.stubEnv('PATH', bin);
    expect(await message(makeBackup(env, file))).toContain('pg_dump is missing. Install');
    vi.stubEnv('PATH', `${bin}:${path}`);
    program('pg_dump', 'echo "pg_dump (PostgreSQL) 9.6.1"');
    expect(await message(makeBackup(env, file))).toMatch(/^pg_dump has version 9 and the server \d+\. Install/);
    program(
      'pg_dump',
      `[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.0" && exit; echo "$@" > ${folder}/arguments; echo "$PGPASSWORD" > ${folder}/password; echo "no permission" >&2; exit 1`,
    );
    const url = new URL(env.DATABASE_URL);
    url.password = encodeURIComponent('p@ss word%');
    const withPassword = { ...env, DATABASE_URL: `${url.href}?sslmode=disable` };
    expect(await message(makeBackup(withPassword, file))).toBe('pg_dump failed:\nno permission');
    expect(readFileSync(join(folder, 'password'), 'utf8')).toBe('p@ss word%\n');
    const passed = readFileSync(join(folder, 'arguments'), 'utf8');
    expect([passed.includes('sslmode=disable'), passed.includes('p@ss'), passed.includes('p%40ss')]).toEqual([true, false, false]);
    expect(existsSync(file)).toBe(false);
    vi.stubEnv('PATH', path);
    await makeBackup(env, file);
    const target = await newTarget(folder);
    url.port = '9';
    expect(await message(restoreBackup({ ...target, DATABASE_URL: url.href }, file))).toMatch(
      /^The database of DATABASE_URL doesn’t respond: /,
    );
    url.port = new URL(env.DATABASE_URL).port;
    url.pathname = '/none';
    expect(await message(restoreBackup({ ...target, DATABASE_URL: url.href }, file))).toContain('"none" does not exist');
    expect(await message(restoreBackup({ ...target, DATABASE_URL: env.DATABASE_URL }, file))).toContain('isn’t empty');
    expect(await message(restoreBackup({ ...target, DATABASE_URL: undefined }, file))).toContain('Set DATABASE_URL to an empty database');
  },
  120_000,
);
