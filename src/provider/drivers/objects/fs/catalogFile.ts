import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isDamage, openDerived } from '../../../../lib/node/derivedDb.ts';
import { S3Error } from '../s3Error.ts';
import { addedColumns, renewPending, schema } from './catalogRows.ts';

/** Values of `user_version`. 0: a new file, or one of a version without manifests. */
export const indexState = { rebuilding: 1, upgrading: 2, ready: 3 } as const;

const rebuilding = () => new S3Error('SlowDown', 'The index of the store is being rebuilt. Please try again later.');

/**
 * The SQLite file of the index: opened, migrated, set aside when it is damaged, and changed in transactions. While it has to be filled
 * from the manifests, every call is refused with SlowDown.
 */
export class CatalogFile {
  protected db: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();
  readonly #path: string;
  readonly #durable: boolean;
  readonly #report: (error: Error, aside: string | null) => void;
  #inode: number | undefined;
  #isReady = false;
  /** Pending changes whose manifests are on the disk by now; the next transaction removes them. */
  readonly #published: number[] = [];

  /**
   * @param report gets an error of the content, and where the damaged file is now; null: the file is still open, and the owner calls
   * `reopen`, not before the current transaction has ended
   */
  constructor(folder: string, durable: boolean, report: (error: Error, aside: string | null) => void) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, 'index.sqlite');
    this.#durable = durable;
    this.#report = report;
    this.db = this.#open(null);
  }

  /** @param damage found in the file that was open until now; its structure may be sound */
  #open(damage: Error | null): Sqlite.Database {
    let found = damage;
    const prepare = (db: Sqlite.Database) => {
      const error = found;
      found = null;
      // Another process may have replaced the file already.
      if (error && this.#inode === this.#inodeNow()) throw new Sqlite.SqliteError(error.message, 'SQLITE_CORRUPT');
      db.pragma('journal_mode = WAL');
      db.pragma('busy_timeout = 5000');
      db.pragma(`synchronous = ${this.#durable ? 'FULL' : 'OFF'}`);
      const check = db.pragma('quick_check(1)', { simple: true });
      if (check !== 'ok') throw new Sqlite.SqliteError(String(check), 'SQLITE_CORRUPT');
      db.transaction(() => this.#migrate(db)).immediate();
      db.pragma('foreign_keys = ON');
    };
    const db = openDerived(this.#path, prepare, this.#report);
    this.#statements.clear();
    this.#published.length = 0;
    this.#inode = this.#inodeNow();
    this.#isReady = db.pragma('user_version', { simple: true }) !== indexState.rebuilding;
    if (!this.#isReady) db.exec('create temp table if not exists found (blob text primary key) without rowid');
    return db;
  }
  #inodeNow = () => statSync(this.#path, { throwIfNoEntry: false })?.ino;

  #migrate(db: Sqlite.Database): void {
    if (db.pragma('user_version', { simple: true }) === 0) this.#begin(db);
    else db.exec(schema);
    const has = db.prepare('select 1 from pragma_table_info(?) where name = ?');
    for (const [table, column, type] of addedColumns)
      if (!has.get(table, column)) db.exec(`alter table ${table} add column ${column} ${type}`);
    if (!has.get('pending', 'version')) db.exec(renewPending);
  }
  #begin(db: Sqlite.Database): void {
    const isNew = db.prepare("select 1 from sqlite_master where name = 'space'").get() === undefined;
    db.exec(schema);
    // No change of this file has the ID of a change in one that was set aside.
    db.prepare("insert into sqlite_sequence (name, seq) values ('pending', ?)").run(Date.now() * 1000);
    if (!isNew) db.exec("insert into pending (space, key) select name, '' from space union all select space, key from object");
    db.pragma(`user_version = ${isNew ? indexState.rebuilding : indexState.upgrading}`);
  }

  /** False while it has to be filled from the manifests. */
  get isReady(): boolean {
    return this.#isReady;
  }
  /** Opens the file again after damage was reported. */
  reopen(damage: Error): void {
    this.db.close();
    this.db = this.#open(damage);
  }
  /** Whether this is a store of an earlier version, whose objects get their manifests now. */
  get isUpgrading(): boolean {
    return this.get<{ user_version: number }>('pragma user_version')?.user_version === indexState.upgrading;
  }
  protected beginUpgrade(): void {
    this.run(`pragma user_version = ${indexState.upgrading}`);
  }
  endUpgrade(): void {
    this.run(`pragma user_version = ${indexState.ready}`);
  }

  /** Runs `work` in one transaction; other processes wait for it to end. */
  transaction<T>(work: () => T): T {
    return this.exclusive(() => {
      const published = this.#published.splice(0);
      for (const id of published) this.run('delete from pending where id = ?', id);
      return work();
    });
  }
  /** The same for work that doesn't change the index, so that nothing is written. */
  exclusive<T>(work: () => T): T {
    return this.checked(() => {
      // Changes in a file that was set aside or deleted would be lost.
      if (this.#inodeNow() !== this.#inode) throw new Sqlite.SqliteError('the index was replaced', 'SQLITE_CORRUPT');
      return this.db.transaction(work).immediate();
    });
  }
  /** Runs `work` without waiting for the disk: a power cut may undo it. */
  relaxed(work: () => void): void {
    this.checked(() => {
      if (this.#durable) this.db.pragma('synchronous = NORMAL');
      try {
        this.transaction(work);
      } finally {
        if (this.#durable) this.db.pragma('synchronous = FULL');
      }
    });
  }
  /** Notes that the manifest of a pending change is on the disk. */
  published(id: number): void {
    this.#published.push(id);
  }
  close(): void {
    try {
      if (this.#isReady && this.#published.length > 0) this.transaction(() => {});
    } catch {
      // They are published again at the next start.
    }
    this.#isReady = false;
    this.db.close();
  }

  protected checked<T>(work: () => T): T {
    if (!this.#isReady) throw rebuilding();
    try {
      return work();
    } catch (error) {
      // A syntax error is one of stored JSON.
      if (!isDamage(error) && !(error instanceof SyntaxError)) throw error;
      if (this.#isReady) {
        this.#isReady = false;
        this.#report(error, null);
      }
      throw rebuilding();
    }
  }

  protected run(sql: string, ...values: unknown[]): number {
    return this.checked(() => this.prepared(sql).run(...values).changes);
  }
  protected get<T>(sql: string, ...values: unknown[]): T | undefined {
    return this.checked(() => this.prepared(sql).get(...values) as T | undefined); // the columns that `sql` names
  }
  protected all<T>(sql: string, ...values: unknown[]): T[] {
    return this.checked(() => this.prepared(sql).all(...values) as T[]); // as above
  }
  protected prepared(sql: string): Sqlite.Statement {
    const there = this.#statements.get(sql);
    if (there) return there;
    const statement = this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * Fills an index that isn't ready, in one transaction. @param isLast makes it ready. Does nothing if another process has finished it.
   */
  protected fill<T>(work: (db: Sqlite.Database) => T, isLast = false): T | null {
    // Objects may come before their space.
    this.db.pragma('foreign_keys = OFF');
    const result = this.db
      .transaction(() => {
        if (this.db.pragma('user_version', { simple: true }) !== indexState.rebuilding) return null;
        const done = work(this.db);
        if (isLast) this.db.pragma(`user_version = ${indexState.ready}`);
        return done;
      })
      .immediate();
    if (!isLast) return result;
    this.db.exec('drop table if exists temp.found');
    this.db.pragma('foreign_keys = ON');
    this.#isReady = true;
    return result;
  }
}
