import { chmodSync, closeSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { StartError } from '../../config/env.ts';
import { isDamage } from '../../lib/node/derivedDb.ts';

/**
 * Copies an SQLite database as it is at one moment, on a connection that can't change it: writers go on meanwhile, and a schema of
 * another version stays as it is. The copy is one file, which only this user may read.
 * @throws StartError when the database is damaged
 */
export function copySqlite(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600));
  reading(from, (db) => db.prepare('vacuum into ?').run(to));
  chmodSync(to, 0o600);
}

/** The migrations of a database, oldest first; an empty list if it has none. */
export const migrationsIn = (file: string): string[] =>
  reading(file, (db) => {
    const isThere = db.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get() !== undefined;
    if (!isThere) return [];
    return db.prepare<[], string>('select name from kysely_migration order by timestamp, name').pluck().all();
  });

/** @throws StartError when it is damaged */
function reading<T>(file: string, work: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(file, { readonly: true, timeout: 60_000 });
  try {
    return work(db);
  } catch (error) {
    throw isDamage(error) ? new StartError(`${file} is damaged: ${error.message}.`) : error;
  } finally {
    db.close();
  }
}
