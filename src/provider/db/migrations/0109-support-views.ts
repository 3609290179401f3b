import type { Kysely } from 'kysely';

/** Customers' consent that support sees their panel, and the views that operators opened with it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('supportConsent')
    .addColumn('accountId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('givenAt', 'bigint', (c) => c.notNull())
    .addColumn('endsAt', 'bigint')
    .execute();
  await db.schema
    .createTable('supportView')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('sessionId', 'text', (c) => c.notNull())
    .addColumn('operator', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('endsAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .execute();
  await db.schema.createIndex('supportView_session').on('supportView').column('sessionId').execute();
  await db.schema.createIndex('supportView_account').on('supportView').column('accountId').execute();
}
