import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** The desired and the actual state of engines, starting with zones. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('desired')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('entityId', 'text', (c) => c.notNull())
    // No reference: a removed zone must still be deleted from the engine after its domain and account are gone.
    .addColumn('domainId', 'text')
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('isRemoved', 'integer', (c) => c.notNull())
    .addColumn('wantedVersion', 'bigint', (c) => c.notNull())
    .addColumn('observedVersion', 'bigint', (c) => c.notNull())
    .addColumn('observedBy', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('reasonParams', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('nextAttemptAt', 'bigint')
    .addColumn('observedAt', 'bigint')
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('desired_domain').on('desired').columns(['domainId', 'kind']).execute();
  await db.schema.createIndex('desired_user').on('desired').columns(['userId', 'kind']).execute();
  // Existing domains have a desired state too, at the version of their zone.
  await sql`insert into "desired" ("id", "kind", "entityId", "domainId", "userId", "isRemoved", "wantedVersion", "observedVersion",
      "status", "attempts", "updatedAt")
    select 'zone:' || "name", 'zone', "name", "id", "userId", 0, "zoneVersion", 0, 'waiting', 0, "createdAt" from "domain"`.execute(db);
}
