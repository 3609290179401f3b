import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Object storage: the spaces of customers. Their content is in the object store. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('space')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('dataCenterId', 'integer', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('accessKey', 'text')
    .addColumn('keyCreatedAt', 'bigint')
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('objects', 'bigint', (c) => c.notNull())
    .addColumn('meteredUntil', 'bigint', (c) => c.notNull())
    .addColumn('carry', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('space_account').on('space').column('accountId').execute();
}
