import { type Invoice, invoice } from '../../../lib/contract/finance/invoice.ts';
import { folded } from '../../../lib/format/fold.ts';
import { openMonth } from '../../../lib/rules/finance/invoice/number.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { refuse } from '../../kernel/refusal.ts';
import { csvFile } from './csv.ts';
import { pdfFile, yearFile } from './files.ts';
import { payInvoice } from './pay.ts';
import { cancelProforma, createProforma, offeredServices } from './proforma.ts';
import { openMonths, ownedInvoice, ownedInvoices, showDetail, showInvoice, showOpen, showOpenDetail } from './view.ts';

/** Unpaginated invoices of an account: twelve a year, and proforma invoices. */
const MAX_INVOICES = 500;

/** An invoice of the caller in a language, whether or not its month is closed. */
async function loadDetail({ db, account, now }: SignedIn, invoiceId: string, locale: SignedIn['locale']) {
  const month = openMonth(invoiceId);
  if (month === null) return showDetail(db, await ownedInvoice(db, account, invoiceId), locale);
  const open = (await openMonths(db, account, now)).find((one) => one.month === month);
  return showOpenDetail(db, account, open ?? refuse(404, 'error:notFound'), locale);
}

const inPage = (invoices: Invoice[], page: number | undefined, perPage = 50) =>
  page ? invoices.slice((page - 1) * perPage, page * perPage) : invoices;

export const invoiceHandlers = implement(invoice, {
  async list({ db, account, now }, { state, payment, from, to, page, perPage, order = 'desc', q }) {
    const all =
      state === 'current'
        ? (await openMonths(db, account, now)).map(showOpen)
        : (
            await ownedInvoices(db, account)
              .selectAll()
              .where('state', '=', state)
              .orderBy('issuedAt', 'desc')
              .orderBy('number', 'desc')
              .limit(MAX_INVOICES)
              .execute()
          ).map(showInvoice);
    const text = folded(q?.trim() ?? '');
    const found = all.filter(
      (one) =>
        (!payment || one.payment === payment) &&
        (!from || one.issuedAt >= iso(Date.parse(from))) &&
        (!to || one.issuedAt < iso(Date.parse(to))) &&
        folded(`${one.number ?? ''} ${one.month ?? ''} ${one.description ?? ''}`).includes(text),
    );
    if (order === 'asc') found.reverse();
    return { invoices: inPage(found, page, perPage), total: found.length, sum: found.reduce((sum, { total }) => sum + total, 0) };
  },

  get: async (ctx, { invoiceId }) => ({ invoice: await loadDetail(ctx, invoiceId, ctx.locale) }),

  pay: payInvoice,
  services: offeredServices,
  createProforma,
  cancelProforma,

  async download(ctx, { invoiceId, format, language = ctx.locale }) {
    const detail = await loadDetail(ctx, invoiceId, language);
    return { file: format === 'csv' ? csvFile(detail, language) : await pdfFile(ctx, detail, language) };
  },

  year: yearFile,
});
