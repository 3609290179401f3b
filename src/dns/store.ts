import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { ServedZone } from './bundle.ts';

const RETRY_MS = 5;
/** Zones that are read at once, so that the process answers in between. */
const BATCH = 200;

export interface Held {
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
 */
export class ZoneStore {
  readonly #folder: string;
  #open: Sqlite.Database | undefined;
  #seen = 0;
  #dataVersion: unknown;
  /** Writes of this connection, which its `data_version` doesn't count. */
  #wrote = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get #db(): Sqlite.Database {
    if (!this.#open) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const db = new Sqlite(join(this.#folder, 'zones.sqlite'), { timeout: 5000 });
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      db.exec(`
        create table if not exists zone (name text primary key, version integer not null, body text, seq integer not null);
        create index if not exists zone_seq on zone (seq)`);
      // From here on, a busy file is waited for without blocking the process.
      db.pragma('busy_timeout = 0');
      this.#open = db;
    }
    return this.#open;
  }

  /** Null: never seen. */
  held(name: string): Held | null {
    const row = this.#db.prepare('select version, body is null as removed from zone where name = ?').get(name) as
      | { version: number; removed: number }
      | undefined; // the columns of the table above
    return row ? { version: row.version, isRemoved: row.removed === 1 } : null;
  }

  /**
   * Stores a zone, or with null its removal, unless `refuses` throws for what is held.
   * @param signal ends the wait for another process that writes
   */
  async put(
    name: string,
    version: number,
    zone: ServedZone | null,
    signal: AbortSignal,
    refuses: (held: Held | null) => void,
  ): Promise<void> {
    const body = zone && JSON.stringify(zone);
    const write = this.#db.transaction(() => {
      refuses(this.held(name));
      this.#db
        .prepare(
          `insert into zone (name, version, body, seq) values (?, ?, ?, (select coalesce(max(seq), 0) + 1 from zone))
           on conflict (name) do update set version = excluded.version, body = excluded.body, seq = excluded.seq`,
        )
        .run(name, version, body);
    });
    for (;;) {
      signal.throwIfAborted();
      try {
        write.immediate();
        this.#wrote = true;
        return;
      } catch (error) {
        if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
      }
      await wait(RETRY_MS, undefined, { signal });
    }
  }

  /** The next changes since the previous call, oldest first; the first calls return all zones. Empty: nothing new. */
  changes(): ZoneChange[] {
    const dataVersion = this.#db.pragma('data_version', { simple: true });
    if (dataVersion === this.#dataVersion && !this.#wrote) return [];
    const rows = this.#db.prepare('select * from zone where seq > ? order by seq limit ?').all(this.#seen, BATCH) as Row[]; // the columns above
    if (rows.length < BATCH) {
      this.#dataVersion = dataVersion;
      this.#wrote = false;
    }
    this.#seen = rows.at(-1)?.seq ?? this.#seen;
    return rows.map(({ name, body }) => ({ name, zone: body === null ? null : (JSON.parse(body) as ServedZone) })); // written by `put`
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }
}
