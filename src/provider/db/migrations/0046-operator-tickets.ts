import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** The operator assigned to a ticket, and reply templates. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .alterTable('ticket')
    .addColumn('assignedTo', 'text', (c) => c.references('user.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('ticket_assigned').on('ticket').column('assignedTo').execute();

  await db.schema
    .createTable('replyTemplate')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('updatedBy', 'text', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
}
