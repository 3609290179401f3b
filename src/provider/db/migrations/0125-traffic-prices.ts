import type { Kysely } from 'kysely';

/** Prices of a gigabyte of CDN traffic by the month from which they are valid. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('trafficPrice')
    .addColumn('month', 'text', (c) => c.primaryKey())
    .addColumn('price', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('announcedTo', 'text')
    .execute();
}
