import type { Kysely } from 'kysely';

/** How long visitors stay with a server of a cluster, and servers that get no new ones. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('cluster').addColumn('affinity', 'text').execute();
  await db.schema.alterTable('clusterServer').addColumn('draining', 'integer').execute();
}
