import type { Kysely } from 'kysely';

/** Members of accounts, invitations, and the account that a session acts for. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('accountMember')
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('domainIds', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('accountMember_pk', ['accountId', 'userId'])
    .execute();
  await db.schema.createIndex('accountMember_user').on('accountMember').column('userId').execute();
  await db.schema
    .createTable('teamInvitation')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('domainIds', 'text')
    .addColumn('invitedBy', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('sentAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('teamInvitation_account').on('teamInvitation').columns(['accountId', 'email']).unique().execute();
  await db.schema.createIndex('teamInvitation_email').on('teamInvitation').column('email').execute();
  // Null: the user's own account.
  await db.schema.alterTable('session').addColumn('accountId', 'text').execute();
}
