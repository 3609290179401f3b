import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** How often what a customer reads has changed, by group of calls: what the live streams compare. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('live')
    // No reference: the row is written last in a transaction, which may have removed the customer.
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('group', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .addColumn('changedBy', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('live_pk', ['userId', 'group'])
    .execute();
}
