import type { Kysely } from 'kysely';

/** How a reached spending cap limits a domain that keeps running. Of the account that set the cap. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('domainLimit')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('accountId', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('domainLimit_account').on('domainLimit').column('accountId').execute();
}
