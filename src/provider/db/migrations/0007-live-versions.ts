import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Version counters of the data that a customer reads, by group of calls; live streams compare them. */
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
