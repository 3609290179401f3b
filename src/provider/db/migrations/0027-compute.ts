import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Servers with all data for a compute driver, their events and usage, and snapshots. */
export async function up(db: Any): Promise<void> {
  // The table of 0001 never had rows: no call could create one.
  await db.schema.dropTable('server').execute();
  await db.schema
    .createTable('server')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('dataCenterId', 'integer', (c) => c.notNull())
    .addColumn('plan', 'text')
    .addColumn('cpu', 'integer', (c) => c.notNull())
    .addColumn('ram', 'integer', (c) => c.notNull())
    .addColumn('diskSize', 'integer', (c) => c.notNull())
    .addColumn('diskType', 'text', (c) => c.notNull())
    .addColumn('osId', 'integer', (c) => c.notNull())
    .addColumn('osType', 'text', (c) => c.notNull())
    .addColumn('osVersion', 'text', (c) => c.notNull())
    .addColumn('ipv4', 'text')
    .addColumn('ipv6', 'text')
    .addColumn('power', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('doing', 'text', (c) => c.notNull())
    .addColumn('rescue', 'integer', (c) => c.notNull())
    .addColumn('protect', 'integer', (c) => c.notNull())
    .addColumn('autopilot', 'integer', (c) => c.notNull())
    .addColumn('bootCount', 'integer', (c) => c.notNull())
    .addColumn('bootHard', 'integer', (c) => c.notNull())
    .addColumn('imageCount', 'integer', (c) => c.notNull())
    .addColumn('imageMode', 'text', (c) => c.notNull())
    .addColumn('imageSnapshotId', 'text')
    .addColumn('passwordCount', 'integer', (c) => c.notNull())
    .addColumn('password', 'text')
    .addColumn('passwordUntil', 'bigint')
    .addColumn('previousSize', 'text')
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('hourlyRate', 'bigint', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('meteredUntil', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('suspendedAt', 'bigint')
    .addColumn('problem', 'text')
    .addColumn('problemParams', 'text')
    .addColumn('taskId', 'text')
    .addColumn('eventId', 'text')
    .addColumn('poweredOnAt', 'bigint')
    .addColumn('isDemo', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('server_account').on('server').column('accountId').execute();

  await db.schema
    .createTable('serverEvent')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('serverId', 'text', (c) => c.notNull().references('server.id').onDelete('cascade'))
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('message', 'text')
    .addColumn('messageParams', 'text')
    .addColumn('taskId', 'text')
    .execute();
  await db.schema.createIndex('serverEvent_server').on('serverEvent').columns(['serverId', 'id']).execute();

  await db.schema
    .createTable('serverUsage')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('serverId', 'text', (c) => c.notNull())
    .addColumn('serverName', 'text', (c) => c.notNull())
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('hours', 'integer', (c) => c.notNull())
    .addColumn('microMills', 'bigint', (c) => c.notNull())
    .addColumn('booked', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('serverUsage_month').on('serverUsage').columns(['serverId', 'month']).unique().execute();
  await db.schema.createIndex('serverUsage_account').on('serverUsage').columns(['accountId', 'month']).execute();

  await db.schema
    .createTable('snapshot')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('serverId', 'text', (c) => c.notNull())
    .addColumn('serverName', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('diskSize', 'integer', (c) => c.notNull())
    .addColumn('osId', 'integer', (c) => c.notNull())
    .addColumn('osType', 'text', (c) => c.notNull())
    .addColumn('osVersion', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('snapshot_account').on('snapshot').columns(['accountId', 'serverId']).execute();

  await db.schema
    .createTable('simulated')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('removed', 'integer', (c) => c.notNull())
    .addColumn('spec', 'text', (c) => c.notNull())
    .addColumn('steps', 'text', (c) => c.notNull())
    .execute();
}
