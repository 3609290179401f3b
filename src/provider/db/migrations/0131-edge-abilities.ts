import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** What an edge can do: JSON of a list of names. Null: it hasn't reported that. */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('edgeNode').addColumn('abilities', 'text').execute();
}
