import type { Kysely } from 'kysely';

/** The key that signs a zone, and what its parent said last. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('dnssec')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('privateKey', 'text', (c) => c.notNull())
    .addColumn('publicKey', 'text', (c) => c.notNull())
    .addColumn('enabledAt', 'bigint', (c) => c.notNull())
    .addColumn('parent', 'text')
    .addColumn('checkedAt', 'bigint')
    .addColumn('seenAt', 'bigint')
    .execute();
}
