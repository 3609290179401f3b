import type { Kysely } from 'kysely';

/** Traffic of each server by calendar month (UTC), and until when it was counted. Servers from before start counting now. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('server').addColumn('trafficUntil', 'bigint').execute();
  await db.schema
    .createTable('serverTraffic')
    .addColumn('serverId', 'text', (c) => c.notNull())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('bytesIn', 'bigint', (c) => c.notNull())
    .addColumn('bytesOut', 'bigint', (c) => c.notNull())
    .addColumn('included', 'integer', (c) => c.notNull())
    .addColumn('booked', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('serverTraffic_pk', ['serverId', 'month'])
    .execute();
  await db.schema.createIndex('serverTraffic_account').on('serverTraffic').column('accountId').execute();
}
