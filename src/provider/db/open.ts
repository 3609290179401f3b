import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, type KyselyConfig, sql } from 'kysely';
import { type Stale, touchedDomains, writeMarks } from '../live/stale.ts';
import { type Channel, noChannel, postgresChannel } from './channel.ts';
import { ColumnCodecs } from './codec.ts';
import { columns } from './columns.ts';
import { connections, EncodingSqliteDialect, ImmediateSqliteDialect, insideTransaction, QuietPostgresDialect } from './dialects.ts';
import { isMigrated, migrate, type Reports } from './migrate.ts';
import { postgresPool } from './postgres.ts';
import type { Database, Db, Tx } from './schema.ts';

/** Not of migrations: these have the columns of their own version, as they are stored. */
const plugins = [new ColumnCodecs<Database>(columns)];

export interface Store {
  /** For reading. On SQLite this connection is read-only, so a handler that forgets `write` fails immediately. */
  reader: Db;
  kind: 'sqlite' | 'postgres';
  /**
   * Runs `work` in one transaction. Work with the same lock is serialized, which makes "count, then insert" safe with
   * parallel calls: on PostgreSQL by an advisory lock, on SQLite because there is only one writer. Several locks are taken in their
   * order as text, so that two writes never wait for each other. With `durable: false` the commit doesn't wait for the disk: a power
   * failure may undo the last of these, a crash of the process none.
   */
  write<T>(lock: string | readonly string[], work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Called after each commit of this process with the changed groups and domains. Returns the function that unsubscribes. */
  committed(listener: Committed): () => void;
  /** The other processes on the database. */
  channel: Channel;
  /** Runs several reads in one consistent snapshot. `work` must not write. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Calls this after each statement of this process, in place of an earlier one. */
  onQuery(listener: OnQuery): void;
  /** Bytes of the database. */
  size(): Promise<number>;
  /** The connections of PostgreSQL, and how many requests wait for one; null: SQLite. */
  connections(): { total: number; idle: number; waiting: number; limit: number } | null;
  /** Whether the schema is that of this version: another process may have upgraded it. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

export interface WriteOptions {
  durable?: boolean;
}

export type Committed = (stale: readonly Stale[], domainIds: ReadonlySet<string>) => void;

export interface StoreOptions {
  /** `postgres://…`; if absent, SQLite in `file`. */
  databaseUrl?: string | undefined;
  file?: string | undefined;
  /** False only in tests: a commit then doesn't wait for the disk. */
  durable?: boolean;
  /** False: a schema of an earlier version is refused. Only an empty database gets the schema of this one. */
  upgrades?: boolean;
  /** Reports an upgrade of the schema, and notifications that can't be read. */
  log?: Reports | undefined;
}

/** @param ms how long the statement took, including the wait for locks */
type OnQuery = (ms: number, isFailed: boolean) => void;

/**
 * Opens the store and brings its schema up to date.
 * @throws StartError when that isn't possible
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = options.databaseUrl
    ? openPostgres(options.databaseUrl, options.log)
    : openSqlite(options.file ?? ':memory:', options.durable ?? true);
  const { db, file, close } = store.migrating();
  try {
    await migrate(db, { file, log: options.log, upgrades: options.upgrades ?? true }).finally(close);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

interface OpenedStore extends Store {
  /** The connection for migrations. */
  migrating(): { db: Db; file: string | null; close(): Promise<void> };
}

/** Extends `write`: stores the marks of `markStale` and notifies listeners after the commit. */
function withCommitEvents(write: Store['write']): Pick<Store, 'write' | 'committed'> {
  const listeners = new Set<Committed>();
  return {
    async write(lock, work, options) {
      let stale: readonly Stale[] = [];
      let domains: ReadonlySet<string> = new Set();
      const result = await write(
        lock,
        async (tx) => {
          const done = await work(tx);
          stale = await writeMarks(tx);
          domains = touchedDomains(tx);
          return done;
        },
        options,
      );
      if (stale.length > 0 || domains.size > 0) for (const listener of listeners) listener(stale, domains);
      return result;
    },
    committed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The number of statements that a process reuses. Statements with lists of values are numerous, because each has a different text. */
const MAX_STATEMENTS = 500;

/** Compiles each statement once: this is half the time of a small read. Kysely finishes a statement before it starts the next one. */
function cachingStatements(database: Sqlite.Database): Sqlite.Database {
  const statements = new Map<string, Sqlite.Statement>();
  const prepare = database.prepare.bind(database);
  database.prepare = ((text: string) => {
    const there = statements.get(text);
    if (there) return there;
    const statement = prepare(text);
    // Schema changes invalidate cached statements.
    if (statements.size >= MAX_STATEMENTS || !/^\s*(select|insert|update|delete|begin|commit|rollback)/i.test(text)) statements.clear();
    else statements.set(text, statement);
    return statement;
  }) as Sqlite.Database['prepare']; // its overloads differ only in types
  return database;
}

/** Creates the file readable by its owner only, and corrects one that isn't. SQLite gives the files beside it the same mode. */
function restrictAccess(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(name, 0o600);
    } catch {
      // Not there, or another user's: then opening it fails with a clearer error.
    }
  }
}

