import type { Kysely } from 'kysely';

/** The suspension of an account by operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('suspendedAt', 'bigint').execute();
  await db.schema.alterTable('user').addColumn('suspendReason', 'text').execute();
  await db.schema.alterTable('user').addColumn('suspendText', 'text').execute();
}
