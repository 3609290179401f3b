import type { Selectable } from 'kysely';
import type { Invoice, InvoiceDetail, InvoiceItem } from '../../../lib/contract/finance/invoice.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { type Month, monthEnd, monthKey, monthStart, monthsBetween } from '../../../lib/rules/core/month.ts';
import { billedSums, exactAmount } from '../../../lib/rules/finance/invoice/billed.ts';
import { openId } from '../../../lib/rules/finance/invoice/number.ts';
import { divide } from '../../../lib/rules/finance/invoice/sum.ts';
import { iso } from '../../../lib/time.ts';
import { paramsIn } from '../../core/localizedParams.ts';
import { ownedPayments } from '../../db/owned.ts';
import type { Database, Db, InvoiceRow, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse } from '../../kernel/refusal.ts';
import { financeCatalog } from '../catalog.ts';
import { type Charge, loadCharges, unbilled } from './charges.ts';
import { toInvoiceItem } from './close.ts';
import { loadBuyer } from './parties.ts';

type Stored = Pick<Selectable<Database['invoiceItem']>, 'title' | 'quantity' | 'unitPrice' | 'amount' | 'fromAt' | 'toAt' | 'supply'>;

/** The invoices of an account that have a row: all except the open month. */
export const ownedInvoices = (db: Db | Tx, account: Account) => db.selectFrom('invoice').where('invoice.accountId', '=', account.id);

/** The caller's invoice. A foreign ID is refused with 404, like an unknown one. */
export const ownedInvoice = async (db: Db | Tx, account: Account, id: string): Promise<InvoiceRow> =>
  (await ownedInvoices(db, account).selectAll().where('id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');

export const showInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  state: row.state,
  payment: row.payment,
  kind: row.kind,
  month: row.month,
  description: row.description,
  amount: row.amount,
  discount: row.discount,
  tax: row.tax,
  taxRate: row.taxRate,
  total: row.total,
  issuedAt: iso(row.issuedAt),
  dueAt: iso(row.dueAt),
  paidAt: iso(row.paidAt),
});

function showItem(item: Stored, locale: Locale): InvoiceItem {
  const { title, quantity, unitPrice, amount, fromAt, toAt, supply: billed } = item;
  const { key, params = {} } = title;
  return {
    title: translator(locale)(key, paramsIn(params, locale)),
    unitPrice,
    amount,
    from: iso(fromAt),
    to: iso(toAt),
    ...(billed
      ? { quantity: billed.quantity, unit: billed.unit, rate: billed.rate, exact: exactAmount(billed) }
      : { quantity, unit: null, rate: null, exact: null }),
  };
}

/** An invoice with a row, and its items in a language. */
export async function showDetail(db: Db | Tx, row: InvoiceRow, locale: Locale): Promise<InvoiceDetail> {
  const items = await db.selectFrom('invoiceItem').selectAll().where('invoiceId', '=', row.id).orderBy('place').execute();
  const open =
    row.state === 'proforma'
      ? await ownedPayments(db, { id: row.accountId })
          .select('id')
          .where('invoiceId', '=', row.id)
          .where('status', '=', 'pending')
          .orderBy('createdAt', 'desc')
          .executeTakeFirst()
      : undefined;
  return {
    ...showInvoice(row),
    openPaymentId: open?.id ?? null,
    items: items.map((item) => showItem(item, locale)),
    sums: billedSums(
      items.map(({ supply }) => supply),
      row.total,
    ),
    issuer: row.issuer,
    buyer: row.buyer,
  };
}

interface OpenMonth {
  month: Month;
  charges: Charge[];
}

/**
 * Charges that aren't on an invoice yet, by month, newest first: the current month, and earlier months that the monthly job hasn't
 * closed yet.
 */
export async function openMonths(db: Db | Tx, account: Account, now: number): Promise<OpenMonth[]> {
  const oldest = await unbilled(db)
    .where('wallet.ownerId', '=', account.id)
    .select('ledgerEntry.time')
    .orderBy('ledgerEntry.time')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return [];
  const closed = await ownedInvoices(db, account).select('month').where('month', 'is not', null).execute();
  const months = monthsBetween(monthKey(oldest.time), monthKey(now)).filter((month) => !closed.some((one) => one.month === month));
  const open: OpenMonth[] = [];
  let from = 0;
  for (const month of months) {
    const charges = await loadCharges(db, account.id, monthEnd(month), from);
    if (charges.length > 0) open.unshift({ month, charges });
    from = monthEnd(month);
  }
  return open;
}

export function showOpen({ month, charges }: OpenMonth): Invoice {
  const { taxRate } = financeCatalog;
  return {
    id: openId(month),
    number: null,
    state: 'current',
    payment: 'paid',
    kind: 'month',
    month,
    description: null,
    ...divide(charges, taxRate).totals,
    taxRate,
    issuedAt: iso(monthStart(month)),
    dueAt: null,
    paidAt: null,
  };
}

export async function showOpenDetail(db: Db | Tx, account: Account, open: OpenMonth, locale: Locale): Promise<InvoiceDetail> {
  const { items } = divide(open.charges, financeCatalog.taxRate);
  const shown = showOpen(open);
  return {
    ...shown,
    openPaymentId: null,
    items: open.charges.map((charge, place) => showItem(toInvoiceItem(charge, items[place] ?? 0), locale)), // `divide` returns one for each
    sums: billedSums(
      open.charges.map(({ billed }) => billed),
      shown.total,
    ),
    issuer: financeCatalog.issuer,
    buyer: await loadBuyer(db, account.id),
  };
}
