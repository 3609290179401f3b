import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { StartError } from '../../config/env.ts';
import { syncToDisk } from '../../lib/node/durable.ts';

/**
 * The mark of a restore (`restoreMark`): while it is there, nothing starts. It is an SQLite file, whose lock the system releases with the
 * process, however it ends. It knows which backup may already be in a PostgreSQL database.
 */
export class RestoreLock {
  readonly #path: string;
  readonly #db: Sqlite.Database;

  /** Makes the mark, or continues with that of an interrupted restore. @throws StartError when another process has it */
  constructor(path: string) {
    this.#path = path;
    this.#db = new Sqlite(path, { timeout: 0 });
    try {
      this.#db.pragma('locking_mode = EXCLUSIVE');
      this.#db.exec('begin exclusive; create table if not exists loading (backup text primary key); commit');
    } catch (error) {
      this.#db.close();
      if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
      throw new StartError(`Another restore into ${dirname(path)} is running.`);
    }
    syncToDisk(dirname(path));
  }

  /** The backup that an earlier attempt loaded into the empty PostgreSQL database, if it got that far; null: none. */
  get loading(): string | null {
    return this.#db.prepare<[], string>('select backup from loading').pluck().get() ?? null;
  }
  /** Durable when it returns. */
  setLoading(backup: string): void {
    this.#db.transaction(() => {
      this.#db.exec('delete from loading');
      this.#db.prepare('insert into loading values (?)').run(backup);
    })();
  }

  /** Everything is on the disk: the installation may start. */
  finish(): void {
    this.#db.close();
    rmSync(this.#path);
    syncToDisk(dirname(this.#path));
  }
  /** Leaves the mark for the next attempt. */
  close(): void {
    this.#db.close();
  }
}
