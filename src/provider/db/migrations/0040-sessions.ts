import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** The sign-in method of a session, and the maximum number of sessions of an account. */
export async function up(db: Any): Promise<void> {
  // SQLite adds one column per statement.
  for (const name of ['browser', 'system'])
    await db.schema
      .alterTable('session')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  for (const name of ['maxSessions', 'maxSessionsPerIp'])
    await db.schema
      .alterTable('user')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(50))
      .execute();
}
