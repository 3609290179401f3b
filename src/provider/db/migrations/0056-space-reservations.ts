import type { Kysely } from 'kysely';

/**
 * A space is reserved before its bucket is created, since the object store may be slow and no transaction waits for it. `reservedAt` is
 * null once the space is there.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('space').addColumn('reservedAt', 'bigint').execute();
}
