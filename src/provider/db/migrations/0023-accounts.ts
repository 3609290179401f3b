import { type Kysely, sql } from 'kysely';
import { rewriting } from './appendOnly.ts';

/**
 * Everything that a customer owns belongs to an account; the acting user is a separate column of the change log. An account has the
 * ID of the user who opened it, so the values don't change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['domain', 'firewallGroup', 'voucherUse', 'server', 'task', 'notification', 'live', 'desired', 'changeLog'])
    await db.schema.alterTable(table).renameColumn('userId', 'accountId').execute();
  await db.schema.alterTable('ledgerAccount').renameColumn('userId', 'ownerId').execute();
  await db.schema.alterTable('changeLog').addColumn('userId', 'text').execute();
  await rewriting(db, 'changeLog', () =>
    sql`update ${sql.table('changeLog')} set "userId" = "accountId" where "actorType" = 'user'`.execute(db),
  );
}
