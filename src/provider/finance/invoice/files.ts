import { zip } from 'fflate';
import type { FileContent, InvoiceDetail, invoice, Party } from '../../../lib/contract/finance/invoice.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import type { Handlers, SignedIn } from '../../core/implement.ts';
import { refuse } from '../../kernel/refusal.ts';
import { workerTask } from '../../kernel/workers/task.ts';
import type * as task from './pdf.task.ts';
import { invoiceFileName, printed } from './printed.ts';
import { ownedInvoices, showDetail } from './view.ts';

/** One invoice takes a few milliseconds; preparing the fonts of a new thread takes about a second. */
const invoicePdf = workerTask<typeof task>({
  name: 'invoice.pdf',
  module: new URL('./pdf.task.ts', import.meta.url),
  deadlineMs: 15_000,
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Typesets invoices in a worker thread. */
const typeset = (
  { services, account, signal }: Pick<SignedIn, 'account' | 'signal' | 'services'>,
  invoices: readonly InvoiceDetail[],
  locale: Locale,
  buyer?: Party,
) =>
  services.workers.run(
    invoicePdf,
    invoices.map((one) => printed(one, locale, buyer)),
    { customer: account.id, signal },
  );

/** Invoices as PDFs, each under the name of its file. */
export async function renderPdfs(
  ctx: Pick<SignedIn, 'account' | 'signal' | 'services'>,
  invoices: readonly InvoiceDetail[],
  locale: Locale,
  buyer?: Party,
) {
  const pdfs = await typeset(ctx, invoices, locale, buyer);
  return Object.fromEntries(invoices.map((one, place) => [`${invoiceFileName(one)}.pdf`, pdfs[place] ?? new Uint8Array()]));
}

export async function pdfFile(
  ctx: Pick<SignedIn, 'account' | 'signal' | 'services'>,
  detail: InvoiceDetail,
  locale: Locale,
): Promise<FileContent> {
  const [pdf] = await typeset(ctx, [detail], locale);
  if (!pdf) throw new Error('no PDF for an invoice');
  return { name: `${invoiceFileName(detail)}.pdf`, mime: 'application/pdf', content: base64(pdf) };
}

/** Invoices as a ZIP file of PDFs, each named by its number. Not compressed further, because PDFs are already compressed. */
export async function zipFile(
  ctx: Pick<SignedIn, 'account' | 'signal' | 'services'>,
  name: string,
  invoices: readonly InvoiceDetail[],
  locale: Locale,
  buyer?: Party,
) {
  const files = await renderPdfs(ctx, invoices, locale, buyer);
  const zipped = await new Promise<Uint8Array>((resolve, reject) => {
    zip(files, { level: 0 }, (error, data) => (error ? reject(error) : resolve(data)));
  });
  return { name, mime: 'application/zip', content: base64(zipped) };
}

/** The closed invoices issued in a year, oldest first. */
export const yearFile: Handlers<typeof invoice>['year'] = async (ctx, { year, language = ctx.locale }) => {
  const rows = await ownedInvoices(ctx.db, ctx.account)
    .selectAll()
    .where('state', '=', 'closed')
    .where('issuedAt', '>=', Date.UTC(year, 0))
    .where('issuedAt', '<', Date.UTC(year + 1, 0))
    .orderBy('number')
    .execute();
  if (rows.length === 0) refuse(409, 'invoice:error.emptyYear', { params: { year: String(year) } });
  const details = await Promise.all(rows.map((row) => showDetail(ctx.db, row, language)));
  return { file: await zipFile(ctx, `invoices-${year}.zip`, details, language) };
};
