import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import { StartError } from '../../config/env.ts';
import { freeBytes, lackingSpace } from '../../lib/node/disk.ts';
import { syncToDisk } from '../../lib/node/durable.ts';
import { iso } from '../../lib/time.ts';
import { migrations } from './migrations/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: the schema changes here
type Any = Kysely<any>;

export interface MigrateOptions {
  /** The file that is copied before an upgrade; null: in memory, or PostgreSQL. */
  file: string | null;
  /** False: only an empty database gets the schema. */
  upgrades?: boolean;
  log?: Reports | undefined;
  /** Bytes that a folder has room for; replaced in tests. */
  freeBytes?: (folder: string) => number;
}

/** What reports an upgrade. */
export type Reports = Record<'info' | 'warn', (message: string) => void>;

/** Any number that nothing else of PostgreSQL's advisory locks uses. */
const LOCK = 7_061_993_154;

/**
 * Brings a database to the schema of this version, in one transaction: an upgrade that fails or is killed leaves it as it was. Other
 * processes that start meanwhile wait for it. Migrations may have been applied in another order than by name, because versions under
 * development added some in between.
 * @throws StartError when a later version wrote the database, the disk has no room for the copy, or it would be an upgrade and `upgrades` is false
 */
export async function migrate(db: Any, { file, log, upgrades = true, freeBytes: free = freeBytes }: MigrateOptions): Promise<void> {
  if (pendingAfter(await appliedIn(db)).length === 0) return;
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.transaction().execute(async (tx) => {
    if (isPostgres) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const applied = await appliedIn(tx);
    const pending = pendingAfter(applied);
    if (pending.length === 0) return;
    const interrupted = isPostgres ? null : await findInterrupted(tx, applied, pending);
    if (applied.length > 0 || interrupted) {
      if (!upgrades)
        throw new StartError(
          `The database has the schema of an earlier version: ${pending.length} migrations are missing. Start the portal of this version, which upgrades it.`,
        );
      log?.info(`upgrading the database: ${pending.length} migrations, ${pending[0]} to ${pending.at(-1)}`);
      const copy = file === null ? null : copyBeforeMigration(file, pending, free);
      if (isPostgres) log?.warn(`the upgrade can't be undone: restore a backup made by ${dumpCommand(pending)}`);
      else if (copy !== null) log?.info(`the database from before the upgrade is in ${copy}`);
      if (interrupted) log?.warn(`completing ${interrupted.name}, which an earlier start left half done`);
    }
    await apply(tx, pending, interrupted);
  });
}

/** Whether a database has exactly the schema of this version. Rejects when it doesn't respond. */
export async function isMigrated(db: Any): Promise<boolean> {
  const applied = await appliedIn(db);
  return applied.length === Object.keys(migrations).length && applied.every((name) => Object.hasOwn(migrations, name));
}

/** Applies these migrations and records them. */
export async function apply(tx: Any, names: readonly string[], interrupted: Interrupted | null = null): Promise<void> {
  await tx.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (c) => c.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (c) => c.notNull())
    .execute();
  const last = await tx
    .selectFrom('kysely_migration')
    .select((is) => is.fn.max<string | null>('timestamp').as('at'))
    .executeTakeFirst();
  // Times increase with the order, whatever the clock.
  let at = Math.max(Date.now(), Date.parse(last?.at ?? '') + 1 || 0);
  for (const name of names) {
    const migration: Migration | undefined = migrations[name];
    await migration?.up(name === interrupted?.name ? resuming(tx, interrupted.statements) : tx);
    await tx
      .insertInto('kysely_migration')
      .values({ name, timestamp: iso(at++) })
      .execute();
  }
}

/** The migrations that were applied, oldest first. The table and its columns are those of Kysely's migrator, used by versions until now. */
async function appliedIn(db: Any): Promise<string[]> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const table = isPostgres
    ? sql<object>`select 1 where to_regclass('kysely_migration') is not null`
    : sql<object>`select 1 from sqlite_master where name = 'kysely_migration'`;
  if ((await table.execute(db)).rows.length === 0) return [];
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('timestamp').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Of the migrations that a database has, those of later versions. */
export const laterMigrations = (applied: readonly string[]): string[] => applied.filter((name) => !Object.hasOwn(migrations, name));

