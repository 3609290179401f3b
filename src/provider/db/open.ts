import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, PostgresDialect, SqliteDialect, SqliteDriver, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { type Stale, touchedDomains, writeMarks } from '../live/stale.ts';
import { migrations } from './migrations/index.ts';
import type { Database, Db, Tx } from './schema.ts';

export interface Store {
  /** For reading. On SQLite this connection is read-only, so a handler that forgets `write` fails immediately. */
  reader: Db;
  kind: 'sqlite' | 'postgres';
  /**
   * Runs `work` in one transaction. Work with the same lock is serialized, which makes "count, then insert" safe with
   * parallel calls: on PostgreSQL by an advisory lock, on SQLite because there is only one writer.
   */
  write<T>(lock: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Called after each commit of this process with the changed groups and domains. Returns the function that unsubscribes. */
  committed(listener: Committed): () => void;
  /** Runs several reads in one consistent snapshot. `work` must not write. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type Committed = (stale: readonly Stale[], domainIds: ReadonlySet<string>) => void;

export interface StoreOptions {
  /** `postgres://…`; if absent, SQLite in `file`. */
  databaseUrl?: string | undefined;
  file?: string | undefined;
  /** False only in tests: a commit then doesn't wait for the disk. */
  durable?: boolean;
}

/** Opens the store and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = options.databaseUrl ? openPostgres(options.databaseUrl) : openSqlite(options.file ?? ':memory:', options.durable ?? true);
  const { error } = await new Migrator({ db: store.writer, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error) {
    await store.close();
    throw error;
  }
  return store;
}

interface OpenedStore extends Store {
  writer: Db;
}

/** Extends `write`: stores the marks of `markStale` and notifies listeners after the commit. */
function telling(write: Store['write']): Pick<Store, 'write' | 'committed'> {
  const listeners = new Set<Committed>();
  return {
    async write(lock, work) {
      let stale: readonly Stale[] = [];
      let domains: ReadonlySet<string> = new Set();
      const result = await write(lock, async (tx) => {
        const done = await work(tx);
        stale = await writeMarks(tx);
        domains = touchedDomains(tx);
        return done;
      });
      if (stale.length > 0 || domains.size > 0) for (const listener of listeners) listener(stale, domains);
      return result;
    },
    committed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `begin immediate` takes the write lock immediately; a deferred transaction fails midway when another process writes. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #open: () => Sqlite.Database;
  constructor(open: () => Sqlite.Database) {
    super({ database: async () => open() });
    this.#open = open;
  }
  override createDriver(): Driver {
    return new ImmediateSqliteDriver({ database: async () => this.#open() });
  }
}

/** The number of statements that a process reuses. Statements with lists of values are numerous, because each has a different text. */
const MAX_STATEMENTS = 500;

/** Compiles each statement once: this is half the time of a small read. Kysely finishes a statement before it starts the next one. */
function cachingStatements(database: Sqlite.Database): Sqlite.Database {
  const kept = new Map<string, Sqlite.Statement>();
  const prepare = database.prepare.bind(database);
  database.prepare = ((text: string) => {
    const there = kept.get(text);
    if (there) return there;
    const statement = prepare(text);
    // Schema changes invalidate cached statements.
    if (kept.size >= MAX_STATEMENTS || !/^\s*(select|insert|update|delete|begin|commit|rollback)/i.test(text)) kept.clear();
    else kept.set(text, statement);
    return statement;
  }) as Sqlite.Database['prepare']; // its overloads differ only in types
  return database;
}

/** Creates the file readable by its owner only, and corrects one that isn't. SQLite gives the files beside it the same mode. */
function keepPrivate(file: string): void {
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

function openSqlite(file: string, durable: boolean): OpenedStore {
  const inMemory = file === ':memory:';
  if (!inMemory) keepPrivate(file);
  const main = cachingStatements(new Sqlite(file));
  main.pragma('journal_mode = WAL');
  main.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
  main.pragma('foreign_keys = ON');
  main.pragma('busy_timeout = 5000');
  const writer = new Kysely<Database>({ dialect: new ImmediateSqliteDialect(() => main) });
  const reader = inMemory
    ? writer
    : new Kysely<Database>({
        dialect: new SqliteDialect({
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
    writer,
    ...telling((_lock, work) => writer.transaction().execute(work)),
    snapshot: (work) => reader.transaction().execute(work),
    async close() {
      if (reader !== writer) await reader.destroy();
      await writer.destroy();
    },
  };
}

// Integers are returned as numbers: times and mills stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function openPostgres(connectionString: string): OpenedStore {
  const pool = new pg.Pool({ connectionString, max: 10 });
  // A broken idle connection must not end the process; the next query opens a new one.
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    reader: db,
    writer: db,
    ...telling((lock, work) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
        return work(tx);
      }),
    ),
    snapshot: (work) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    close: () => db.destroy(),
  };
}

/** Classifies a database error, independently of the database. */
export function databaseFault(error: unknown): 'duplicate' | 'readOnly' | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === '23505') return 'duplicate';
  if (/^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/.test(code) || code === '53100' || code === '25006') return 'readOnly';
  return null;
}
