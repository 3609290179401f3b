import type { Kysely } from 'kysely';

/** Further keys of spaces, and links to their objects that can be revoked. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('spaceKey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('spaceId', 'text', (c) => c.notNull().references('space.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('accessKey', 'text', (c) => c.notNull())
    .addColumn('access', 'text', (c) => c.notNull())
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('spaceKey_space').on('spaceKey').column('spaceId').execute();
  await db.schema
    .createTable('spaceLink')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('spaceId', 'text', (c) => c.notNull().references('space.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('accessKey', 'text')
    .addColumn('createdBy', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('spaceLink_space').on('spaceLink').column('spaceId').execute();
}
