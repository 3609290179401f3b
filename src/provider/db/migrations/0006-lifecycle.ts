import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Name server checks of a domain: when it was first active, when it moved away, the last observation, the results of a scan. */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('domain').addColumn('activatedAt', 'bigint').execute();
  await db.schema.alterTable('domain').addColumn('movedAwayAt', 'bigint').execute();
  // A working or paused domain was active before this column existed.
  await db
    .updateTable('domain')
    .set({ activatedAt: sql.ref('createdAt') })
    .where('status', 'in', ['active', 'inactive'])
    .execute();

  await db.schema
    .createTable('domainCheck')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('seen', 'text', (c) => c.notNull())
    .addColumn('current', 'text', (c) => c.notNull())
    .addColumn('source', 'text')
    .addColumn('signed', 'integer')
    .addColumn('misses', 'integer', (c) => c.notNull())
    .addColumn('missingSince', 'bigint')
    .addColumn('checkedAt', 'bigint')
    .addColumn('nextAt', 'bigint')
    .execute();

  await db.schema
    .createTable('domainScan')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('found', 'text', (c) => c.notNull())
    .addColumn('scannedAt', 'bigint', (c) => c.notNull())
    .execute();

  // Existing domains each get a job, except those of demo customers, which no registry knows.
  await sql`
    insert into job (id, kind, ${sql.ref('uniqueKey')}, payload, ${sql.ref('runAt')}, attempts, ${sql.ref('lockedUntil')}, asked, ${sql.ref('lastError')}, ${sql.ref('createdAt')})
    select 'check-' || d.id, 'domain.check', 'domain.check:' || d.id, '{"domainId":"' || d.id || '"}', 0, 0, 0, 1, null, ${sql.ref('d.createdAt')}
    from domain d join ${sql.table('user')} u on u.id = ${sql.ref('d.userId')} where ${sql.ref('u.isDemo')} = 0`.execute(db);
}
