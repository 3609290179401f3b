import type { Locale } from '../../lib/i18n/locales.ts';
import type { ExportFiles } from '../core/registry.ts';
import { ownedCards, ownedPayments } from '../db/owned.ts';
import type { JobCtx } from '../jobs/jobs.ts';
import type { Account } from '../kernel/account.ts';
import { renderPdfs } from './invoice/files.ts';
import { ownedInvoices, showDetail } from './invoice/view.ts';

/** Invoices of one task of the worker, whose time is limited. */
const BATCH = 50;

/** Invoices as PDFs and as JSON, payments and saved cards. */
export async function exportFinance(ctx: JobCtx, account: Account, locale: Locale): Promise<ExportFiles> {
  const db = ctx.services.store.reader;
  const rows = await ownedInvoices(db, account).selectAll().orderBy('number').execute();
  const invoices = await Promise.all(rows.map((row) => showDetail(db, row, locale)));
  const files: Record<string, object> = {
    'finance/invoices.json': invoices,
    'finance/payments.json': await ownedPayments(db, account)
      .select(['gateway', 'reference', 'amount', 'currency', 'bonus', 'gift', 'giftCode', 'status', 'cardLast4', 'createdAt', 'settledAt'])
      .orderBy('createdAt')
      .execute(),
    'finance/cards.json': await ownedCards(db, account).select(['gateway', 'brand', 'last4', 'expires', 'createdAt']).execute(),
    'finance/budget.json':
      (await db
        .selectFrom('budget')
        .select(['monthly', 'thresholds', 'hardCap', 'capAction', 'perDomain'])
        .where('accountId', '=', account.id)
        .executeTakeFirst()) ?? {},
  };
  for (let at = 0; at < invoices.length; at += BATCH)
    for (const [name, pdf] of Object.entries(await renderPdfs({ ...ctx, account }, invoices.slice(at, at + BATCH), locale)))
      files[`finance/invoices/${name}`] = pdf;
  return files;
}
