import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Cache purges: a queue for the edge, and the history of requests. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('cacheDeletion')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('items', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('doneAt', 'bigint')
    .execute();
  // IDs increase with time, so this is also the order of the history.
  await db.schema.createIndex('cacheDeletion_domain').on('cacheDeletion').columns(['domainId', 'id']).execute();
}
