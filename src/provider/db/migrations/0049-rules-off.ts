import type { Kysely } from 'kysely';

/**
 * A disabled rule isn't a draft. A rule that isn't deployed today may be either; it stays off, so that deploying the drafts of a
 * domain never enables what its owner has disabled.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('edgeItem')
    .addColumn('off', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.updateTable('edgeItem').set({ off: 1 }).where('deploy', '=', 0).execute();
}
