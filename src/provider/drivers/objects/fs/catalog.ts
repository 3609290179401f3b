import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** A file with the content of an object or a part. It never changes after it was written. */
export interface Blob {
  id: string;
  size: number;
}

/** Headers that a client stored with an object. */
export interface Meta {
  contentType: string;
  /** Cache-Control, Content-Disposition, Content-Encoding, Content-Language and Expires, by lower-case name. */
  headers: Record<string, string>;
  /** Of `x-amz-meta-…`, without the prefix; Latin-1, one character for each byte. */
  user: Record<string, string>;
}

export interface ObjectRow {
  key: string;
  size: number;
  etag: string;
  modified: number;
  meta: Meta;
  blobs: Blob[];
}

export interface SpaceRow {
  name: string;
  quota: number;
  accessKey: string | null;
  secretKey: string | null;
  cors: string | null;
  createdAt: number;
  bytes: number;
  objects: number;
  /** 1: clients are refused, except the operator's own key. */
  closed: 0 | 1;
}

export interface UploadRow {
  id: string;
  space: string;
  key: string;
  meta: Meta;
  createdAt: number;
}

export interface PartRow {
  number: number;
  size: number;
  etag: string;
  modified: number;
  blob: string;
}

const schema = `
  create table if not exists space (name text primary key, quota integer not null, accessKey text unique, secretKey text, cors text,
    createdAt integer not null, bytes integer not null default 0, objects integer not null default 0) without rowid;
  create table if not exists object (space text not null references space(name), key text not null, size integer not null,
    etag text not null, modified integer not null, meta text not null, blobs text not null, primary key (space, key)) without rowid;
  create table if not exists upload (id text primary key, space text not null references space(name), key text not null,
    meta text not null, createdAt integer not null) without rowid;
  create index if not exists upload_space on upload (space, key, id);
  create table if not exists part (upload text not null references upload(id) on delete cascade, number integer not null,
    size integer not null, etag text not null, modified integer not null, blob text not null, primary key (upload, number)) without rowid;
  create table if not exists loose (blob text primary key, since integer not null) without rowid;
`;

/**
 * The metadata of the store: one SQLite file beside the blobs. An object exists exactly as long as its row, and the row is
 * written after its blobs are on disk, so a crashed process leaves no partial objects. `loose` lists blobs without an object or
 * part: those being written and those to be deleted.
 */
export class Catalog {
  readonly #db: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(folder: string, durable: boolean) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#db = new Sqlite(join(folder, 'index.sqlite'));
    this.#db.pragma('journal_mode = WAL');
    this.#db.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
    this.#db.pragma('foreign_keys = ON');
    this.#db.pragma('busy_timeout = 5000');
    this.#db.exec(schema);
    // Added later: a store that exists doesn't have it.
    if (!this.#all<{ name: string }>("select name from pragma_table_info('space')").some(({ name }) => name === 'closed'))
      this.#db.exec('alter table space add column closed integer not null default 0');
  }

