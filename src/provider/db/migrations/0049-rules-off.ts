import type { Kysely } from 'kysely';

/**
 * A rule that was turned off isn't a draft. What is not deployed today may be either; it stays off, so that deploying the drafts of a
 * domain never turns on what its owner had turned off.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('edgeItem')
    .addColumn('off', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.updateTable('edgeItem').set({ off: 1 }).where('deploy', '=', 0).execute();
}
