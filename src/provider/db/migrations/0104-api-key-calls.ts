import type { Kysely } from 'kysely';

/** The last calls of API keys, and keys that are limited to chosen servers. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('apiKey').addColumn('serverIds', 'text').execute();
  await db.schema
    .createTable('apiKeyCall')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('keyId', 'text', (c) => c.notNull().references('apiKey.id').onDelete('cascade'))
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('apiKeyCall_key').on('apiKeyCall').columns(['keyId', 'id']).execute();
}
