import type { Kysely } from 'kysely';

/** Why a server is stopped although its owner didn't power it off: one row for each reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('serverSuspension')
    .addColumn('serverId', 'text', (c) => c.notNull().references('server.id').onDelete('cascade'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('suspendedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('serverSuspension_pk', ['serverId', 'reason'])
    .execute();
}