  /** Runs `work` in one transaction; other processes wait for it to end. */
  transaction<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }
  close(): void {
    this.#db.close();
  }

  #run(sql: string, ...values: unknown[]): number {
    return this.#prepared(sql).run(...values).changes;
  }
  #get<T>(sql: string, ...values: unknown[]): T | undefined {
    return this.#prepared(sql).get(...values) as T | undefined; // the columns that `sql` names
  }
  #all<T>(sql: string, ...values: unknown[]): T[] {
    return this.#prepared(sql).all(...values) as T[]; // as above
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
    return this.#run('insert into space (name, quota, createdAt) values (?, ?, ?) on conflict do nothing', name, quota, now) === 1;
  }
  removeSpace(name: string): void {
    this.#run('delete from space where name = ?', name);
  }
  setQuota(name: string, quota: number): void {
    this.#run('update space set quota = ? where name = ?', quota, name);
  }
  setClosed(name: string, closed: boolean): void {
    this.#run('update space set closed = ? where name = ?', closed ? 1 : 0, name);
  }
  setKey(name: string, accessKey: string, secretKey: string): void {
    this.#run('update space set accessKey = ?, secretKey = ? where name = ?', accessKey, secretKey, name);
  }
  setCors(name: string, cors: string | null): void {
    this.#run('update space set cors = ? where name = ?', cors, name);
  }
  hasContent(name: string): boolean {
    const found = this.#get('select 1 from object where space = ? union all select 1 from upload where space = ? limit 1', name, name);
    return found !== undefined;
  }
  count(name: string, bytes: number, objects: number): void {
    this.#run('update space set bytes = bytes + ?, objects = objects + ? where name = ?', bytes, objects, name);
  }

  object(space: string, key: string): ObjectRow | undefined {
    const row = this.#get<Raw>('select * from object where space = ? and key = ?', space, key);
    return row && readObject(row);
  }
  setObject(space: string, { key, size, etag, modified, meta, blobs }: ObjectRow): void {
    this.#run(
      'insert or replace into object (space, key, size, etag, modified, meta, blobs) values (?, ?, ?, ?, ?, ?, ?)',
      space,
      key,
      size,
      etag,
      modified,
      JSON.stringify(meta),
      JSON.stringify(blobs),
    );
  }
  removeObject(space: string, key: string): void {
    this.#run('delete from object where space = ? and key = ?', space, key);
  }
  /** In UTF-8 order, which SQLite uses. @param end exclusive */
  objectsBetween(space: string, from: string, after: boolean, end: string, limit: number): Omit<ObjectRow, 'meta' | 'blobs'>[] {
    const sql = `select key, size, etag, modified from object where space = ? and key ${after ? '>' : '>='} ? and key < ? order by key limit ?`;
    return this.#all(sql, space, from, end, limit);
  }

  upload(id: string): UploadRow | undefined {
    const row = this.#get<Omit<UploadRow, 'meta'> & { meta: string }>('select * from upload where id = ?', id);
    return row && { ...row, meta: JSON.parse(row.meta) as Meta };
  }
  uploads(space: string, limit: number): Pick<UploadRow, 'id' | 'key' | 'createdAt'>[] {
    return this.#all('select id, key, createdAt from upload where space = ? order by key, id limit ?', space, limit);
  }
  uploadsBefore(time: number): string[] {
    return this.#all<{ id: string }>('select id from upload where createdAt < ?', time).map(({ id }) => id);
  }
  addUpload({ id, space, key, meta, createdAt }: UploadRow): void {
    this.#run(
      'insert into upload (id, space, key, meta, createdAt) values (?, ?, ?, ?, ?)',
      id,
      space,
      key,
      JSON.stringify(meta),
      createdAt,
    );
  }
  removeUpload(id: string): void {
    this.#run('delete from upload where id = ?', id);
  }
  parts(upload: string): PartRow[] {
    return this.#all('select number, size, etag, modified, blob from part where upload = ? order by number', upload);
  }
  part(upload: string, number: number): PartRow | undefined {
    return this.#get('select number, size, etag, modified, blob from part where upload = ? and number = ?', upload, number);
  }
  setPart(upload: string, { number, size, etag, modified, blob }: PartRow): void {
    const sql = 'insert or replace into part (upload, number, size, etag, modified, blob) values (?, ?, ?, ?, ?, ?)';
    this.#run(sql, upload, number, size, etag, modified, blob);
  }

  /** @param since when writing started; 0: to be deleted */
  addLoose(blob: string, since: number): void {
    this.#run('insert or replace into loose (blob, since) values (?, ?)', blob, since);
  }
  removeLoose(blob: string): void {
    this.#run('delete from loose where blob = ?', blob);
  }
  looseBefore(time: number, limit: number): string[] {
    return this.#all<{ blob: string }>('select blob from loose where since < ? limit ?', time, limit).map(({ blob }) => blob);
  }
}

type Raw = Omit<ObjectRow, 'meta' | 'blobs'> & { meta: string; blobs: string };
const readObject = (row: Raw): ObjectRow => ({ ...row, meta: JSON.parse(row.meta) as Meta, blobs: JSON.parse(row.blobs) as Blob[] });
