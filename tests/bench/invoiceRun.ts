/*
 * Typesets invoices in a process of its own, so that its peak of memory is that of invoices. Started by `invoices.ts`; prints one line of JSON.
 *   node tests/bench/invoiceRun.ts COUNT [FOLDER]
 * With a folder, the first invoice of each language is written into it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InvoiceDetail } from '../../src/lib/contract/finance/invoice.ts';
import { locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { financeCatalog } from '../../src/provider/finance/catalog.ts';
import { run } from '../../src/provider/finance/invoice/pdf.task.ts';
import { printed } from '../../src/provider/finance/invoice/printed.ts';

/** What one run measures: milliseconds and bytes. */
export interface InvoiceRun {
  /** With the fonts. */
  first: number;
  each: number[];
  total: number;
  bytes: number;
  /** The peak of memory before the first invoice, and of the whole run. */
  before: number;
  peak: number;
}

const buyers: InvoiceDetail['buyer'][] = [
  { name: 'Parvaz Trading', address: '12 Valiasr Street, Tehran', postalCode: '11369', taxId: '411111111111', nationalId: '10103456789' },
  { name: 'شرکت بازرگانی پرواز', address: 'تهران، خیابان ولیعصر، پلاک ۱۲', postalCode: '۱۱۳۶۹', email: 'mali@parvaz.example' },
  { name: 'مؤسسة النسيم للتجارة', address: 'دبي، شارع الشيخ زايد 12', taxId: '411111111111' },
  { name: 'Peña & Núñez, S. L.', address: 'Calle Mayor 3, 28013 Madrid', taxId: 'B12345678' },
];

/** An invoice of a month with a number of items that differs, in mills that add up as real ones do. */
function sample(index: number): InvoiceDetail {
  const locale = locales[index % locales.length] ?? 'en';
  const t = translator(locale);
  const items = Array.from({ length: 2 + (index % 12) }, (_, place) => {
    const unitPrice = 20_000 + place * 1_230;
    const quantity = 1 + (place % 3);
    const title = t('plan:ledger.month', { domain: `shop-${place}.example`, plan: t('common:plan.eco') });
    const amount = unitPrice * quantity;
    const billed = { unit: 'month' as const, rate: unitPrice * 1e6, exact: amount * 1e6 };
    return { title, quantity, ...billed, unitPrice, amount, from: '2026-10-01T00:00:00.000Z', to: '2026-10-31T00:00:00.000Z' };
  });
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  const tax = Math.round(amount / 100) * 10;
  return {
    id: `invoice-${index}`,
    number: `2026-${String(index + 1).padStart(6, '0')}`,
    state: 'closed',
    payment: 'paid',
    kind: 'month',
    month: '2026-10',
    description: 'PO-4711',
    amount,
    discount: 0,
    tax,
    total: amount + tax,
    taxRate: financeCatalog.taxRate,
    issuedAt: '2026-11-01T00:00:00.000Z',
    dueAt: null,
    paidAt: '2026-11-01T00:00:00.000Z',
    issuer: financeCatalog.issuer,
    buyer: buyers[index % buyers.length] ?? { name: '' },
    items,
    sums: { items: (amount + tax) * 1e6, rounding: 0, discount: 0 },
    openPaymentId: null,
  };
}

const [count = '1000', folder] = process.argv.slice(-2).filter((one) => !one.endsWith('.ts'));
const peakNow = () => process.resourceUsage().maxRSS * 1024;
const before = peakNow();
const each: number[] = [];
let bytes = 0;
const started = performance.now();
for (let index = 0; index < Number(count); index++) {
  const locale = locales[index % locales.length] ?? 'en';
  const start = performance.now();
  const [pdf] = await run([printed(sample(index), locale)]);
  each.push(performance.now() - start);
  if (!pdf || Buffer.from(pdf.subarray(0, 5)).toString() !== '%PDF-') throw new Error(`invoice ${index} is no PDF`);
  bytes += pdf.length;
  if (folder && index < locales.length) writeFileSync(join(folder, `${locale}.pdf`), pdf);
}
const [first = 0, ...rest] = each;
console.log(JSON.stringify({ first, each: rest, total: performance.now() - started, bytes, before, peak: peakNow() } satisfies InvoiceRun));
