import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Requests for dedicated addresses, and domains that stay at their own DNS provider. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('dedicatedIp')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    // An address can be dedicated to only one domain.
    .addColumn('ip', 'text', (c) => c.unique())
    .addColumn('note', 'text')
    .addColumn('requestedAt', 'bigint', (c) => c.notNull())
    .addColumn('decidedAt', 'bigint')
    .execute();
  await db.schema
    .alterTable('domain')
    .addColumn('setupMode', 'text', (c) => c.notNull().defaultTo('ns'))
    .execute();
  await db.schema
    .createTable('cnameSetup')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('pending', 'integer', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('requestedAt', 'bigint', (c) => c.notNull())
    .addColumn('verifiedAt', 'bigint')
    .addColumn('seen', 'text', (c) => c.notNull())
    .addColumn('misses', 'integer', (c) => c.notNull())
    .addColumn('missingSince', 'bigint')
    .addColumn('hosts', 'text', (c) => c.notNull())
    .addColumn('checkedAt', 'bigint')
    .addColumn('nextAt', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
}
