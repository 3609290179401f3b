import type { Kysely } from 'kysely';

/** Removed domains, with everything that is needed to restore them. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('removedDomain')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('term', 'text')
    .addColumn('certificates', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('removedAt', 'bigint', (c) => c.notNull())
    .addColumn('deleteAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('removedDomain_account').on('removedDomain').columns(['accountId', 'removedAt']).execute();
  await db.schema.createIndex('removedDomain_delete').on('removedDomain').column('deleteAt').execute();
}
