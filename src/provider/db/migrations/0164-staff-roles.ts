import type { Kysely } from 'kysely';

/** The role of an operator; everybody who was one has the role that may do everything. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('user').addColumn('staffRole', 'text').execute();
  await db.updateTable('user').set({ staffRole: 'admin' }).where('isAdmin', '=', 1).execute();
  await db.schema.alterTable('user').dropColumn('isAdmin').execute();
}
