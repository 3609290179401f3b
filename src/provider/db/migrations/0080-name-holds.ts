import type { Kysely } from 'kysely';

/**
 * Names that an account held and removed, from then on until another account has proven that it holds them, and why the zone of a waiting
 * domain isn't published. The change log says which were removed before this migration.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('domain').addColumn('hold', 'text').execute();
  await db.schema
    .createTable('formerDomain')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull())
    .addColumn('removedAt', 'bigint', (c) => c.notNull())
    .addColumn('notifiedAt', 'bigint')
    .execute();
  const removed = await db
    .selectFrom('changeLog')
    .select(['entityName as name', 'accountId', 'time as removedAt'])
    .where('entityType', '=', 'domain')
    .where('action', '=', 'delete')
    .where('accountId', 'is not', null)
    .where('before', 'like', '%"activatedAt":"%')
    .where('entityName', 'not in', db.selectFrom('domain').select('name'))
    .orderBy('time')
    .execute();
  const latest = new Map(removed.map((row) => [row.name, { ...row, removedAt: Number(row.removedAt), notifiedAt: null }]));
  for (const row of latest.values()) await db.insertInto('formerDomain').values(row).execute();
}
