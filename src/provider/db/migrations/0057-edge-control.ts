import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** What edges receive, which edges there are, and what they serve. Rows outlive their domain, because edges have to forget it. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('edgePolicy')
    .addColumn('domainId', 'text', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('place', 'bigint', (c) => c.notNull().unique())
    .addColumn('body', 'text')
    .addColumn('isSealed', 'integer', (c) => c.notNull())
    .addColumn('publishedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('edgeWanted')
    .addColumn('domainId', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('edgeNode')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hostname', 'text', (c) => c.notNull())
    .addColumn('versions', 'text', (c) => c.notNull())
    .addColumn('refused', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('seenAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.alterTable('cacheDeletion').addColumn('edgeVersion', 'bigint').execute();
  await db.schema.createIndex('cacheDeletion_waiting').on('cacheDeletion').column('id').where(sql.ref('doneAt'), 'is', null).execute();
}
