import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

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

export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;
  constructor(database: Sqlite.Database) {
    super({ database });
    this.#database = database;
  }
  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database);
  }
}

class QuietPostgresDriver extends PostgresDriver {
  /** A connection that can't roll back is discarded. */
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

export class QuietPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): Driver {
    return new QuietPostgresDriver(this.#config);
  }
}
