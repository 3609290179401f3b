import { type Kysely, sql } from 'kysely';
import { rewriting } from './appendOnly.ts';

/**
 * `area` now means only the access area of an API key: settings, rules and the change log use a group, like the contract. Page rules are
 * `pageRule` wherever they are stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['edgeSetting', 'edgeItem', 'changeLog']) await db.schema.alterTable(table).renameColumn('area', 'group').execute();
  await sql`update ${sql.table('edgeItem')} set "group" = 'pageRule' where "group" = 'path'`.execute(db);
  await rewriting(db, 'changeLog', () =>
    sql`update ${sql.table('changeLog')} set "entityType" = 'pageRule' where "entityType" = 'path'`.execute(db),
  );
}
