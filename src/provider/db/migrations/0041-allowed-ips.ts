import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Addresses from which an account can be used. They are in the row that every call reads. */
export async function up(db: Any): Promise<void> {
  // SQLite adds one column per statement.
  await db.schema
    .alterTable('user')
    .addColumn('ipRestricted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('user')
    .addColumn('allowedIps', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
}
