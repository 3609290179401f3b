import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Pages that visitors see instead of the site. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('customPage')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('statusCode', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('customPage_domain').on('customPage').column('domainId').execute();
  await db.schema
    .createIndex('customPage_shown')
    .unique()
    .on('customPage')
    .columns(['domainId', 'kind', 'statusCode'])
    .where(sql.ref('enabled'), '=', 1)
    .execute();
}
