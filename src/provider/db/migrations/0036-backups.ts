import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Backups of servers and volumes, their schedules, and the image that a volume is restored from. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('backup')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('parentId', 'text')
    .addColumn('sourceKind', 'text', (c) => c.notNull())
    .addColumn('sourceId', 'text', (c) => c.notNull())
    .addColumn('sourceName', 'text', (c) => c.notNull())
    .addColumn('diskSize', 'integer', (c) => c.notNull())
    .addColumn('osId', 'integer')
    .addColumn('osType', 'text')
    .addColumn('osVersion', 'text')
    .addColumn('size', 'bigint')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('problemParams', 'text')
    .addColumn('taskId', 'text')
    .addColumn('isScheduled', 'integer', (c) => c.notNull())
    .addColumn('meteredUntil', 'bigint', (c) => c.notNull())
    .addColumn('carry', 'integer', (c) => c.notNull())
    .addColumn('stops', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('backup_account').on('backup').columns(['accountId', 'createdAt']).execute();
  await db.schema.createIndex('backup_source').on('backup').columns(['sourceId', 'createdAt']).execute();
  await db.schema
    .createTable('backupSchedule')
    .addColumn('sourceId', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('sourceKind', 'text', (c) => c.notNull())
    .addColumn('every', 'text', (c) => c.notNull())
    .addColumn('weekday', 'integer', (c) => c.notNull())
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addColumn('keep', 'integer', (c) => c.notNull())
    .addColumn('fullEvery', 'integer', (c) => c.notNull())
    .addColumn('nextAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('backupSchedule_next').on('backupSchedule').column('nextAt').execute();
  await db.schema
    .alterTable('volume')
    .addColumn('imageCount', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('volume').addColumn('imageId', 'text').execute();
}
