import type { Kysely } from 'kysely';

/**
 * A space is reserved before its bucket is created, because the object store may be slow and transactions don't wait for it. `reservedAt`
 * is null once the bucket exists.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('space').addColumn('reservedAt', 'bigint').execute();
}
