import type { Kysely } from 'kysely';

/** Certificates that edges identify themselves to origins with. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('clientCertificate')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('certificate', 'text', (c) => c.notNull())
    .addColumn('sealedKey', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('toldDays', 'integer')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('clientCertificate_expiry').on('clientCertificate').column('expiresAt').execute();
}
