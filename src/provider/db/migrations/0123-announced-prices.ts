import type { Kysely } from 'kysely';

/** The last account that was notified of a change of a price, in the order of IDs. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('cloudPrice').addColumn('announcedTo', 'text').execute();
}
