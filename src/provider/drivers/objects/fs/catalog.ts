import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isDamage, openDerived } from '../../../../lib/derivedDb.ts';
import { S3Error } from '../s3-error.ts';
import {
  addedColumns,
  type Listed,
  type ListedUpload,
  type ListedVersion,
  NULL_VERSION,
  type ObjectRow,
  type PartRow,
  type Pending,
  type Restored,
  renewPending,
  type SpaceRow,
  schema,
  type UploadRow,
} from './catalogRows.ts';
import type { Manifest } from './manifests.ts';
import { timeOfVersionId } from './versionIds.ts';

/** Values of `user_version`. 0: a new file, or one of a version without manifests. */
const state = { rebuilding: 1, upgrading: 2, ready: 3 } as const;

const rebuilding = () => new S3Error('SlowDown', 'The index of the store is being rebuilt. Please try again later.');

/**
 * The metadata of the store: one SQLite file beside the blobs. An object exists exactly as long as its row, and the row is
 * written after its blobs are on disk, so a crashed process leaves no partial objects. `loose` lists blobs without an object or
 * part: those being written and those to be deleted. `pending` lists what the manifests don't have yet.
 * A damaged file is set aside, and every call refused with SlowDown until `rebuild` has filled a new one from the manifests.
 */
export class Catalog {
  #db: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();
  readonly #path: string;
  readonly #durable: boolean;
  readonly #report: (error: Error, aside: string | null) => void;
  #inode: number | undefined;
  #isReady = false;
  /** Pending changes whose manifests are on the disk by now; the next transaction removes them. */
  readonly #published: number[] = [];

