import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Certificates of domains. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('ssl')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('hosts', 'text', (c) => c.notNull())
    .addColumn('certificate', 'text')
    .addColumn('caBundle', 'text')
    .addColumn('sealedKey', 'text')
    .addColumn('issuer', 'text')
    .addColumn('keyType', 'text')
    .addColumn('fingerprint', 'text')
    .addColumn('isSelfSigned', 'integer', (c) => c.notNull())
    .addColumn('issuedAt', 'bigint')
    .addColumn('expiresAt', 'bigint')
    .addColumn('attachedHosts', 'text', (c) => c.notNull())
    .addColumn('taskId', 'text')
    .addColumn('reason', 'text')
    .addColumn('reasonParams', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('nextAttemptAt', 'bigint')
    .addColumn('toldDays', 'integer')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('ssl_domain').on('ssl').column('domainId').execute();
  await db.schema.createIndex('ssl_expiry').on('ssl').column('expiresAt').execute();
}
