import type { Kysely } from 'kysely';

/** Open offers to hand over a server; the usage and traffic of a month in which a server had two owners. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('serverTransfer')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('serverId', 'text', (c) => c.notNull().references('server.id').onDelete('cascade'))
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('sentBy', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('serverTransfer_server').on('serverTransfer').column('serverId').unique().execute();
  await db.schema.createIndex('serverTransfer_email').on('serverTransfer').column('email').execute();
  await db.schema.dropIndex('serverUsage_month').execute();
  await db.schema.createIndex('serverUsage_month').on('serverUsage').columns(['serverId', 'month', 'accountId']).unique().execute();
  await db.schema
    .alterTable('serverTraffic')
    .addColumn('bookedBefore', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
