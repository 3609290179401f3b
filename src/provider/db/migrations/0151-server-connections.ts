import type { Kysely } from 'kysely';

/** How many requests a server of a cluster gets at a time. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('clusterServer').addColumn('maxConnections', 'integer').execute();
}
