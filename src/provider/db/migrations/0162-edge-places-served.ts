import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** How far an edge is among the published policies, and by what it finds out that its last report is known. */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('edgeNode').addColumn('servedPlace', 'bigint').execute();
  await db.schema.alterTable('edgeNode').addColumn('reportHash', 'text').execute();
}
