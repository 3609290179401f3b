import { type Kysely, sql } from 'kysely';

/** Rights of members by area, server and storage space, and who opened a ticket. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ['accountMember', 'teamInvitation'])
    for (const column of ['access', 'serverIds', 'spaceIds']) await db.schema.alterTable(table).addColumn(column, 'text').execute();
  await db.schema.alterTable('ticket').addColumn('openedBy', 'text').execute();
  // The first message of a ticket is that of who opened it.
  await sql`update ${sql.table('ticket')} set "openedBy" = (
    select "userId" from ${sql.table('ticketMessage')} where "ticketId" = ${sql.table('ticket')}."id" and "author" = 'customer' order by ${sql.table('ticketMessage')}."id" limit 1
  )`.execute(db);
}
