import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Large wallet corrections, which need a second operator, and the operators’ part of the change log. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('creditRequest')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('requestedBy', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('decidedBy', 'text')
    .addColumn('decidedAt', 'bigint')
    .execute();
  await db.schema.createIndex('creditRequest_account').on('creditRequest').columns(['accountId', 'createdAt']).execute();
  await db.schema.createIndex('creditRequest_status').on('creditRequest').column('status').execute();
  await db.schema.createIndex('changeLog_actor').on('changeLog').columns(['actorType', 'time']).execute();
}
