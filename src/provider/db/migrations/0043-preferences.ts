import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Region and appearance of a customer, on every device and in emails. */
export async function up(db: Any): Promise<void> {
  // SQLite adds one column per statement.
  for (const [name, value] of [
    ['timeZone', ''],
    ['calendar', 'auto'],
    ['digits', 'auto'],
    ['density', 'comfortable'],
  ] as const)
    await db.schema
      .alterTable('user')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(value))
      .execute();
  await db.schema.alterTable('user').addColumn('theme', 'text').execute();
}
