import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** What API keys may charge to the wallet in a month, and what they have charged; the changes that they propose. */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('apiKey').addColumn('monthlyLimit', 'bigint').execute();
  await db.schema.alterTable('apiKey').addColumn('spentMonth', 'text').execute();
  await db.schema
    .alterTable('apiKey')
    .addColumn('spent', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('apiKey')
    .addColumn('needsApproval', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('proposal')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('keyId', 'text', (c) => c.notNull().references('apiKey.id').onDelete('cascade'))
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('decidedAt', 'bigint')
    .addColumn('decidedBy', 'text')
    .execute();
  await db.schema.createIndex('proposal_account').on('proposal').columns(['accountId', 'id']).execute();
  await db.schema.createIndex('proposal_key').on('proposal').columns(['keyId', 'state']).execute();
}
