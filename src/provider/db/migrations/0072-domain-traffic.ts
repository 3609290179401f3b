import type { Kysely } from 'kysely';

/** Traffic of each domain by calendar month (UTC), the hours that were counted, and until when. Metering starts with the first run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('domainTraffic')
    .addColumn('domainId', 'text', (c) => c.notNull())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('included', 'integer')
    .addColumn('free', 'bigint', (c) => c.notNull())
    .addColumn('charged', 'bigint', (c) => c.notNull())
    .addColumn('booked', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('domainTraffic_pk', ['domainId', 'accountId', 'month'])
    .execute();
  await db.schema.createIndex('domainTraffic_account').on('domainTraffic').columns(['accountId', 'month']).execute();

  await db.schema
    .createTable('trafficHour')
    .addColumn('domainId', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('accountId', 'text')
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('charged', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('trafficHour_pk', ['domainId', 'at'])
    .execute();
  await db.schema.createIndex('trafficHour_at').on('trafficHour').column('at').execute();
  await db.schema.createIndex('trafficHour_account').on('trafficHour').columns(['accountId', 'at']).execute();

  await db.schema
    .createTable('trafficMeter')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();
}
