import type { Kysely } from 'kysely';

/** Incidents get company: planned maintenance, which ends by itself, and news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('incident')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('incident'))
    .execute();
  await db.schema.alterTable('incident').addColumn('endsAt', 'bigint').execute();
}
