import type { Kysely } from 'kysely';

/** A prepaid period is renewed only when its owner asks for it: the autopilot is about restarts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('server')
    .addColumn('autoRenew', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
