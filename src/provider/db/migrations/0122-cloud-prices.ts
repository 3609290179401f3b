import type { Kysely } from 'kysely';

/** Prices of the cloud line by the time from which they are valid. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('cloudPrice')
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('validFrom', 'bigint', (c) => c.notNull())
    .addColumn('rate', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('cloudPrice_pk', ['item', 'validFrom'])
    .execute();
}
