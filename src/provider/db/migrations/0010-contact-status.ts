import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Messages of the contact form, the latest results of the provider's own checks, and incidents reported by operators. */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('replyTo', 'text').execute();

  await db.schema
    .createTable('contactMessage')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mobile', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('handledAt', 'bigint')
    .execute();
  await db.schema.createIndex('contactMessage_email').on('contactMessage').columns(['email', 'createdAt']).execute();

  await db.schema
    .createTable('statusCheck')
    .addColumn('component', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('checkedAt', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('incident')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('impact', 'text', (c) => c.notNull())
    .addColumn('components', 'text', (c) => c.notNull())
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('resolvedAt', 'bigint')
    .execute();
  await db.schema.createIndex('incident_resolved').on('incident').column('resolvedAt').execute();
  await db.schema
    .createTable('incidentUpdate')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('incidentId', 'text', (c) => c.notNull().references('incident.id').onDelete('cascade'))
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('incidentUpdate_incident').on('incidentUpdate').columns(['incidentId', 'time']).execute();
}
