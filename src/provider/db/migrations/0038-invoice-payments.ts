import type { Kysely } from 'kysely';

/** Payments of invoices, and refunds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('payment')
    // The payment of a cancelled proforma invoice remains: its amount is credited to the wallet.
    .addColumn('invoiceId', 'text', (c) => c.references('invoice.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('payment_invoice').on('payment').column('invoiceId').execute();
}
