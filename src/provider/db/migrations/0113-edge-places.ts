import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Whether an edge knows the countries and AS numbers of visitors. */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('edgeNode').addColumn('places', 'integer').execute();
}
