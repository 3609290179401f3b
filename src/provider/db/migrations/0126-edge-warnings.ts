import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** JSON of what an edge reported for the operator (`EdgeReport.warnings`). */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('edgeNode').addColumn('warnings', 'text').execute();
}
