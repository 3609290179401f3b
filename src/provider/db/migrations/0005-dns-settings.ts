import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Settings of a zone, and its custom name servers. A domain without a row has the defaults. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('dnsSetting')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('defaultTtl', 'integer', (c) => c.notNull())
    .addColumn('soaEmail', 'text', (c) => c.notNull())
    .addColumn('proxyDefault', 'integer', (c) => c.notNull())
    .addColumn('cnameFlattening', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('customNs')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('wanted', 'text')
    .addColumn('current', 'text')
    .addColumn('records', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('checkedAt', 'bigint')
    .addColumn('found', 'text')
    .execute();
}
