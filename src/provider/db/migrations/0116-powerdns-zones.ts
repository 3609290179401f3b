import type { Kysely } from 'kysely';

/** What was last sent to PowerDNS for each zone, and who is sending. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('powerdnsZone')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('isRemoved', 'integer', (c) => c.notNull())
    .addColumn('lockedBy', 'text')
    .addColumn('lockedUntil', 'bigint', (c) => c.notNull())
    .execute();
}
