import { existsSync, rmSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Damaged, setAside } from './durable.ts';

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
  // SQLite takes an empty file for a new one.
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) onDamage(new Damaged('the file is empty'), setAside(path));
  for (let isSecond = false; ; isSecond = true) {
    const isNew = !existsSync(path);
    const db = new Sqlite(path);
    const opened = fileId(path);
    try {
      prepare(db);
      return db;
    } catch (error) {
      db.close();
      // What a full disk has left of a new file would count as damaged at the next attempt.
      if (isNew) for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      if (isSecond || !isDamage(error)) throw error;
      // Another process may have replaced it meanwhile.
      if (fileId(path) === opened) onDamage(error, setAside(path));
    }
  }
}

/** Which file a path leads to, whatever its content; null: none. A file that replaces another one has another ID. */
export function fileId(path: string): string | null {
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? `${file.dev}:${file.ino}` : null;
}

/** Whether the content of a file is wrong, not that it may not be read. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof Damaged || (error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code));
