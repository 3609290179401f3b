import type { Kysely } from 'kysely';

/**
 * The states of a domain. A version is a moment after one or several changes; an area's state is stored only at the versions at which
 * it differs from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('domainVersion')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('domainVersion_place').on('domainVersion').columns(['domainId', 'place']).unique().execute();
  await db.schema.createIndex('domainVersion_at').on('domainVersion').column('at').execute();

  await db.schema
    .createTable('domainState')
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('domainState_pk', ['domainId', 'area', 'place'])
    .execute();

  await db.schema
    .createTable('domainCapture')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
}
