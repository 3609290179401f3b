import { addRows, finishRows } from './catalogRestore.ts';
import {
  type Listed,
  type ListedVersion,
  NULL_VERSION,
  type ObjectRow,
  type Pending,
  type Restored,
  type SpaceRow,
} from './catalogRows.ts';
import { insertInto, LISTED, OBJECT, OTHER, parsed, SAME_KEY, type VersionTable, versionValues } from './catalogSql.ts';
import { UploadCatalog } from './catalogUploads.ts';
import type { Manifest } from './manifests.ts';
import { timeOfVersionId } from './versionIds.ts';

/**
 * The metadata of the store: one SQLite file beside the blobs. An object exists exactly as long as its row, and the row is
 * written after its blobs are on disk, so a crashed process leaves no partial objects. `loose` lists blobs without an object or
 * part: those being written and those to be deleted. `pending` lists what the manifests don't have yet.
 * A damaged file is set aside, and every call refused with SlowDown until `rebuild` has filled a new one from the manifests.
 */
export class Catalog extends UploadCatalog {
  space(name: string): SpaceRow | undefined {
    return this.get('select * from space where name = ?', name);
  }
  spaceOfKey(accessKey: string): SpaceRow | undefined {
    return (
      this.get('select * from space where accessKey = ?', accessKey) ??
      this.get("select space.* from space, json_each(space.keys) one where one.value ->> 'accessKey' = ?", accessKey)
    );
  }
  /** Without waiting for the disk: it is only shown. @param usedAt epoch ms */
  noteUse(accessKey: string, usedAt: number): void {
    const sql = 'insert into keyUse (accessKey, usedAt) values (?, ?) on conflict do update set usedAt = max(usedAt, excluded.usedAt)';
    this.relaxed(() => this.run(sql, accessKey, usedAt));
  }
  usedAt(accessKey: string): number | null {
    return this.get<{ usedAt: number }>('select usedAt from keyUse where accessKey = ?', accessKey)?.usedAt ?? null;
  }
  forgetUse(accessKey: string): void {
    this.run('delete from keyUse where accessKey = ?', accessKey);
  }
  spaces(): SpaceRow[] {
    return this.all('select * from space order by name');
  }
  /** @returns false if the space already exists */
  addSpace(name: string, quota: number, now: number): boolean {
    const isNew = this.run('insert into space (name, quota, createdAt) values (?, ?, ?) on conflict do nothing', name, quota, now) === 1;
    if (isNew) this.#mark(name);
    return isNew;
  }
  removeSpace(name: string): void {
    if (this.run('delete from space where name = ?', name) > 0) this.#mark(name);
  }
  /** Only what differs is written. */
  updateSpace(name: string, values: SpaceSettings): void {
    const row = this.space(name);
    for (const [column, value] of Object.entries(values)) {
      if (!row || row[column as keyof SpaceRow] === value) continue; // the columns of the type above
      this.run(`update space set ${column} = ? where name = ?`, value, name);
      this.#mark(name);
    }
  }
  hasContent(name: string): boolean {
    return ['object', 'version'].some((table) => this.get(`select 1 from ${table} where space = ? limit 1`, name) !== undefined);
  }
  count(name: string, bytes: number, objects: number): void {
    this.run('update space set bytes = bytes + ?, objects = objects + ? where name = ?', bytes, objects, name);
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
    const row = this.get<object>(sql, ...values);
    return row && this.checked(() => parsed<ObjectRow>(row));
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
    if (this.run('delete from object where space = ? and key = ? and version = ?', space, key, version) === 0)
      this.run('delete from version where space = ? and key = ? and modified = ? and version = ?', space, key, modified, version);
  }
  #insert(table: VersionTable, space: string, row: ObjectRow): void {
    this.run(insertInto(table), ...versionValues(table, space, row));
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
    const rows = this.all<object>(sql, space, from, end, limit);
    return this.checked(() => rows.map(parsed<Listed>));
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
    const rows = this.all<object>(sql, ...values, ...values, limit);
    return this.checked(() => rows.map(parsed<ListedVersion>));
  }

  #mark(space: string, key = '', version = NULL_VERSION): void {
    this.run('insert or replace into pending (space, key, version) values (?, ?, ?)', space, key, version);
  }
  pending({ space, key, version }: Omit<Pending, 'id'>): number | undefined {
    return this.get<{ id: number }>('select id from pending where space = ? and key = ? and version = ?', space, key, version)?.id;
  }
  /** @param key empty: the space itself */
  pendingOfKey(space: string, key: string): Pending[] {
    return this.all('select * from pending where space = ? and key = ?', space, key);
  }
  pendingOf(space: string): Pending[] {
    return this.all('select * from pending where space = ?', space);
  }
  pendingAfter(id: number, limit: number): Pending[] {
    return this.all('select * from pending where id > ? order by id limit ?', id, limit);
  }
  pendingCount(): number {
    return this.get<{ count: number }>('select count(*) count from pending')?.count ?? 0;
  }
  /** Makes every manifest pending, in an index that was restored without any: they are written when the store starts. */
  renewManifests(): void {
    this.transaction(() => {
      this.run(`insert or replace into pending (space, key, version)
        select name, '', '${NULL_VERSION}' from space union all select space, key, version from object
        union all select space, key, version from version`);
      this.beginUpgrade();
    });
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
    const insert = this.prepared('insert or ignore into temp.found (blob) values (?)');
    this.db.transaction(() => {
      for (const blob of blobs) insert.run(blob);
    })();
  }
  /** Adds rows to an index that isn't ready. Does nothing if another process has finished it. */
  restore(manifests: readonly Manifest[]): void {
    this.fill((db) => addRows(db, manifests));
  }
  /**
   * Counts what was restored, and makes the index ready. @param since as `finishRows`
   * @returns null if another process has finished it
   */
  restored(since: number | null): Restored | null {
    return this.fill((db) => finishRows(db, since), true);
  }
}

type SpaceSettings = Partial<Omit<SpaceRow, 'name' | 'createdAt' | 'bytes' | 'objects'>>;
