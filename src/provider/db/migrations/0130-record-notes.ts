import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** A comment and tags of DNS records: `tags` is JSON of a list of texts. Null: none. */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('dnsRecord').addColumn('comment', 'text').execute();
  await db.schema.alterTable('dnsRecord').addColumn('tags', 'text').execute();
}
