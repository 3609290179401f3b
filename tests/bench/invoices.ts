import { execFileSync } from 'node:child_process';
import type { InvoiceRun } from './invoiceRun.ts';
import { kb, mb, median, ms, percentile, report } from './report.ts';

const run = (count: number): InvoiceRun =>
  JSON.parse(
    execFileSync(process.execPath, [...process.execArgv, 'tests/bench/invoiceRun.ts', String(count)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1) ?? '',
  ) as InvoiceRun; // as the run prints it

/** Invoices as PDFs in the four languages: their time, and that memory doesn't grow with their number. */
export function benchInvoices(quick: boolean): void {
  const count = quick ? 200 : 1_000;
  const { first, each, total, bytes, before, peak } = run(count);
  const n = count.toLocaleString('en');
  report(`${n} invoices as PDFs`, '', `${(total / 1000).toFixed(1)} s`, undefined, `first with the fonts ${ms(first)}`);
  report('one invoice, median', '', ms(median(each)), undefined, `99th percentile ${ms(percentile(each, 99))}, ${kb(bytes / count)} each`);
  const few = run(count / 10);
  report(
    `peak memory of ${n} invoices`,
    '≤ 1.5 times that of a tenth',
    mb(peak),
    peak <= 1.5 * few.peak,
    `${mb(few.peak)} of a tenth, ${mb(before)} before the first`,
  );
}
