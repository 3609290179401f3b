import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';

const RETRY_MS = 20;

export interface RegisteredZone {
  version: number;
  isRemoved: boolean;
  /** Whether the list of zones includes this row. */
  isListed: boolean;
}

/** The rows, while nobody else can change them. */
export interface Rows {
  get(zone: string): RegisteredZone | undefined;
  put(zone: string, version: number, isRemoved: boolean): void;
  /** Names of the zones that exist, sorted. */
  present(): string[];
  /** Records that the list has been written from these rows. */
  listed(): void;
}

/**
 * The version of each zone in the folder, including removed zones: it fences off a process that arrives late with an old version.
 * SQLite's write lock makes "check, then rename" one step, and the system releases it when a process dies.
 */
export class Register {
  readonly #folder: string;
  #open: Sqlite.Database | undefined;
  /** The work of this process, one after the other: a connection has one transaction. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get #db(): Sqlite.Database {
    if (!this.#open) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o755 });
      const db = new Sqlite(join(this.#folder, 'register.sqlite'), { timeout: 5000 });
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      db.exec(
        'create table if not exists zone (name text primary key, version integer not null, removed integer not null, listed integer not null)',
      );
      // From here on, a busy register is waited for without blocking the process.
      db.pragma('busy_timeout = 0');
      this.#open = db;
    }
    return this.#open;
  }

  /** Runs `work` while no other work on this folder runs, here or in another process. Waits until `signal` aborts. */
  alone<T>(signal: AbortSignal, work: (rows: Rows) => Promise<T>): Promise<T> {
    const mine = this.#last.then(
      () => this.#locked(signal, work),
      () => this.#locked(signal, work),
    );
    this.#last = mine.catch(() => {});
    return mine;
  }

  peek(zone: string): RegisteredZone | undefined {
    const row = this.#db.prepare('select version, removed, listed from zone where name = ?').get(zone) as
      | { version: number; removed: number; listed: number }
      | undefined; // the columns of the table above
    return row && { version: row.version, isRemoved: row.removed === 1, isListed: row.listed === 1 };
  }

  isListed = (zone: string): boolean => this.peek(zone)?.isListed === true;

  async #locked<T>(signal: AbortSignal, work: (rows: Rows) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.#begin(signal);
    try {
      const result = await work({
        get: (zone) => this.peek(zone),
        put: (zone, version, isRemoved) => {
          // The list contains names, not versions: it stays valid while a zone only changes.
          this.#db
            .prepare(
              `insert into zone (name, version, removed, listed) values (?, ?, ?, 0) on conflict (name) do update
               set listed = case when removed = excluded.removed then listed else 0 end,
                   version = excluded.version, removed = excluded.removed`,
            )
            .run(zone, version, isRemoved ? 1 : 0);
        },
        present: () => this.#db.prepare('select name from zone where removed = 0 order by name').pluck().all() as string[], // text column
        listed: () => void this.#db.prepare('update zone set listed = 1 where listed = 0').run(),
      });
      this.#db.exec('commit');
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('rollback');
      throw error;
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        this.#db.exec('begin immediate');
        return;
      } catch (error) {
        if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
      }
      await wait(RETRY_MS, undefined, { signal });
    }
  }
}
