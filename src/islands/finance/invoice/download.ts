import { send } from '../../../browser/api/client.ts';
import { saveContent } from '../../../browser/api/saveFile.ts';
import { type Invoice, invoice } from '../../../lib/contract/finance/invoice.ts';

/** Downloads an invoice as a file in the language of the panel. A failure is reported in a snackbar. */
export async function downloadInvoice({ id }: Pick<Invoice, 'id'>, format: 'pdf' | 'csv'): Promise<void> {
  const answer = await send(invoice.download, { invoiceId: id, format }).catch(() => null);
  if (answer) saveContent(answer.file);
}

/** The closed invoices of a year, as a ZIP file of PDFs. */
export async function downloadYear(year: number): Promise<void> {
  const answer = await send(invoice.year, { year }).catch(() => null);
  if (answer) saveContent(answer.file);
}
