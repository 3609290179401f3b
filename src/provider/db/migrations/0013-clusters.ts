import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Clusters of origin servers, their check results, and the records and rules that use them. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('cluster')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .addColumn('protocol', 'text', (c) => c.notNull())
    .addColumn('algorithm', 'text', (c) => c.notNull())
    .addColumn('hashBy', 'text')
    .addColumn('monitoring', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('cluster_name').on('cluster').columns(['domainId', 'name']).unique().execute();

  await db.schema
    .createTable('clusterServer')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('clusterId', 'text', (c) => c.notNull().references('cluster.id').onDelete('cascade'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('port', 'integer')
    .addColumn('weight', 'integer', (c) => c.notNull())
    .addColumn('backup', 'integer', (c) => c.notNull())
    .addColumn('health', 'text', (c) => c.notNull())
    .addColumn('streak', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint')
    .addColumn('checkedAt', 'bigint')
    .addColumn('lastUp', 'integer')
    .addColumn('lastStatus', 'integer')
    .addColumn('lastMs', 'integer')
    .addColumn('reason', 'text')
    .addColumn('intervalMs', 'bigint')
    .addColumn('nextCheckAt', 'bigint')
    .execute();
  await db.schema.createIndex('clusterServer_cluster').on('clusterServer').columns(['clusterId', 'place']).execute();
  await db.schema.createIndex('clusterServer_next').on('clusterServer').column('nextCheckAt').execute();

  await db.schema
    .createTable('clusterHealth')
    .addColumn('serverId', 'text', (c) => c.notNull().references('clusterServer.id').onDelete('cascade'))
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('checks', 'integer', (c) => c.notNull())
    .addColumn('failed', 'integer', (c) => c.notNull())
    .addColumn('ms', 'bigint', (c) => c.notNull())
    .addColumn('answers', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('clusterHealth_pk', ['serverId', 'step', 'at'])
    .execute();
  await db.schema.createIndex('clusterHealth_old').on('clusterHealth').columns(['step', 'at']).execute();

  await db.schema
    .createTable('clusterRoute')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('clusterId', 'text', (c) => c.notNull().references('cluster.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recordId', 'text', (c) => c.references('dnsRecord.id').onDelete('cascade'))
    .addColumn('pathId', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('clusterRoute_domain').on('clusterRoute').column('domainId').execute();
  await db.schema.createIndex('clusterRoute_cluster').on('clusterRoute').column('clusterId').execute();
  await db.schema.createIndex('clusterRoute_record').on('clusterRoute').column('recordId').execute();
}
