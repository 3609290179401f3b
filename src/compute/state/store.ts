import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { identityFile, stateFile } from '../folders.ts';
import type { Kind, Specs } from '../protocol.ts';
import type { Applied, AppliedStates, AppliedVersion } from './applied.ts';

/** An entity: what is wanted, and what has been done. A removed one keeps its version, which fences off late calls. */
export interface Entity<K extends Kind, A extends AppliedStates = Applied> {
  id: string;
  version: number;
  isRemoved: boolean;
  /** Its files are removed too. */
  isCleared: boolean;
  spec: Specs[K];
  applied: A[K];
}

interface Row {
  id: string;
  version: number;
  isRemoved: number;
  spec: string;
  applied: string;
}

const CLEARED = 'null';

/**
 * The state of the process in `state.db`. It can't be made again from elsewhere: without it, nobody knows which image a disk has and which
 * ports lead to a server. So it is synchronized at each commit, and a damaged file stops the process instead of being replaced.
 */
export class StateStore<A extends AppliedStates = Applied> {
  readonly #db: Sqlite.Database;
  readonly #initial: A;

  /** @param initial what has been done for an entity that is new */
  constructor(root: string, initial: A) {
    this.#initial = initial;
    const file = stateFile(root);
    const isNew = !existsSync(file);
    this.#db = new Sqlite(file);
    chmodSync(file, 0o600);
    this.#db.pragma('journal_mode = WAL');
    this.#db.pragma('synchronous = FULL');
    this.#db.exec(`
      create table if not exists entity (
        kind text not null, id text not null, version integer not null, isRemoved integer not null, spec text not null,
        applied text not null, primary key (kind, id)
      ) without rowid;
      create table if not exists fact (name text primary key, value text not null) without rowid;
      create table if not exists metric (
        server text not null, at integer not null, cpu real, ram real, diskRead real, diskWrite real, netIn real, netOut real,
        primary key (server, at)
      ) without rowid`);
    // The driver reads it without a connection, and recognizes by it that the state was lost.
    if (isNew || !existsSync(identityFile(root))) writeFileSync(identityFile(root), randomUUID(), { mode: 0o600 });
  }

  get db(): Sqlite.Database {
    return this.#db;
  }

  /** Also removed ones; null: never existed. */
  find<K extends Kind>(kind: K, id: string): Entity<K, A> | null {
    const row = this.#db.prepare('select * from entity where kind = ? and id = ?').get(kind, id) as Row | undefined; // the columns above
    return row ? this.#toEntity(kind, row) : null;
  }

  /** Existing ones only. */
  get<K extends Kind>(kind: K, id: string): Entity<K, A> | null {
    const entity = this.find(kind, id);
    return entity?.isRemoved ? null : entity;
  }

  /** All existing ones of a kind. */
  list<K extends Kind>(kind: K): Entity<K, A>[] {
    const rows = this.#db.prepare('select * from entity where kind = ? and isRemoved = 0').all(kind) as Row[]; // as above
    return rows.map((row) => this.#toEntity(kind, row));
  }

  /** Those that are removed and whose files aren't yet. */
  listLeftovers<K extends Kind>(kind: K): Entity<K, A>[] {
    const rows = this.#db.prepare(`select * from entity where kind = ? and isRemoved = 1 and applied <> '${CLEARED}'`).all(kind) as Row[]; // as above
    return rows.map((row) => this.#toEntity(kind, row));
  }

  /** IDs of the existing ones that failed for a reason. */
  listFailed(kind: Kind, key: string): string[] {
    return this.#db
      .prepare(`select id from entity where kind = ? and isRemoved = 0 and json_extract(applied, '$.failure.key') = ?`)
      .pluck()
      .all(kind, key) as string[]; // the column above
  }

  put<K extends Kind>(kind: K, { id, version, isRemoved, spec, applied }: Omit<Entity<K, A>, 'isCleared'>): void {
    this.#db
      .prepare('insert or replace into entity (kind, id, version, isRemoved, spec, applied) values (?, ?, ?, ?, ?, ?)')
      .run(kind, id, version, isRemoved ? 1 : 0, JSON.stringify(spec), JSON.stringify(applied));
  }

  /** The version of a removal fences off late calls, also for an entity that was never there. */
  putRemoved(kind: Kind, id: string, version: number): void {
    this.#db
      .prepare('insert or replace into entity (kind, id, version, isRemoved, spec, applied) values (?, ?, ?, 1, ?, ?)')
      .run(kind, id, version, JSON.stringify({ id, version }), CLEARED);
  }

  /** Stores the result of a step. */
  apply<K extends Kind>(kind: K, id: string, change: Partial<A[K]>): void {
    const entity = this.find(kind, id);
    if (entity) this.put(kind, { ...entity, applied: { ...entity.applied, ...change } });
  }

  /** Stores that a version can't be applied. */
  fail<K extends Kind>(kind: K, id: string, failure: NonNullable<AppliedVersion['failure']>): void {
    this.#db
      .prepare(`update entity set applied = json_set(applied, '$.failure', json(?)) where kind = ? and id = ? and applied <> '${CLEARED}'`)
      .run(JSON.stringify(failure), kind, id);
  }

  /** Removes the password from the state of a server, unless there is a newer one. */
  forgetPassword(id: string, version: number): void {
    this.#db
      .prepare(`update entity set spec = json_set(spec, '$.password.value', null) where kind = 'servers' and id = ? and version = ?`)
      .run(id, version);
  }

  /** Nothing is left of a removed entity but its version. */
  clear(kind: Kind, id: string): void {
    const entity = this.find(kind, id);
    if (entity?.isRemoved) this.putRemoved(kind, id, entity.version);
  }

  /** All of `work`, or nothing of it. */
  transaction<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }

  fact(name: string): string | null {
    return (this.#db.prepare('select value from fact where name = ?').pluck().get(name) as string | undefined) ?? null; // the column above
  }
  setFact(name: string, value: string): void {
    this.#db.prepare('insert or replace into fact (name, value) values (?, ?)').run(name, value);
  }

  close(): void {
    this.#db.close();
  }

  #toEntity<K extends Kind>(kind: K, { id, version, isRemoved, spec, applied }: Row): Entity<K, A> {
    // As `put` wrote them; a later version of the program may have more fields.
    const known = { id, version, isRemoved: isRemoved === 1, spec: JSON.parse(spec) };
    return { ...known, isCleared: applied === CLEARED, applied: JSON.parse(applied) ?? this.#initial[kind] };
  }

  /** What has been done for a new entity of a kind. */
  initial<K extends Kind>(kind: K): A[K] {
    return this.#initial[kind];
  }
}
