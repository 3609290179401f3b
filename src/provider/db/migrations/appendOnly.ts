import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

const isPostgres = (db: Any) => db.getExecutor().adapter instanceof PostgresAdapter;
const verbs = ['update', 'delete'] as const;

/** Makes a table append-only. PostgreSQL needs the function of 0001. */
export async function forbidRewriting(db: Any, table: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`create trigger ${sql.id(`${table}_append_only`)} before update or delete on ${sql.table(table)}
        for each row execute function nasim_append_only()`.execute(db);
    return;
  }
  for (const verb of verbs)
    await sql`create trigger ${sql.id(`${table}_no_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)}
          begin select raise(abort, 'append only'); end`.execute(db);
}

/** Runs a migration that must change the rows of an append-only table. */
export async function rewriting(db: Any, table: string, work: () => Promise<unknown>): Promise<void> {
  if (isPostgres(db)) await sql`drop trigger ${sql.id(`${table}_append_only`)} on ${sql.table(table)}`.execute(db);
  else for (const verb of verbs) await sql`drop trigger ${sql.id(`${table}_no_${verb}`)}`.execute(db);
  await work();
  await forbidRewriting(db, table);
}
