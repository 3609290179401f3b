import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** What operators say of edges and their places, the key and the heartbeats of each edge, and which edges DNS answers with. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('edgePlace')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('continent', 'text', (c) => c.notNull())
    .addColumn('country', 'text')
    .addColumn('capacity', 'integer')
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('edgeSteering')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('edges', 'text', (c) => c.notNull())
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.alterTable('edgeNode').addColumn('name', 'text').execute();
  await db.schema.alterTable('edgeNode').addColumn('placeId', 'text').execute();
  await db.schema
    .alterTable('edgeNode')
    .addColumn('addresses', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await db.schema
    .alterTable('edgeNode')
    .addColumn('mode', 'text', (c) => c.notNull().defaultTo('active'))
    .execute();
  await db.schema
    .alterTable('edgeNode')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('edgeNode').addColumn('keyHash', 'text').execute();
  await db.schema.alterTable('edgeNode').addColumn('tokenHash', 'text').execute();
  await db.schema.alterTable('edgeNode').addColumn('tokenExpiresAt', 'bigint').execute();
  await db.schema.alterTable('edgeNode').addColumn('removedAt', 'bigint').execute();
  await db.schema.alterTable('edgeNode').addColumn('release', 'text').execute();
  await db.schema.alterTable('edgeNode').addColumn('heartbeatAt', 'bigint').execute();
  await db.schema.alterTable('edgeNode').addColumn('heartbeat', 'text').execute();
  await db.schema.alterTable('edgeNode').addColumn('nonce', 'text').execute();
  await db.schema.alterTable('edgeNode').addColumn('presence', 'text').execute();
  await db.schema.createIndex('edgeNode_key').on('edgeNode').column('keyHash').unique().execute();
  await db.schema.createIndex('edgeNode_token').on('edgeNode').column('tokenHash').unique().execute();
}
