import type { Kysely } from 'kysely';

/** Who approved or rejected a large refund, and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('refund')
    .addColumn('decidedBy', 'text', (c) => c.references('user.id'))
    .execute();
  await db.schema.alterTable('refund').addColumn('decidedAt', 'bigint').execute();
  await db.schema.createIndex('refund_status').on('refund').column('status').execute();
}
