import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/**
 * Log forwarding targets of a domain. Neither the time nor the ID of an entry reflects the commit order, so each gets a sequence number
 * in its domain; existing entries have none, because a target starts with new entries.
 */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('changeLog').addColumn('place', 'bigint').execute();
  await db.schema
    .createIndex('changeLog_place')
    .on('changeLog')
    .columns(['domainId', 'place'])
    .where(sql.ref('place'), 'is not', null)
    .execute();
  await db.schema
    .createTable('logPlace')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('place', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('logTarget')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('secret', 'text')
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('deliveredAt', 'bigint')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('failingSince', 'bigint')
    .addColumn('failedAt', 'bigint')
    .addColumn('nextAttemptAt', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('status', 'integer')
    .addColumn('suspendedAt', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('logTarget_target').unique().on('logTarget').columns(['domainId', 'target']).execute();
}
