import type { Kysely } from 'kysely';

/** Refunds of payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refund')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('paymentId', 'text', (c) => c.notNull().references('payment.id'))
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('operatorId', 'text', (c) => c.notNull().references('user.id'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('doneAt', 'bigint')
    .execute();
  await db.schema.createIndex('refund_payment').on('refund').column('paymentId').execute();
}
