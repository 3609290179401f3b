import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Invoices, requests for archived invoices, budgets, and the state of accounts with a negative balance. */
export async function up(db: Any): Promise<void> {
  // The price without a discount is shown on the invoice; the entries themselves never change.
  await db.schema
    .alterTable('ledgerEntry')
    .addColumn('discount', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('invoiceSeries')
    .addColumn('series', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('invoice')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id'))
    .addColumn('number', 'text', (c) => c.notNull().unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('payment', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('month', 'text')
    .addColumn('description', 'text')
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('discount', 'bigint', (c) => c.notNull())
    .addColumn('tax', 'bigint', (c) => c.notNull())
    .addColumn('total', 'bigint', (c) => c.notNull())
    .addColumn('taxRate', 'integer', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('buyer', 'text', (c) => c.notNull())
    .addColumn('issuedAt', 'bigint', (c) => c.notNull())
    .addColumn('dueAt', 'bigint')
    .addColumn('paidAt', 'bigint')
    .execute();
  // One invoice for each account and month, no matter how often the month is closed. Proforma invoices have no month.
  await db.schema.createIndex('invoice_month').unique().on('invoice').columns(['accountId', 'month']).execute();
  await db.schema.createIndex('invoice_issued').on('invoice').columns(['accountId', 'state', 'issuedAt']).execute();
  await db.schema
    .createTable('invoiceItem')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('invoiceId', 'text', (c) => c.notNull().references('invoice.id'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('unitPrice', 'bigint', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('fromAt', 'bigint')
    .addColumn('toAt', 'bigint')
    .execute();
  await db.schema.createIndex('invoiceItem_place').unique().on('invoiceItem').columns(['invoiceId', 'place']).execute();
  // A ledger entry can be on only one invoice.
  await db.schema
    .createTable('invoiceEntry')
    .addColumn('entryId', 'text', (c) => c.primaryKey().references('ledgerEntry.id'))
    .addColumn('invoiceId', 'text', (c) => c.notNull().references('invoice.id'))
    .execute();
  await freezeClosed(db);

  await db.schema
    .createTable('invoiceArchive')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id'))
    .addColumn('fromMonth', 'text', (c) => c.notNull())
    .addColumn('toMonth', 'text', (c) => c.notNull())
    .addColumn('buyer', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('invoiceArchive_account').on('invoiceArchive').columns(['accountId', 'createdAt']).execute();

  await db.schema
    .createTable('budget')
    .addColumn('accountId', 'text', (c) => c.primaryKey().references('user.id'))
    .addColumn('monthly', 'bigint')
    .addColumn('thresholds', 'text', (c) => c.notNull())
    .addColumn('hardCap', 'bigint')
    .addColumn('capAction', 'text', (c) => c.notNull())
    .addColumn('perDomain', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  // Actions of a month: each threshold notifies once, each cap acts once.
  await db.schema
    .createTable('budgetMark')
    .addColumn('accountId', 'text', (c) => c.notNull().references('user.id'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('mark', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('budgetMark_pk', ['accountId', 'month', 'mark'])
    .execute();

  await db.schema
    .createTable('negativeBalance')
    .addColumn('accountId', 'text', (c) => c.primaryKey().references('user.id'))
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('warnedAt', 'bigint')
    .addColumn('stoppedAt', 'bigint')
    .execute();
  await db.schema
    .createTable('domainSuspension')
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('didPause', 'integer', (c) => c.notNull())
    .addColumn('suspendedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('domainSuspension_pk', ['domainId', 'reason'])
    .execute();
}

/** A closed invoice and its items can't be changed or deleted. */
async function freezeClosed(db: Any): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (isPostgres) {
    await sql`create function nasim_closed_invoice() returns trigger language plpgsql as $$
      begin raise exception 'closed invoice: %', tg_table_name; end $$`.execute(db);
    await sql`create function nasim_closed_invoice_item() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from "invoice" where "id" = old."invoiceId" and "state" = 'closed') then
          raise exception 'closed invoice: %', tg_table_name;
        end if;
        if tg_op = 'DELETE' then return old; end if;
        return new;
      end $$`.execute(db);
    await sql`create trigger "invoice_closed" before update or delete on "invoice"
      for each row when (old."state" = 'closed') execute function nasim_closed_invoice()`.execute(db);
    await sql`create trigger "invoiceItem_closed" before update or delete on "invoiceItem"
      for each row execute function nasim_closed_invoice_item()`.execute(db);
    return;
  }
  for (const verb of ['update', 'delete'] as const) {
    await sql`create trigger ${sql.id(`invoice_closed_${verb}`)} before ${sql.raw(verb)} on "invoice" when old."state" = 'closed'
      begin select raise(abort, 'closed invoice'); end`.execute(db);
    await sql`create trigger ${sql.id(`invoiceItem_closed_${verb}`)} before ${sql.raw(verb)} on "invoiceItem"
      when exists (select 1 from "invoice" where "id" = old."invoiceId" and "state" = 'closed')
      begin select raise(abort, 'closed invoice'); end`.execute(db);
  }
}