  /**
   * @param report gets an error of the content, and where the damaged file is now; null: the file is still open, and the owner calls
   * `reopen`, not before the current transaction has ended
   */
  constructor(folder: string, durable: boolean, report: (error: Error, aside: string | null) => void) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, 'index.sqlite');
    this.#durable = durable;
    this.#report = report;
    this.#db = this.#open(null);
  }

  /** @param damage found in the file that was open until now; its structure may be sound */
  #open(damage: Error | null): Sqlite.Database {
    let found = damage;
    const prepare = (db: Sqlite.Database) => {
      const error = found;
      found = null;
      // Another process may have replaced the file already.
      if (error && this.#inode === this.#inodeNow()) throw new Sqlite.SqliteError(error.message, 'SQLITE_CORRUPT');
      db.pragma('journal_mode = WAL');
      db.pragma('busy_timeout = 5000');
      db.pragma(`synchronous = ${this.#durable ? 'FULL' : 'OFF'}`);
      const check = db.pragma('quick_check(1)', { simple: true });
      if (check !== 'ok') throw new Sqlite.SqliteError(String(check), 'SQLITE_CORRUPT');
      db.transaction(() => this.#migrate(db)).immediate();
      db.pragma('foreign_keys = ON');
    };
    const db = openDerived(this.#path, prepare, this.#report);
    this.#statements.clear();
    this.#published.length = 0;
    this.#inode = this.#inodeNow();
    this.#isReady = db.pragma('user_version', { simple: true }) !== state.rebuilding;
    if (!this.#isReady) db.exec('create temp table if not exists found (blob text primary key) without rowid');
    return db;
  }
  #inodeNow = () => statSync(this.#path, { throwIfNoEntry: false })?.ino;

  #migrate(db: Sqlite.Database): void {
    if (db.pragma('user_version', { simple: true }) === 0) this.#begin(db);
    else db.exec(schema);
    const has = db.prepare('select 1 from pragma_table_info(?) where name = ?');
    for (const [table, column, type] of addedColumns)
      if (!has.get(table, column)) db.exec(`alter table ${table} add column ${column} ${type}`);
    if (!has.get('pending', 'version')) db.exec(renewPending);
  }
  #begin(db: Sqlite.Database): void {
    const isNew = db.prepare("select 1 from sqlite_master where name = 'space'").get() === undefined;
    db.exec(schema);
    // No change of this file has the ID of a change in one that was set aside.
    db.prepare("insert into sqlite_sequence (name, seq) values ('pending', ?)").run(Date.now() * 1000);
    if (!isNew) db.exec("insert into pending (space, key) select name, '' from space union all select space, key from object");
    db.pragma(`user_version = ${isNew ? state.rebuilding : state.upgrading}`);
  }

  /** False while it has to be filled from the manifests. */
  get isReady(): boolean {
    return this.#isReady;
  }
  /** Opens the file again after damage was reported. */
  reopen(damage: Error): void {
    this.#db.close();
    this.#db = this.#open(damage);
  }
  /** Whether this is a store of an earlier version, whose objects get their manifests now. */
  get isUpgrading(): boolean {
    return this.#get<{ user_version: number }>('pragma user_version')?.user_version === state.upgrading;
  }
  endUpgrade(): void {
    this.#run(`pragma user_version = ${state.ready}`);
  }

  /** Runs `work` in one transaction; other processes wait for it to end. */
  transaction<T>(work: () => T): T {
    return this.exclusive(() => {
      const published = this.#published.splice(0);
      for (const id of published) this.#run('delete from pending where id = ?', id);
      return work();
    });
  }
  /** The same for work that doesn't change the index, so that nothing is written. */
  exclusive<T>(work: () => T): T {
    return this.#checked(() => {
      // Changes in a file that was set aside or deleted would be lost.
      if (this.#inodeNow() !== this.#inode) throw new Sqlite.SqliteError('the index was replaced', 'SQLITE_CORRUPT');
      return this.#db.transaction(work).immediate();
    });
  }
  /** Runs `work` without waiting for the disk: a power cut may undo it. */
  relaxed(work: () => void): void {
    this.#checked(() => {
      if (this.#durable) this.#db.pragma('synchronous = NORMAL');
      try {
        this.transaction(work);
      } finally {
        if (this.#durable) this.#db.pragma('synchronous = FULL');
      }
    });
  }
  close(): void {
    try {
      if (this.#isReady && this.#published.length > 0) this.transaction(() => {});
    } catch {
      // They are published again at the next start.
    }
    this.#isReady = false;
    this.#db.close();
  }

  #checked<T>(work: () => T): T {
    if (!this.#isReady) throw rebuilding();
    try {
      return work();
    } catch (error) {
      // A syntax error is one of stored JSON.
      if (!isDamage(error) && !(error instanceof SyntaxError)) throw error;
      if (this.#isReady) {
        this.#isReady = false;
        this.#report(error, null);
      }
      throw rebuilding();
    }
  }

  #run(sql: string, ...values: unknown[]): number {
    return this.#checked(() => this.#prepared(sql).run(...values).changes);
  }
  #get<T>(sql: string, ...values: unknown[]): T | undefined {
    return this.#checked(() => this.#prepared(sql).get(...values) as T | undefined); // the columns that `sql` names
  }
  #all<T>(sql: string, ...values: unknown[]): T[] {
    return this.#checked(() => this.#prepared(sql).all(...values) as T[]); // as above
  }
  #prepared(sql: string): Sqlite.Statement {
    const there = this.#statements.get(sql);
    if (there) return there;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  space(name: string): SpaceRow | undefined {
    return this.#get('select * from space where name = ?', name);
  }
  spaceOfKey(accessKey: string): SpaceRow | undefined {
    return this.#get('select * from space where accessKey = ?', accessKey);
  }
  spaces(): SpaceRow[] {
    return this.#all('select * from space order by name');
  }
  /** @returns false if the space already exists */
  addSpace(name: string, quota: number, now: number): boolean {
    const isNew = this.#run('insert into space (name, quota, createdAt) values (?, ?, ?) on conflict do nothing', name, quota, now) === 1;
    if (isNew) this.#mark(name);
    return isNew;
  }
  removeSpace(name: string): void {
    if (this.#run('delete from space where name = ?', name) > 0) this.#mark(name);
  }
  /** Only what differs is written. */
  updateSpace(name: string, values: SpaceSettings): void {
    const row = this.space(name);
    for (const [column, value] of Object.entries(values)) {
      if (!row || row[column as keyof SpaceRow] === value) continue; // the columns of the type above
      this.#run(`update space set ${column} = ? where name = ?`, value, name);
      this.#mark(name);
    }
  }
  hasContent(name: string): boolean {
    return ['object', 'version', 'upload'].some((table) => this.#get(`select 1 from ${table} where space = ? limit 1`, name) !== undefined);
  }
  count(name: string, bytes: number, objects: number): void {
    this.#run('update space set bytes = bytes + ?, objects = objects + ? where name = ?', bytes, objects, name);
  }

  /** The object that a client gets without naming a version. */
  object(space: string, key: string): ObjectRow | undefined {
    return this.#object(`select ${OBJECT}, 0 isMarker from object where space = ? and key = ?`, space, key);
  }
  /** The newest version, which may be a delete marker. */
  newest(space: string, key: string): ObjectRow | undefined {
    return this.object(space, key) ?? this.#newestOther(space, key);
  }
  #newestOther(space: string, key: string): ObjectRow | undefined {
    return this.#object(`${OTHER} order by modified desc limit 1`, space, key);
  }
  version(space: string, key: string, version: string): ObjectRow | undefined {
    const current = this.object(space, key);
    if (current?.version === version) return current;
    const time = timeOfVersionId(version);
    return time === null
      ? this.#object(`${OTHER} and version = '${NULL_VERSION}'`, space, key)
      : this.#object(`${OTHER} and modified = ? and version = ?`, space, key, time, version);
  }
  #object(sql: string, ...values: unknown[]): ObjectRow | undefined {
    const row = this.#get<object>(sql, ...values);
    return row && this.#checked(() => parsed<ObjectRow>(row));
  }
  /** Adds the newest version of a key. It replaces the version with its ID, if there is one; the others stay. */
  setObject(space: string, row: ObjectRow): void {
    const before = this.version(space, row.key, row.version);
    if (before) this.#delete(space, before);
    this.#demote(space, row.key);
    this.#insert(row.isMarker ? 'version' : 'object', space, row);
    this.#mark(space, row.key, row.version);
  }
  /** The next older version, if any, becomes the current one. */
  removeVersion(space: string, row: Listed): void {
    this.#delete(space, row);
    this.#promote(space, row.key);
    this.#mark(space, row.key, row.version);
  }
  #delete(space: string, { key, version, modified }: Listed): void {
    if (this.#run('delete from object where space = ? and key = ? and version = ?', space, key, version) === 0)
      this.#run('delete from version where space = ? and key = ? and modified = ? and version = ?', space, key, modified, version);
  }
  #insert(table: VersionTable, space: string, row: ObjectRow): void {
    this.#run(insertInto(table), ...versionValues(table, space, row));
  }
  #demote(space: string, key: string): void {
    const current = this.object(space, key);
    if (!current) return;
    this.#delete(space, current);
    this.#insert('version', space, current);
  }
  #promote(space: string, key: string): void {
    if (this.object(space, key)) return;
    const newest = this.#newestOther(space, key);
    if (!newest || newest.isMarker) return;
    this.#delete(space, newest);
    this.#insert('object', space, newest);
  }
  /** In UTF-8 order, which SQLite uses. @param end exclusive */
  objectsBetween(space: string, from: string, after: boolean, end: string, limit: number): Listed[] {
    const sql = `select ${LISTED}, 0 isMarker from object where space = ? and key ${after ? '>' : '>='} ? and key < ? order by key limit ?`;
    const rows = this.#all<object>(sql, space, from, end, limit);
    return this.#checked(() => rows.map(parsed<Listed>));
  }
  /**
   * All versions, the newest of each key first.
   * @param before of the key `from` only versions that are earlier than this time. @param end exclusive
   */
  versionsBetween(space: string, from: string, before: number, end: string, limit: number): ListedVersion[] {
    const where = 'space = ? and key >= ? and (key > ? or modified < ?) and key < ?';
    const values = [space, from, from, before, end];
    const sql = `select ${LISTED}, 0 isMarker, 1 isLatest from object where ${where}
      union all
      select ${LISTED}, isMarker, not (
        exists (select 1 from object o where ${SAME_KEY}) or
        exists (select 1 from version o where ${SAME_KEY} and o.modified > v.modified)
      ) isLatest from version v where ${where}
      order by key, modified desc limit ?`;
    const rows = this.#all<object>(sql, ...values, ...values, limit);
    return this.#checked(() => rows.map(parsed<ListedVersion>));
  }

  upload(id: string): UploadRow | undefined {
    const row = this.#get<object>('select * from upload where id = ?', id);
    return row && this.#checked(() => parsed<UploadRow>(row));
  }
  /** In the order of keys and IDs, after an upload or everything of its key. @param end of the keys, exclusive */
  uploadsBetween(space: string, from: string, after: { key: string; id: string | null }, end: string, limit: number): ListedUpload[] {
    const sql = `select id, key, createdAt, checksum from upload where space = ? and key >= ? and key < ?
      and (key > ? or (key = ? and id > ?)) order by key, id limit ?`;
    // Nothing sorts after a blob.
    const rows = this.#all<object>(sql, space, from, end, after.key, after.key, after.id ?? Buffer.alloc(1), limit);
    return this.#checked(() => rows.map(parsed<ListedUpload>));
  }
  /** Of all spaces, in the order of IDs. @param after exclusive */
  uploadsAfter(after: string, limit: number): Pick<UploadRow, 'id' | 'space' | 'key' | 'createdAt'>[] {
    return this.#all('select id, space, key, createdAt from upload where id > ? order by id limit ?', after, limit);
  }
  addUpload({ id, space, key, meta, createdAt, checksum, encryption }: UploadRow): void {
    this.#run(
      'insert into upload (id, space, key, meta, createdAt, checksum, encryption) values (?, ?, ?, ?, ?, ?, ?)',
      id,
      space,
      key,
      JSON.stringify(meta),
      createdAt,
      jsonOrNull(checksum),
      jsonOrNull(encryption),
    );
  }
  removeUpload(id: string): void {
    this.#run('delete from upload where id = ?', id);
  }
  parts(upload: string): PartRow[] {
    const rows = this.#all<object>(`select ${PART} from part where upload = ? order by number`, upload);
    return this.#checked(() => rows.map(parsed<PartRow>));
  }
  part(upload: string, number: number): PartRow | undefined {
    const row = this.#get<object>(`select ${PART} from part where upload = ? and number = ?`, upload, number);
    return row && this.#checked(() => parsed<PartRow>(row));
  }
  setPart(upload: string, { number, size, etag, modified, blob, checksum }: PartRow): void {
    const sql = `insert or replace into part (upload, ${PART}) values (?, ?, ?, ?, ?, ?, ?)`;
    this.#run(sql, upload, number, size, etag, modified, blob, jsonOrNull(checksum));
  }

  /** @param since when writing started; 0: to be deleted */
  addLoose(blob: string, since: number): void {
    this.#run('insert or replace into loose (blob, since) values (?, ?)', blob, since);
  }
  removeLoose(blob: string): void {
    this.#run('delete from loose where blob = ?', blob);
  }
  /** Takes a written blob for an object or a part. @returns false if it is being deleted: it took very long, or the clock has jumped */
  claim(blob: string): boolean {
    return this.#run('delete from loose where blob = ? and since > 0', blob) === 1;
  }
  looseBefore(time: number, limit: number): string[] {
    return this.#all<{ blob: string }>('select blob from loose where since < ? limit ?', time, limit).map(({ blob }) => blob);
  }

  #mark(space: string, key = '', version = NULL_VERSION): void {
    this.#run('insert or replace into pending (space, key, version) values (?, ?, ?)', space, key, version);
  }
  pending({ space, key, version }: Omit<Pending, 'id'>): number | undefined {
    return this.#get<{ id: number }>('select id from pending where space = ? and key = ? and version = ?', space, key, version)?.id;
  }
  /** @param key empty: the space itself */
  pendingOfKey(space: string, key: string): Pending[] {
    return this.#all('select * from pending where space = ? and key = ?', space, key);
  }
  pendingOf(space: string): Pending[] {
    return this.#all('select * from pending where space = ?', space);
  }
  pendingAfter(id: number, limit: number): Pending[] {
    return this.#all('select * from pending where id > ? order by id limit ?', id, limit);
  }
  pendingCount(): number {
    return this.#get<{ count: number }>('select count(*) count from pending')?.count ?? 0;
  }
  published(id: number): void {
    this.#published.push(id);
  }
  /** What the manifest has to say; null: there must be none. */
  manifest({ space, key, version }: Omit<Pending, 'id'>): Manifest | null {
    if (key !== '') {
      const object = this.version(space, key, version);
      return object ? { type: 'object', space, object } : null;
    }
    const row = this.space(space);
    if (!row) return null;
    const { bytes: _bytes, objects: _objects, ...facts } = row;
    return { type: 'space', space: facts };
  }

  /** Notes blobs on the disk; `restored` counts those that no object refers to. */
  found(blobs: readonly string[]): void {
    const insert = this.#prepared('insert or ignore into temp.found (blob) values (?)');
    this.#db.transaction(() => {
      for (const blob of blobs) insert.run(blob);
    })();
  }
  /** Adds rows to an index that isn't ready. Does nothing if another process has finished it. */
  restore(manifests: readonly Manifest[]): void {
    this.#restoring(() => {
      for (const manifest of manifests) {
        if (manifest.type === 'object') {
          const { object } = manifest;
          // `restored` finds out which one of several versions is the current one.
          const table = object.version === NULL_VERSION && !object.isMarker ? 'object' : 'version';
          this.#prepared(insertInto(table)).run(versionValues(table, manifest.space, object));
          for (const { id } of manifest.object.blobs) this.#prepared('delete from temp.found where blob = ?').run(id);
        } else
          this.#prepared(
            `insert or replace into space (name, quota, accessKey, secretKey, cors, versioning, lifecycle, createdAt, closed, encryption, access)
             values (@name, @quota, @accessKey, @secretKey, @cors, @versioning, @lifecycle, @createdAt, @closed, @encryption, @access)`,
          ).run(manifest.space);
      }
    });
  }
  /**
   * Counts what was restored, and makes the index ready.
   * @param since when the deletion period of blobs without an object begins; null: they are left alone
   * @returns null if another process has finished it
   */
  restored(since: number | null): Restored | null {
    const result = this.#restoring(() => {
      for (const sql of arrangeVersions) this.#prepared(sql).run();
      const guess = `insert into space (name, quota, createdAt, versioning)
        select space, ${Number.MAX_SAFE_INTEGER}, min(modified), case when max(version <> '${NULL_VERSION}') then 'Enabled' end
        from (select space, modified, version from object union all select space, modified, version from version)
        where space not in (select name from space) group by space returning name`;
      const guessed = this.#prepared(guess).all() as { name: string }[]; // the column that it returns
      for (const { name } of guessed) this.#prepared("insert or replace into pending (space, key) values (?, '')").run(name);
      const total = (what: string) => ['object', 'version'].map((table) => `(select ${what} from ${table} where space = name)`).join(' + ');
      this.#prepared(`update space set bytes = ${total('coalesce(sum(size), 0)')}, objects = ${total('count(*)')}`).run();
      if (since !== null) this.#prepared('insert or ignore into loose (blob, since) select blob, ? from temp.found').run(since);
      const count = this.#prepared(
        `select coalesce(sum(objects), 0) objects, coalesce(sum(bytes), 0) bytes, count(*) spaces,
         (select count(*) from temp.found) unreferenced from space`,
      ).get() as Omit<Restored, 'guessed'>; // the columns that it names
      this.#db.pragma(`user_version = ${state.ready}`);
      return { ...count, guessed: guessed.map(({ name }) => name) };
    });
    this.#db.exec('drop table if exists temp.found');
    this.#db.pragma('foreign_keys = ON');
    this.#isReady = true;
    return result;
  }
  #restoring<T>(work: () => T): T | null {
    // Objects may come before their space.
    this.#db.pragma('foreign_keys = OFF');
    return this.#db.transaction(() => (this.#db.pragma('user_version', { simple: true }) === state.rebuilding ? work() : null)).immediate();
  }
}

