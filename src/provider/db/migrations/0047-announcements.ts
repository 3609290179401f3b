import type { Kysely } from 'kysely';

/** Adds two kinds beside incidents: planned maintenance, which ends automatically, and news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('incident')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('incident'))
    .execute();
  await db.schema.alterTable('incident').addColumn('endsAt', 'bigint').execute();
}
