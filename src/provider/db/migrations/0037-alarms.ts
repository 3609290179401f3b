import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Alarms of servers, and the changes of their state. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('serverAlarm')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('serverId', 'text', (c) => c.notNull().references('server.id').onDelete('cascade'))
    .addColumn('metric', 'text', (c) => c.notNull())
    .addColumn('operator', 'text', (c) => c.notNull())
    .addColumn('value', 'integer', (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('channels', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('last', 'double precision')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('serverAlarm_account').on('serverAlarm').column('accountId').execute();
  await db.schema.createIndex('serverAlarm_server').on('serverAlarm').column('serverId').execute();
  await db.schema
    .createTable('serverAlarmEvent')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('alarmId', 'text', (c) => c.notNull().references('serverAlarm.id').onDelete('cascade'))
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('value', 'double precision')
    .execute();
  await db.schema.createIndex('serverAlarmEvent_alarm').on('serverAlarmEvent').columns(['alarmId', 'time']).execute();
}
