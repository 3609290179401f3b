import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** API keys for programs. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('apiKey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('tokenHint', 'text', (c) => c.notNull())
    .addColumn('oldTokenHash', 'text', (c) => c.unique())
    .addColumn('oldTokenUntil', 'bigint')
    .addColumn('access', 'text', (c) => c.notNull())
    .addColumn('domainIds', 'text')
    .addColumn('allowedIps', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('lastUsedAt', 'bigint')
    .addColumn('lastIp', 'text')
    .execute();
  await db.schema.createIndex('apiKey_account').on('apiKey').columns(['accountId', 'createdAt']).execute();
}
