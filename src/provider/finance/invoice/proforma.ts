import { brand } from '../../../config/brand.ts';
import type { invoice } from '../../../lib/contract/finance/invoice.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { key } from '../../../lib/i18n/key.ts';
import type { Billed } from '../../../lib/rules/finance/invoice/billed.ts';
import { invoiceSeries } from '../../../lib/rules/finance/invoice/number.ts';
import { type ServiceCode, serviceCodes } from '../../../lib/rules/finance/invoice/services.ts';
import { multiply } from '../../../lib/rules/finance/invoice/sum.ts';
import { DAY } from '../../../lib/time.ts';
import type { Handlers } from '../../core/implement.ts';
import type { Work } from '../../core/services.ts';
import { supportPricesAt } from '../../core/supportPrices.ts';
import type { Db, InvoiceRow, Tx } from '../../db/schema.ts';
import type { StoredText } from '../../db/tables/core/ledger.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { financeCatalog } from '../catalog.ts';
import { nextNumber } from '../invoiceNumber.ts';
import { loadBuyer } from './parties.ts';
import { ownedInvoice, ownedInvoices, showDetail } from './view.ts';

type ProformaHandlers = Handlers<typeof invoice>;

/** Maximum unpaid proforma invoices per account. */
const MAX_UNPAID = 50;

/** Mills per hour, including tax. */
async function servicePrices(db: Db | Tx, now: number): Promise<Record<ServiceCode, number>> {
  const { standard, expert } = (await supportPricesAt(db, now)).consulting;
  return { consulting: standard, expertConsulting: expert };
}

export const offeredServices: ProformaHandlers['services'] = async ({ db, now }) => {
  const prices = await servicePrices(db, now);
  return {
    services: serviceCodes.map((code) => ({ code, price: prices[code] })),
    credit: financeCatalog.credit,
    days: financeCatalog.proformaDays,
  };
};

/** Credit, or hours that aren't performed yet and have no period. @param price mills for one */
const offerBilled = (kind: Offer['kind'], quantity: number, price: number): Omit<Billed, 'from' | 'to'> => ({
  unit: kind === 'credit' ? 'piece' : 'hour',
  quantity,
  rate: price * 1_000_000,
  charge: quantity * price,
});

interface Offer {
  kind: 'credit' | 'services';
  lines: { title: StoredText; unit: number; quantity: number }[];
  description: string | null;
}

/** Creates a proforma invoice with the prices of the catalogue. Credit isn't taxed; purchases are. */
export async function writeProforma(
  tx: Tx,
  { now, newId }: Pick<Work, 'now' | 'newId'>,
  accountId: string,
  { kind, lines, description }: Offer,
  id = newId(),
): Promise<InvoiceRow> {
  const taxRate = kind === 'credit' ? 0 : financeCatalog.taxRate;
  const { items, totals } = multiply(lines, taxRate);
  const row: InvoiceRow = {
    id,
    accountId,
    number: await nextNumber(tx, invoiceSeries(now, true)),
    state: 'proforma',
    payment: 'unpaid',
    kind,
    month: null,
    description,
    ...totals,
    taxRate,
    issuer: financeCatalog.issuer,
    buyer: await loadBuyer(tx, accountId),
    issuedAt: now,
    dueAt: now + financeCatalog.proformaDays * DAY,
    paidAt: null,
  };
  await tx.insertInto('invoice').values(row).execute();
  for (const [place, { title, quantity, unit }] of lines.entries())
    await tx
      .insertInto('invoiceItem')
      // `multiply` returns one for each line.
      .values({
        id: newId(),
        invoiceId: id,
        place,
        title,
        quantity,
        ...(items[place] ?? { unitPrice: 0, amount: 0 }),
        fromAt: null,
        toAt: null,
        supply: offerBilled(kind, quantity, unit),
      })
      .execute();
  return row;
}

export const createProforma: ProformaHandlers['createProforma'] = (ctx, { amount, items = [], description }) =>
  ctx.write(async ({ tx, log }) => {
    const { account } = ctx;
    const { credit } = financeCatalog;
    const services = await servicePrices(tx, ctx.now);
    if (amount !== undefined && (amount < credit.min || amount > credit.max || amount % brand.currency.divisor !== 0))
      refuseField('amount', 'invoice:error.creditRange', {
        min: formatMoney(credit.min, ctx.locale),
        max: formatMoney(credit.max, ctx.locale),
      });
    const { n } = await ownedInvoices(tx, account)
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('state', '=', 'proforma')
      .executeTakeFirstOrThrow();
    if (Number(n) >= MAX_UNPAID) refuse(409, 'invoice:error.tooMany', { params: { max: MAX_UNPAID } });
    const lines =
      amount === undefined
        ? items.map(({ service, hours }) => ({
            title: { key: key(`invoice:service.${service}`) },
            unit: services[service],
            quantity: hours,
          }))
        : [{ title: { key: key('invoice:item.credit') }, unit: amount, quantity: 1 }];
    const kind = amount === undefined ? 'services' : 'credit';
    const row = await writeProforma(tx, ctx, account.id, { kind, lines, description: description || null });
    const { id, number, total } = row;
    await log({ action: 'create', entity: { type: 'invoice', id, name: number }, after: { number, state: row.state, kind, total } });
    return { invoice: await showDetail(tx, row, ctx.locale) };
  });

export const cancelProforma: ProformaHandlers['cancelProforma'] = (ctx, { invoiceId }) =>
  ctx.write(async ({ tx, log }) => {
    const row = await ownedInvoice(tx, ctx.account, invoiceId);
    if (row.state === 'closed') refuse(409, 'invoice:error.paid');
    if (row.payment === 'unknown') refuse(409, 'invoice:error.underWay');
    await removeProforma(tx, row);
    const { id, number, kind, total } = row;
    await log({ action: 'delete', entity: { type: 'invoice', id, name: number }, before: { number, state: row.state, kind, total } });
    return { done: true as const };
  });

export async function removeProforma(tx: Tx, { id }: Pick<InvoiceRow, 'id'>): Promise<void> {
  await tx.deleteFrom('invoiceItem').where('invoiceId', '=', id).execute();
  await tx.deleteFrom('invoice').where('id', '=', id).execute();
}
