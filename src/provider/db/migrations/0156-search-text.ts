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
  await rewritingLog(db, () => fill(db, 'changeLog', ['entityName', 'actorType', 'actorName'], ofChange));
}

async function fill(db: Any, table: string, columns: readonly string[], textOf: (row: Row) => string): Promise<void> {
  let after = '';
  for (;;) {
    const rows: Row[] = await db
      .selectFrom(table)
      .select(['id', ...columns])
      .where('id', '>', after)
      // Nothing is written twice when it is completed (decision 0046): a log that is append-only again would refuse it.
      .where('searchText', '=', '')
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

/** The change log is append-only by the triggers of 0084. */
async function rewritingLog(db: Any, work: () => Promise<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table "changeLog" disable trigger "changeLog_append_only"`.execute(db);
    await work();
    await sql`alter table "changeLog" enable trigger "changeLog_append_only"`.execute(db);
    return;
  }
  await sql`drop trigger "changeLog_no_update"`.execute(db);
  await work();
  await sql`create trigger "changeLog_no_update" before update on "changeLog"
    when not exists (select 1 from "user" where id = old."accountId" and "closeStartedAt" is not null and "closedAt" is null)
    begin select raise(abort, 'append only'); end`.execute(db);
}
