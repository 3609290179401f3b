import type { Kysely } from 'kysely';

/** What a customer attached to a ticket: a snapshot of its domain or server. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('ticket')
    .addColumn('hasDiagnostics', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('ticketDiagnostics')
    .addColumn('ticketId', 'text', (c) => c.primaryKey().references('ticket.id').onDelete('cascade'))
    .addColumn('takenAt', 'bigint', (c) => c.notNull())
    .addColumn('sections', 'text', (c) => c.notNull())
    .addColumn('failedCalls', 'text', (c) => c.notNull())
    .execute();
}
