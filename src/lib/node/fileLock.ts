import { chmodSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/**
 * Takes the lock of a file, which other processes respect. It is SQLite's: the system releases it with the process, however that ends.
 * @param waitMs how long to wait for another process; blocks the event loop
 * @returns releases it; null: another process has it
 */
export function lockFile(path: string, waitMs = 0): (() => void) | null {
  const db = new Sqlite(path, { timeout: waitMs });
  try {
    chmodSync(path, 0o600);
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('begin exclusive');
  } catch (error) {
    db.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return () => db.close();
}
