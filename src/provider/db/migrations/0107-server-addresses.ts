import type { Kysely } from 'kysely';

/** Additional public addresses of servers. Those of a removed server are removed with it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('serverIp')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('serverId', 'text', (c) => c.notNull().references('server.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('meteredUntil', 'bigint', (c) => c.notNull())
    .addColumn('carry', 'bigint', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('serverIp_server').on('serverIp').column('serverId').execute();
  await db.schema.createIndex('serverIp_account').on('serverIp').column('accountId').execute();
}
