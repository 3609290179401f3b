import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Saved cards, automatic top-up, and payments that save or charge a card. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('savedCard')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('gateway', 'text', (c) => c.notNull())
    .addColumn('customer', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('expires', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('removedAt', 'bigint')
    .execute();
  await db.schema.createIndex('savedCard_reference').unique().on('savedCard').columns(['accountId', 'gateway', 'reference']).execute();
  await db.schema
    .createTable('autoTopUp')
    .addColumn('accountId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('threshold', 'bigint', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('cardId', 'text', (c) => c.references('savedCard.id').onDelete('set null'))
    .addColumn('startedAt', 'bigint')
    .addColumn('pausedAt', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  const payment = () => db.schema.alterTable('payment');
  await payment()
    .addColumn('saveCard', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await payment()
    .addColumn('cardId', 'text', (c) => c.references('savedCard.id').onDelete('set null'))
    .execute();
  await payment().addColumn('cardLast4', 'text').execute();
  await db.schema.createIndex('payment_card').on('payment').column('cardId').execute();
  await db.schema.alterTable('sandboxPayment').addColumn('card', 'text').execute();
}
