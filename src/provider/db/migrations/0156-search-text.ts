import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { folded } from '../../../lib/format/fold.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;
type Row = Record<string, string | number>;

const BATCH = 1_000;

/** What rows are searched by, as `folded` makes texts comparable: databases can't do that. */
export async function up(db: Any): Promise<void> {
  for (const table of ['ticket', 'user', 'changeLog'])
    await db.schema
      .alterTable(table)
      .addColumn('searchText', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await fill(db, 'ticket', ['number', 'title'], ({ number, title }) => `${number}\n${title}`);
  await fill(
    db,
    'user',
    ['email', 'firstName', 'lastName', 'legalName'],
    ({ email, firstName, lastName, legalName }) => `${email}\n${firstName} ${lastName}\n${legalName}`,
  );
  // Customers see that it was support, not which person.
  const ofChange = ({ entityName, actorType, actorName }: Row) => `${entityName}\n${actorType === 'operator' ? '' : actorName}`;
  await withoutTriggers(db, 'changeLog', () => fill(db, 'changeLog', ['entityName', 'actorType', 'actorName'], ofChange));
}

async function fill(db: Any, table: string, columns: readonly string[], textOf: (row: Row) => string): Promise<void> {
  let after = '';
  for (;;) {
    const rows: Row[] = await db
      .selectFrom(table)
      .select(['id', ...columns])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const values = sql.join(rows.map((row) => sql`(${row.id}, ${folded(textOf(row))})`));
    await sql`update ${sql.table(table)} set "searchText" = filled.column2 from (values ${values}) as filled
      where ${sql.table(table)}."id" = filled.column1`.execute(db);
    after = String(rows.at(-1)?.id);
  }
}

/** Its triggers refuse changes of rows, and are afterwards as they were: they aren't those of `forbidRewriting` (0084). */
async function withoutTriggers(db: Any, table: string, work: () => Promise<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await work();
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
    return;
  }
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger' and tbl_name = ${table} order by name`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
  await work();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
}
