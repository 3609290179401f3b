import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { apply } from '../../src/provider/db/migrate.ts';
import { migrations } from '../../src/provider/db/migrations/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: the schema of another time
export type AnyDb = Kysely<any>;

/** Databases of earlier versions with rows in every table, made by their code (make.ts there). */
const folder = new URL('../fixtures/upgrades/', import.meta.url);
export const earlier = readdirSync(folder)
  .filter((name) => name.endsWith('.sql.gz'))
  .map((name) => name.slice(0, -'.sql.gz'.length))
  .sort();

/** The SQL of such a database, and the secrets of its installation. */
export function readEarlier(name: string): { text: string; secrets: string } {
  const text = gunzipSync(readFileSync(new URL(`${name}.sql.gz`, folder))).toString();
  return { text, secrets: text.slice('-- '.length, text.indexOf('\n')) };
}

/** Such a database in memory, or in a file. */
export function openEarlier(name: string, file = ':memory:'): Sqlite.Database {
  const database = new Sqlite(file);
  // Rows are in the order of the tables, whichever refer to which.
  database.pragma('foreign_keys = OFF');
  database.exec(`begin; ${readEarlier(name).text} commit;`);
  database.pragma('foreign_keys = ON');
  return database;
}

export const createKysely = (database: Sqlite.Database): AnyDb => new Kysely({ dialect: new SqliteDialect({ database }) });

type Row = Record<string, unknown>;
const ofSchema = `name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'`;

export function listTables(database: Sqlite.Database): string[] {
  const tables = database.prepare<[], { name: string }>(
    `select name from sqlite_master where type = 'table' and ${ofSchema} order by name`,
  );
  return tables.all().map(({ name }) => name);
}

export const tableRows = (database: Sqlite.Database, table: string): Row[] =>
  database.prepare<[], Row>(`select * from "${table}" order by 1, 2`).all();

/** Columns, indexes and triggers. Columns that were added in another order are the same schema. */
export function databaseSchema(database: Sqlite.Database): Row {
  const own = database.prepare<[], { name: string; sql: string }>(
    `select name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null and ${ofSchema}`,
  );
  const columns = listTables(database).map((table) => {
    const all = database
      .prepare<[], { name: string }>(`select name, type, "notnull", dflt_value, pk from pragma_table_info('${table}')`)
      .all();
    return [table, Object.fromEntries(all.map(({ name, ...rest }) => [name, rest]))];
  });
  const others = own.all().map((one) => [one.name, one.sql.replace(/\s+/g, ' ')]);
  return Object.fromEntries([...columns, ...others]);
}

/** All rows of all tables. */
export const databaseContent = (database: Sqlite.Database): Record<string, Row[]> =>
  Object.fromEntries(listTables(database).map((table) => [table, tableRows(database, table)]));

/** Copies the rows of an SQLite database of the same schema into an empty one on PostgreSQL. */
export async function copyRows(from: Sqlite.Database, to: AnyDb): Promise<void> {
  await to.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const table of listTables(from)) {
      await tx.deleteFrom(table).execute();
      for (const row of tableRows(from, table)) await tx.insertInto(table).values(row).execute();
    }
  });
}

/** An SQLite database upgraded to before `migration`, which ended after some of its statements, as in versions until now; null: it has fewer. */
export async function halfDone(name: string, migration: string, statements: number): Promise<Sqlite.Database | null> {
  const database = openEarlier(name);
  const applied = database.prepare<[], { name: string }>('select name from kysely_migration').all();
  const pending = Object.keys(migrations).filter((one) => !applied.some((row) => row.name === one));
  const db = createKysely(database);
  await apply(db, pending.slice(0, pending.indexOf(migration)));
  const prepare = database.prepare.bind(database);
  let left = statements;
  database.prepare = ((text: string) => {
    if (!/^\s*select/i.test(text) && left-- === 0) throw new Error('killed');
    return prepare(text);
  }) as Sqlite.Database['prepare']; // its overloads differ only in types
  const isKilled = await migrations[migration]?.up(db).then(
    () => false,
    (error) => error.message === 'killed',
  );
  database.prepare = prepare;
  return isKilled ? database : null;
}
