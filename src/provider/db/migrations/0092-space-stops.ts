import type { Kysely } from 'kysely';

/** Why a space is stopped; those of an account that is suspended now are stopped by the next check of its balance. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('space')
    .addColumn('stops', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
}
