import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Tickets with their messages, uploaded files, and support plans that were paid for. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('ticket')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('departmentId', 'text', (c) => c.notNull())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('domainId', 'text', (c) => c.references('domain.id').onDelete('set null'))
    .addColumn('domainName', 'text')
    .addColumn('serverId', 'text', (c) => c.references('server.id').onDelete('set null'))
    .addColumn('serverName', 'text')
    .addColumn('priority', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('ticket_account').on('ticket').columns(['accountId', 'updatedAt']).execute();
  await db.schema.createIndex('ticket_status').on('ticket').columns(['status', 'updatedAt']).execute();
  await db.schema.createIndex('ticket_domain').on('ticket').column('domainId').execute();
  await db.schema.createIndex('ticket_server').on('ticket').column('serverId').execute();

  await db.schema
    .createTable('ticketMessage')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ticketId', 'text', (c) => c.notNull().references('ticket.id').onDelete('cascade'))
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('authorName', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('isNote', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('score', 'text')
    .addColumn('scoreNote', 'text')
    .execute();
  await db.schema.createIndex('ticketMessage_ticket').on('ticketMessage').columns(['ticketId', 'id']).execute();
  await db.schema.createIndex('ticketMessage_user').on('ticketMessage').column('userId').execute();

  await db.schema
    .createTable('ticketCounter')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'integer', (c) => c.notNull())
    .execute();
  await db.insertInto('ticketCounter').values({ name: 'ticket', value: 1000 }).execute();

  await db.schema
    .createTable('storedFile')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('usage', 'text', (c) => c.notNull())
    .addColumn('draft', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('mediaType', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull().unique())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('ownerId', 'text')
    .addColumn('partId', 'text')
    .execute();
  await db.schema.createIndex('storedFile_account').on('storedFile').columns(['accountId', 'usage', 'draft']).execute();
  await db.schema.createIndex('storedFile_owner').on('storedFile').columns(['ownerId', 'partId']).execute();

  await db.schema
    .createTable('supportPlan')
    .addColumn('accountId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('startsAt', 'bigint', (c) => c.notNull())
    .addColumn('endsAt', 'bigint', (c) => c.notNull())
    .execute();
}
