import { AsyncLocalStorage } from 'node:async_hooks';
import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresQueryCompiler,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { currentCustomer, isKnownCaller } from '../kernel/caller.ts';
import { makeTurns } from '../kernel/turns.ts';
import { stored } from './codec.ts';

/*
 * Kysely's drivers throw the error of a failed rollback in place of the one that led to it, such as a full disk. Here the first error
 * is kept.
 */

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;
  constructor(database: Sqlite.Database) {
    super({ database });
    this.#database = database;
  }
  /** `begin immediate` takes the write lock immediately; a deferred transaction fails midway when another process writes. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Left by a rollback that failed: the store would stay closed to every later change.
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has already done it after some errors, and refuses to do it twice.
    if (!this.#database.inTransaction) return;
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

class EncodingSqliteCompiler extends SqliteQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(stored(parameter));
  }
}

/** Stores parameters as `codec.ts` describes. */
export class EncodingSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new EncodingSqliteCompiler();
  }
}

export class ImmediateSqliteDialect extends EncodingSqliteDialect {
  readonly #database: Sqlite.Database;
  constructor(database: Sqlite.Database) {
    super({ database });
    this.#database = database;
  }
  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database);
  }
}

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];
const inTransaction = new AsyncLocalStorage<true>();

/** Runs the work of a transaction: the connections that it needs besides its own aren't waited for in turns, which could never end. */
export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> => inTransaction.run(true, work);

/** Connections for calls, of which one customer has at most `perKey`; transactions and jobs may use two more than all calls. */
export const connections = { parallel: 10, perKey: 4, max: 12 } as const;

class QuietPostgresDriver extends PostgresDriver {
  readonly #turns = makeTurns({ ...connections, isFirst: isKnownCaller });
  readonly #ends = new WeakMap<PostgresConnection, () => void>();

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>): Promise<PostgresConnection> {
    const customer = currentCustomer();
    const end = customer === null || inTransaction.getStore() ? () => {} : await this.#turns.acquire(customer);
    try {
      // Kysely declares the interface; its driver returns its own connections only.
      const connection = (await super.acquireConnection(...options)) as PostgresConnection;
      this.#ends.set(connection, end);
      return connection;
    } catch (error) {
      end();
      throw error;
    }
  }
  override async releaseConnection(connection: PostgresConnection): Promise<void> {
    const end = this.#ends.get(connection);
    this.#ends.delete(connection);
    try {
      await super.releaseConnection(connection);
    } finally {
      end?.();
    }
  }
  /** A connection that can't roll back is discarded. */
  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

class EncodingPostgresCompiler extends PostgresQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(stored(parameter));
  }
}

/** Stores parameters as `codec.ts` describes. */
export class QuietPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): Driver {
    return new QuietPostgresDriver(this.#config);
  }
  override createQueryCompiler(): PostgresQueryCompiler {
    return new EncodingPostgresCompiler();
  }
}
