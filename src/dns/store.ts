import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { fileId, isDamage, openDerived } from '../lib/node/derivedDb.ts';
import { Damaged, fromCheckedJson, setAside, toCheckedJson } from '../lib/node/durable.ts';
import type { ServedZone } from './bundle.ts';

const RETRY_MS = 5;
/** Zones that are read at once, so that the process answers in between. */
const BATCH = 200;
/** A disk that damages everything doesn't fill up with damaged files. */
const ASIDE_EVERY_MS = 60_000;

/** Gets what is wrong with the file, and its path now that it is set aside. */
export type OnDamage = (error: Error, aside: string) => void;

export interface StoredZone {
  version: number;
  isRemoved: boolean;
}

/** A change for the server: the zone, or null if it was removed. */
export interface ZoneChange {
  name: string;
  zone: ServedZone | null;
}

interface Row {
  name: string;
  version: number;
  body: string | null;
  seq: number;
}

/**
 * The zones of a machine in one SQLite file: the driver writes it, and each server on the machine follows it. Removed zones keep
 * their version, which fences off a process that arrives late with an old one. The folder contains the private keys of signed zones.
 *
 * A damaged file is set aside by the process that finds the damage, and replaced by an empty one. The others recognize that by the file's ID, and
 * `generation` has another value, by which the provider knows that it has to publish every zone and removal again.
 */
export class ZoneStore {
  readonly #folder: string;
  readonly #path: string;
  readonly #onDamage: OnDamage;
  #open: Sqlite.Database | undefined;
  #fileId: string | null = null;
  #generation = 0;
  #setAsideAt = -ASIDE_EVERY_MS;
  #seen = 0;
  #dataVersion: unknown;
  /** Writes of this connection, which its `data_version` doesn't count. */
  #wrote = false;

  constructor(folder: string, onDamage: OnDamage = () => {}) {
    this.#folder = folder;
    this.#path = join(folder, 'zones.sqlite');
    this.#onDamage = onDamage;
  }

  /**
   * A number that every new file gets; 0 for files of earlier versions. While the file can't be opened, it has its last value.
   */
  get generation(): number {
    try {
      this.#db();
    } catch {
      // The next call that needs the file reports it.
    }
    return this.#generation;
  }

  #db(): Sqlite.Database {
    if (this.#open && fileId(this.#path) === this.#fileId) return this.#open;
    this.close();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#open = openDerived(this.#path, prepare, this.#onDamage);
    this.#fileId = fileId(this.#path);
    this.#generation = Number(this.#open.pragma('user_version', { simple: true }));
    return this.#open;
  }

  /** Works with the file. If it turns out to be damaged, works again with the empty one that replaces it. */
  #use<T>(work: (db: Sqlite.Database) => T): T {
    const db = this.#db();
    try {
      return work(db);
    } catch (error) {
      const now = performance.now();
      if (!isDamage(error) || now - this.#setAsideAt < ASIDE_EVERY_MS) throw error;
      // It is renamed before it is closed: SQLite deletes `zones.sqlite-wal` with the last connection, unless the file was renamed.
      if (fileId(this.#path) === this.#fileId) {
        this.#setAsideAt = now;
        this.#onDamage(error, setAside(this.#path));
      }
      return work(this.#db());
    }
  }

  /** Null: unknown. */
  find(name: string): StoredZone | null {
    return this.#use((db) => readStoredZone(db, name));
  }

  /**
   * Stores a zone, or with null its removal, unless `refuses` throws for the stored version.
   * @param signal ends the wait for another process that writes
   */
  async put(
    name: string,
    version: number,
    zone: ServedZone | null,
    signal: AbortSignal,
    refuses: (stored: StoredZone | null) => void,
  ): Promise<void> {
    const body = zone && toCheckedJson(zone);
    const write = (db: Sqlite.Database) =>
      db
        .transaction(() => {
          refuses(readStoredZone(db, name));
          db.prepare(
            `insert into zone (name, version, body, seq) values (?, ?, ?, (select coalesce(max(seq), 0) + 1 from zone))
             on conflict (name) do update set version = excluded.version, body = excluded.body, seq = excluded.seq`,
          ).run(name, version, body);
        })
        .immediate();
    for (;;) {
      signal.throwIfAborted();
      try {
        this.#use(write);
        this.#wrote = true;
        return;
      } catch (error) {
        if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
      }
      await wait(RETRY_MS, undefined, { signal });
    }
  }

  /** The next changes since the previous call, oldest first; the first calls return all zones, and those after a replaced file. Empty: nothing new. */
  changes(): ZoneChange[] {
    return this.#use((db) => {
      const dataVersion = db.pragma('data_version', { simple: true });
      if (dataVersion === this.#dataVersion && !this.#wrote) return [];
      const rows = db.prepare('select * from zone where seq > ? order by seq limit ?').all(this.#seen, BATCH) as Row[]; // the columns below
      const changes = rows.map(({ name, body }) => ({ name, zone: body === null ? null : toZone(name, body) }));
      if (rows.length < BATCH) {
        this.#dataVersion = dataVersion;
        this.#wrote = false;
      }
      this.#seen = rows.at(-1)?.seq ?? this.#seen;
      return changes;
    });
  }

  /** How many changes `changes` hasn't returned yet; 0 if the file can't be read. */
  pending(): number {
    try {
      const row = this.#db().prepare('select count(*) as count from zone where seq > ?').get(this.#seen) as { count: number }; // as selected
      return row.count;
    } catch {
      return 0;
    }
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
    this.#seen = 0;
    this.#dataVersion = undefined;
  }
}

function prepare(db: Sqlite.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  const hasTable = () => db.prepare("select 1 from sqlite_master where type = 'table' and name = 'zone'").get() !== undefined;
  try {
    if (!hasTable())
      db.transaction(() => {
        if (hasTable()) return;
        db.exec(`
          create table zone (name text primary key, version integer not null, body text, seq integer not null);
          create index zone_seq on zone (seq)`);
        db.pragma(`user_version = ${randomInt(1, 2 ** 31)}`);
      }).immediate();
    db.prepare('select name, version, body, seq from zone limit 0');
  } catch (error) {
    // Neither depends on anything but the content.
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_ERROR') throw new Damaged('not a file of zones', { cause: error });
    throw error;
  }
  // From here on, a busy file is waited for without blocking the process.
  db.pragma('busy_timeout = 0');
}

function readStoredZone(db: Sqlite.Database, name: string): StoredZone | null {
  const row = db.prepare('select version, body is null as removed from zone where name = ?').get(name) as
    | { version: number; removed: number }
    | undefined; // the columns of the table above
  return row ? { version: row.version, isRemoved: row.removed === 1 } : null;
}

function toZone(name: string, body: string): ServedZone {
  const zone = fromCheckedJson(body) as ServedZone; // as `put` wrote it
  if (zone.name !== name) throw new Damaged('the zone of another name');
  return zone;
}