type SpaceSettings = Partial<Omit<SpaceRow, 'name' | 'createdAt' | 'bytes' | 'objects'>>;

const PART = 'number, size, etag, modified, blob, checksum';
const LISTED = 'key, version, size, etag, modified, checksum';
const OBJECT = 'key, version, size, etag, modified, meta, blobs, checksum, upload, encryption';
const OTHER = `select ${OBJECT}, isMarker from version where space = ? and key = ?`;
const COLUMNS = `space, ${OBJECT}`;
const SAME_KEY = 'o.space = v.space and o.key = v.key';

/** The tables with versions: that of the current objects, and that of all others and of delete markers. */
type VersionTable = 'object' | 'version';
const insertInto = (table: VersionTable): string =>
  `insert or replace into ${table} (${COLUMNS}${table === 'version' ? ', isMarker' : ''})
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?${table === 'version' ? ', ?' : ''})`;
const versionValues = (table: VersionTable, space: string, row: ObjectRow) => [
  space,
  row.key,
  row.version,
  row.size,
  row.etag,
  row.modified,
  JSON.stringify(row.meta),
  JSON.stringify(row.blobs),
  jsonOrNull(row.checksum),
  row.upload ?? null,
  jsonOrNull(row.encryption),
  ...(table === 'version' ? [Number(row.isMarker)] : []),
];

