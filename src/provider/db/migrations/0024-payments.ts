import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Payments through gateways, gift codes, and the records of the sandbox gateway. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('payment')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('gateway', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('redirectUrl', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('bonus', 'bigint', (c) => c.notNull())
    .addColumn('gift', 'bigint', (c) => c.notNull())
    .addColumn('giftCode', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('failure', 'text')
    .addColumn('returnTo', 'text')
    .addColumn('transactionId', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('settledAt', 'bigint')
    .execute();
  await db.schema.createIndex('payment_reference').unique().on('payment').columns(['gateway', 'reference']).execute();
  await db.schema.createIndex('payment_account').on('payment').columns(['accountId', 'createdAt']).execute();
  await db.schema
    .createTable('giftUse')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('paymentId', 'text', (c) => c.references('payment.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    .execute();
  for (const status of ['used', 'pending'])
    await db.schema
      .createIndex(`giftUse_${status}`)
      .unique()
      .on('giftUse')
      .columns(['accountId', 'code'])
      .where(sql<boolean>`${sql.ref('status')} = ${sql.lit(status)}`)
      .execute();
  await db.schema.createIndex('giftUse_payment').on('giftUse').column('paymentId').execute();
  await db.schema
    .createTable('giftCount')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('used', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sandboxPayment')
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('paymentId', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('outcomeAt', 'bigint')
    .addColumn('refundedAt', 'bigint')
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute();
}
