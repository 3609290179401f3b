import type Sqlite from 'better-sqlite3';
import { NULL_VERSION, type Restored } from './catalogRows.ts';
import { COLUMNS, insertInto, SAME_KEY, versionValues } from './catalogSql.ts';
import type { Manifest } from './manifests.ts';

/** Fills an index that was lost from the manifests: in transactions of `Catalog`. */

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

/** Adds rows. Objects may come before their space. */
export function addRows(db: Sqlite.Database, manifests: readonly Manifest[]): void {
  const insert = { object: db.prepare(insertInto('object')), version: db.prepare(insertInto('version')) };
  const unmark = db.prepare('delete from temp.found where blob = ?');
  const space = db.prepare(
    `insert or replace into space (name, quota, accessKey, secretKey, cors, versioning, lifecycle, createdAt, closed, encryption, access, keys)
     values (@name, @quota, @accessKey, @secretKey, @cors, @versioning, @lifecycle, @createdAt, @closed, @encryption, @access, @keys)`,
  );
  for (const manifest of manifests) {
    if (manifest.type === 'space') {
      space.run(manifest.space);
      continue;
    }
    const { object } = manifest;
    // `finishRows` finds out which one of several versions is the current one.
    const table = object.version === NULL_VERSION && !object.isMarker ? 'object' : 'version';
    insert[table].run(versionValues(table, manifest.space, object));
    for (const { id } of object.blobs) unmark.run(id);
  }
}

/** After all rows are there. @param since when the deletion period of blobs without an object begins; null: they are left alone */
export function finishRows(db: Sqlite.Database, since: number | null): Restored {
  for (const sql of arrangeVersions) db.prepare(sql).run();
  const guess = `insert into space (name, quota, createdAt, versioning)
    select space, ${Number.MAX_SAFE_INTEGER}, min(modified), case when max(version <> '${NULL_VERSION}') then 'Enabled' end
    from (select space, modified, version from object union all select space, modified, version from version)
    where space not in (select name from space) group by space returning name`;
  const guessed = db.prepare(guess).all() as { name: string }[]; // the column that it returns
  for (const { name } of guessed) db.prepare("insert or replace into pending (space, key) values (?, '')").run(name);
  const total = (what: string) => ['object', 'version'].map((table) => `(select ${what} from ${table} where space = name)`).join(' + ');
  db.prepare(`update space set bytes = ${total('coalesce(sum(size), 0)')}, objects = ${total('count(*)')}`).run();
  if (since !== null) db.prepare('insert or ignore into loose (blob, since) select blob, ? from temp.found').run(since);
  const count = db
    .prepare(
      `select coalesce(sum(objects), 0) objects, coalesce(sum(bytes), 0) bytes, count(*) spaces,
       (select count(*) from temp.found) unreferenced from space`,
    )
    .get() as Omit<Restored, 'guessed'>; // the columns that it names
  return { ...count, guessed: guessed.map(({ name }) => name) };
}