/** Measures statements: the option for Kysely, and where a listener is set. */
function measureQueries(): { logged: Pick<KyselyConfig, 'log'>; onQuery: Store['onQuery'] } {
  let listener: OnQuery | null = null;
  return {
    logged: { log: ({ level, queryDurationMillis }) => listener?.(queryDurationMillis, level === 'error') },
    onQuery(one) {
      listener = one;
    },
  };
}

function openSqlite(file: string, durable: boolean): OpenedStore {
  const { logged, onQuery } = measureQueries();
  const inMemory = file === ':memory:';
  if (!inMemory) restrictAccess(file);
  const main = cachingStatements(new Sqlite(file));
  main.pragma('journal_mode = WAL');
  main.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
  main.pragma('foreign_keys = ON');
  main.pragma('busy_timeout = 5000');
  const writer = new Kysely<Database>({ dialect: new ImmediateSqliteDialect(main), plugins, ...logged });
  const reader = inMemory
    ? writer
    : new Kysely<Database>({
        plugins,
        ...logged,
        dialect: new EncodingSqliteDialect({
          // Opened on first use, when the migrations have completed the file.
          database: async () => {
            const connection = cachingStatements(new Sqlite(file, { readonly: true }));
            connection.pragma('busy_timeout = 5000');
            return connection;
          },
        }),
      });
  return {
    kind: 'sqlite',
    reader,
    migrating() {
      // Another process that upgrades the file is waited for, longer than for a change.
      main.pragma('busy_timeout = 60000');
      return { db: writer.withoutPlugins(), file: inMemory ? null : file, close: async () => void main.pragma('busy_timeout = 5000') };
    },
    ...withCommitEvents((_lock, work, options = {}) =>
      options.durable === false && durable
        ? writer.connection().execute(async (db) => {
            // With a write-ahead log, such a commit is synced by the next one that is.
            main.pragma('synchronous = NORMAL');
            try {
              return await db.transaction().execute(work);
            } finally {
              main.pragma('synchronous = FULL');
            }
          })
        : writer.transaction().execute(work),
    ),
    channel: noChannel,
    snapshot: (work) => reader.transaction().execute(work),
    onQuery,
    async size() {
      const { rows } = await sql<{
        bytes: number;
      }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(reader);
      return rows[0]?.bytes ?? 0;
    },
    connections: () => null,
    isCurrent: () => isMigrated(reader.withoutPlugins()),
    async close() {
      if (reader !== writer) await reader.destroy();
      await writer.destroy();
    },
  };
}

/** Limits of a connection, in ms: of waiting for one, of a statement with its locks, and of a transaction that does nothing. */
const times = { connectionTimeoutMillis: 5_000, statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 };

function openPostgres(connectionString: string, log?: Reports): OpenedStore {
  const { logged, onQuery } = measureQueries();
  const pool = postgresPool({ connectionString, max: connections.max, ...times });
  const db = new Kysely<Database>({ plugins, ...logged, dialect: new QuietPostgresDialect({ pool }) });
  const channel = postgresChannel(connectionString, log);
  return {
    kind: 'postgres',
    reader: db,
    migrating() {
      // A migration of a large table takes longer than a statement of a call may.
      const slow = new Kysely<Database>({ dialect: new QuietPostgresDialect({ pool: postgresPool({ connectionString, max: 2 }) }) });
      return { db: slow, file: null, close: () => slow.destroy() };
    },
    ...withCommitEvents((lock, work, { durable = true } = {}) =>
      db.transaction().execute(async (tx) => {
        if (!durable) await sql`set local synchronous_commit = off`.execute(tx);
        for (const one of [lock].flat().toSorted()) await sql`select pg_advisory_xact_lock(hashtextextended(${one}, 0))`.execute(tx);
        return insideTransaction(() => work(tx));
      }),
    ),
    channel,
    snapshot: (work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => insideTransaction(() => work(tx))),
    onQuery,
    async size() {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, limit: connections.max }),
    isCurrent: () => isMigrated(db.withoutPlugins()),
    async close() {
      await channel.close();
      await db.destroy();
    },
  };
}
