import type { Kysely } from 'kysely';

/** What the additional addresses of a server have cost in a month. Charges before this migration aren't in it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('serverUsage')
    .addColumn('addresses', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
