import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

const metered = ['backup', 'domainTraffic', 'serverIp', 'serverTraffic', 'serverUsage', 'snapshot', 'space', 'volume'];

/** Periods, quantities and unit prices of charges, for invoices. Earlier entries and items have none. */
export async function up(db: Any): Promise<void> {
  await db.schema.alterTable('ledgerEntry').addColumn('supplies', 'text').execute();
  await db.schema.alterTable('invoiceItem').addColumn('supply', 'text').execute();
  for (const table of metered) await db.schema.alterTable(table).addColumn('pendingSupplies', 'text').execute();
}
