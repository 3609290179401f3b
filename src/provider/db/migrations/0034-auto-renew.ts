import type { Kysely } from 'kysely';

/** A prepaid period is renewed only at the owner's request: the autopilot only concerns restarts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('server')
    .addColumn('autoRenew', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
