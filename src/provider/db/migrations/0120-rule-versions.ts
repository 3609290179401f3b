import type { Kysely } from 'kysely';

/** The version of a domain's policy in which edges first get the current form of a rule. Rules from before have none until the next version. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('edgeItem').addColumn('edgeVersion', 'bigint').execute();
}
