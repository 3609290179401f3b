import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Volumes: disks that are attached to servers and remain when a server is removed. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('volume')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('dataCenterId', 'integer', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('fileSystem', 'text', (c) => c.notNull())
    .addColumn('mountPoint', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('doing', 'text', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('problemParams', 'text')
    .addColumn('taskId', 'text')
    .addColumn('billedSize', 'integer', (c) => c.notNull())
    .addColumn('meteredUntil', 'bigint', (c) => c.notNull())
    .addColumn('carry', 'integer', (c) => c.notNull())
    .addColumn('suspendedAt', 'bigint')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('volume_account').on('volume').column('accountId').execute();
  await db.schema.createIndex('volume_metered').on('volume').column('meteredUntil').execute();
  await db.schema
    .createTable('volumeSuspension')
    .addColumn('volumeId', 'text', (c) => c.notNull().references('volume.id').onDelete('cascade'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('suspendedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('volumeSuspension_pk', ['volumeId', 'reason'])
    .execute();
}
