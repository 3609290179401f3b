import type { Kysely } from 'kysely';

/** The versions of the brand. The brand itself is a file of the installation, which portals read before they have a database. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('brandVersion')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('by', 'text')
    .addColumn('note', 'text')
    .addColumn('restored', 'integer')
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('content', 'text')
    .execute();
}
