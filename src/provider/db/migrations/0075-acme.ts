import type { Kysely } from 'kysely';

/** Orders of a public certificate authority in progress, and the challenges that are published for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('acmeOrder')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hosts', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('sealedKey', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('doneAt', 'bigint')
    .execute();
  await db.schema
    .createTable('acmeChallenge')
    .addColumn('sslId', 'text', (c) => c.notNull().references('ssl.id').onDelete('cascade'))
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('acmeChallenge_pk', ['sslId', 'way', 'host', 'token'])
    .execute();
  await db.schema.createIndex('acmeChallenge_domain').on('acmeChallenge').column('domainId').execute();
}