/** Each key's newest version to `object`, unless it is a delete marker; all others to `version`. */
const arrangeVersions = [
  `insert into version (${COLUMNS}, isMarker) select ${COLUMNS}, 0 from object v
   where exists (select 1 from version o where ${SAME_KEY} and o.modified > v.modified)`,
  `delete from object as v where exists (select 1 from version o where ${SAME_KEY} and o.version = v.version)`,
  `insert into object (${COLUMNS}) select ${COLUMNS} from version v where isMarker = 0
   and not exists (select 1 from object o where ${SAME_KEY})
   and not exists (select 1 from version o where ${SAME_KEY} and (o.modified, o.version) > (v.modified, v.version))`,
  `delete from version as v where exists (select 1 from object o where ${SAME_KEY} and o.version = v.version)`,
];

const jsonOrNull = (value: unknown): string | null => (value ? JSON.stringify(value) : null);
const jsonColumns = new Set(['blobs', 'checksum', 'encryption', 'meta']);
const booleanColumns = new Set(['isLatest', 'isMarker']);
/** A row, with what is stored as JSON and as numbers. @throws SyntaxError */
const parsed = <Row>(row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (booleanColumns.has(name)) return [name, value === 1];
      return [name, jsonColumns.has(name) && typeof value === 'string' ? JSON.parse(value) : value];
    }),
  ) as Row; // the columns that its query names
