import type { Kysely } from 'kysely';

/** At which prices the remaining time of a support plan was paid, now that operators change them. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('supportPlan').addColumn('yearPrice', 'bigint').execute();
}
