import type { Kysely } from 'kysely';

/** Payments that pay an invoice, and what was paid back of a payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('payment')
    // The payment of a cancelled proforma invoice stays: what it brings is credit of the wallet.
    .addColumn('invoiceId', 'text', (c) => c.references('invoice.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('payment_invoice').on('payment').column('invoiceId').execute();
}
