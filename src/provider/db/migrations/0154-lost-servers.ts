import type { Kysely } from 'kysely';

/** Servers that somebody has deleted from the hosts. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('server').addColumn('lostAt', 'bigint').execute();
}