function pendingAfter(applied: readonly string[]): string[] {
  const unknown = laterMigrations(applied);
  if (unknown.length > 0)
    throw new StartError(
      `The database was written by a later version of Nasim (its schema has ${unknown.join(', ')}). Start that version, or restore the copy from before its upgrade.`,
    );
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

const dumpCommand = ([first]: readonly string[]) => `pg_dump --format=custom --file=nasim-before-${first}.dump "$DATABASE_URL"`;

/**
 * Copies an SQLite database beside itself and returns the name of the copy, which is complete when it has its name. The transaction of
 * the caller keeps others from writing meanwhile.
 */
function copyBeforeMigration(file: string, [first]: readonly string[], free: (folder: string) => number): string {
  const copy = `${file}.before-${first}`;
  const part = `${copy}.part`;
  const connection = new Sqlite(file, { readonly: true });
  try {
    const bytes = Number(connection.pragma('page_count', { simple: true })) * Number(connection.pragma('page_size', { simple: true }));
    const lacking = lackingSpace(bytes, free(dirname(file)));
    if (lacking)
      throw new StartError(
        `The upgrade needs ${lacking.needed} MiB of free space beside ${file} for a copy of the database; ${lacking.free} MiB are free.`,
      );
    rmSync(part, { force: true });
    closeSync(openSync(part, 'wx', 0o600));
    connection.prepare('vacuum into ?').run(part);
  } finally {
    connection.close();
  }
  chmodSync(part, 0o600);
  syncToDisk(part);
  renameSync(part, copy);
  syncToDisk(dirname(file));
  return copy;
}

/*
 * Versions until now applied each statement of an SQLite migration by itself, so a failure or kill left a migration half done. It is
 * recognized by the schema, which is compared with the schema after each statement of the migration on an empty database.
 */

export interface Interrupted {
  name: string;
  /** How many of its statements that change the schema were applied. */
  statements: number;
}

async function findInterrupted(tx: Any, applied: readonly string[], pending: readonly string[]): Promise<Interrupted | null> {
  const schema = schemaText((await sql.raw<SchemaRow>(SCHEMA).execute(tx)).rows);
  if (schema === schemaText([])) return null;
  for (const name of pending) {
    // A migration that doesn't work after those that were applied wasn't started.
    const states = await migratedSchemas(applied, name).catch((): string[] => []);
    if (states[0] === schema) return null;
    const statements = states.indexOf(schema);
    if (statements > 0) return { name, statements };
  }
  return null;
}

interface SchemaRow {
  type: string;
  name: string;
  sql: string;
}
const SCHEMA = `select type, name, sql from sqlite_master
  where sql is not null and name not like 'sqlite\\_%' escape '\\' and tbl_name not like 'kysely\\_%' escape '\\' order by type, name`;
/** White space in the statements of a trigger is that of the source code of its time. */
const schemaText = (rows: readonly SchemaRow[]) => JSON.stringify(rows.map((row) => [row.type, row.name, row.sql.replace(/\s+/g, ' ')]));

/** The schema before a migration, and after each of its statements that changes the schema. */
async function migratedSchemas(applied: readonly string[], name: string): Promise<string[]> {
  const memory = new Sqlite(':memory:');
  const db: Any = new Kysely({ dialect: new SqliteDialect({ database: memory }) });
  try {
    for (const one of applied) await migrations[one]?.up(db);
    const schema = () => schemaText(memory.prepare<[], SchemaRow>(SCHEMA).all());
    const states = [schema()];
    const watching: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const now = schema();
        if (now !== states.at(-1)) states.push(now);
        return result;
      },
    };
    await migrations[name]?.up(db.withPlugin(watching));
    return states;
  } finally {
    await db.destroy();
  }
}

/**
 * The transaction for a migration that is completed. Skips what was applied: the first statements that change the schema, and all
 * changes of rows before the last of them. Of the changes of rows that follow it isn't known which were applied. Updates have the same
 * result twice; rows that are there are not added again.
 */
function resuming(tx: Any, statements: number): Any {
  let skipped = 0;
  let isPast = false;
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const changesSchema = /^\s*(create|alter|drop)\b/i.test(query.sql);
      if (skipped < statements && !/^\s*select\b/i.test(query.sql)) {
        if (changesSchema) skipped++;
        return { rows: [] };
      }
      if (changesSchema) isPast = true;
      const text = isPast ? query.sql : query.sql.replace(/^\s*insert into\b/i, 'insert or ignore into');
      return (await tx.executeQuery(CompiledQuery.raw(text, [...query.parameters]))) as QueryResult<R>; // of the same statement
    },
    // biome-ignore lint/correctness/useYield: no migration reads in a stream
    async *streamQuery() {
      throw new Error('a migration can’t read in a stream');
    },
  };
  class Driver extends DummyDriver {
    override acquireConnection = async () => connection;
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
