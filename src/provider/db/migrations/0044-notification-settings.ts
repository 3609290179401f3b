import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Notification settings of a customer, and messages waiting to be sent. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('notificationSetting')
    .addColumn('accountId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('quietFrom', 'integer')
    .addColumn('quietUntil', 'integer')
    .addColumn('digest', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('heldMessage')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('isDigest', 'integer', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('params', 'text', (c) => c.notNull())
    .addColumn('link', 'text', (c) => c.notNull())
    .addColumn('dueAt', 'bigint', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('heldMessage_due').on('heldMessage').columns(['dueAt']).execute();
  await db.schema
    .createTable('webhook')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('failingSince', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('status', 'integer')
    .addColumn('nextAttemptAt', 'bigint', (c) => c.notNull())
    .addColumn('deliveredAt', 'bigint')
    .addColumn('suspendedAt', 'bigint')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('webhook_url').unique().on('webhook').columns(['accountId', 'url']).execute();
  await db.schema
    .createTable('webhookDelivery')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('webhookId', 'text', (c) => c.notNull().references('webhook.id').onDelete('cascade'))
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('webhookDelivery_webhook').on('webhookDelivery').columns(['webhookId', 'id']).execute();
  // The account and the event of a notification email, for its unsubscribe link.
  await db.schema.alterTable('outbox').addColumn('accountId', 'text').execute();
  await db.schema.alterTable('outbox').addColumn('event', 'text').execute();
}
