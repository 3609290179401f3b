import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Makes sure that no other process manages the folder: two of them would start each machine twice. The lock is SQLite's, which the system
 * releases with the process, however it ends.
 * @returns releases it
 * @throws when another process has it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db = new Sqlite(join(folder, 'lock.db'), { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('begin exclusive');
  } catch (error) {
    db.close();
    throw new Error(`Another compute process uses ${folder}.`, { cause: error });
  }
  return () => db.close();
}
