import Sqlite from 'better-sqlite3';
import { setAside } from './durable.ts';

/**
 * Opens an SQLite file that can be made again from its source. One that is damaged is set aside, and an empty one opened.
 * @param prepare creates the tables and reads what would fail in a damaged file
 * @param onDamage gets the error and where the damaged file is now
 * @throws when the file can't be opened for another reason: no permission, a full disk
 */
export function openDerived(
  path: string,
  prepare: (db: Sqlite.Database) => void,
  onDamage: (error: Error, aside: string) => void,
): Sqlite.Database {
  for (let isSecond = false; ; isSecond = true) {
    const db = new Sqlite(path);
    try {
      prepare(db);
      return db;
    } catch (error) {
      db.close();
      if (isSecond || !isDamage(error)) throw error;
      onDamage(error, setAside(path));
    }
  }
}

/** Whether SQLite found that the content of a file is wrong, not that it may not be read. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
