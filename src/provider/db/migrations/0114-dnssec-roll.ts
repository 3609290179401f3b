import type { Kysely } from 'kysely';

/** The key that is about to replace the one of a signed zone, and how far that is. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('dnssecRoll')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('dnssec.domainId').onDelete('cascade'))
    .addColumn('privateKey', 'text', (c) => c.notNull())
    .addColumn('publicKey', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('zoneVersion', 'integer', (c) => c.notNull())
    .addColumn('zoneTtl', 'integer', (c) => c.notNull())
    .addColumn('publishedAt', 'bigint')
    .addColumn('dsSeenAt', 'bigint')
    .addColumn('dsLastAt', 'bigint')
    .addColumn('dsTtl', 'integer', (c) => c.notNull())
    .addColumn('toldAt', 'bigint')
    .addColumn('unansweredAt', 'bigint')
    .addColumn('checkAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('dnssecRollCheck').on('dnssecRoll').column('checkAt').execute();
}
