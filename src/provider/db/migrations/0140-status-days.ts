import type { Kysely } from 'kysely';

/** The results of the status checks by day, and how far the mails about an announcement have got. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('statusDay')
    .addColumn('component', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('operational', 'integer', (c) => c.notNull())
    .addColumn('degraded', 'integer', (c) => c.notNull())
    .addColumn('down', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('statusDay_key', ['component', 'day'])
    .execute();
  await db.schema.alterTable('incidentUpdate').addColumn('notifiedTo', 'text').execute();
}
