import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rest, runJobs } from '../../../../tests/support/jobs.ts';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { type InvoiceDetail, invoice } from '../../../lib/contract/finance/invoice.ts';
import { fromCsv } from '../../../lib/format/csv.ts';
import { HOUR } from '../../../lib/time.ts';
import { cloudJobs } from '../../cloud/jobs.ts';
import { financeJobs } from '../jobs.ts';

const hasPoppler = !spawnSync('pdftotext', ['-v']).error;
/** In a unit of the currency. */
const MICRO = 1_000_000_000;

/**
 * A server, a volume of 13 GB and a plan, all bought four hours before the end of November, with a new price of the server in December.
 * The meters run irregularly, and once over the end of the month.
 */
async function started() {
  const p = await startProvider();
  p.clock.now = Date.UTC(2026, 10, 30, 20, 10);
  const account = await readAccountId(p, demo.second);
  await move(p, account, 1_000_000);
  const order = { plan: 'com-2023' as const, nameServer: 'web', volumes: [{ name: 'data', size: 13, type: 'ssd' as const }] };
  const token = await p.signIn(demo.second);
  await p.ok(serverOrder.create, order, { token });
  await p.ok(domain.add, { name: 'shop.example', plan: 'eco', acceptTerms: true, termsVersion: '2026-11' }, { token });
  await rest(p);
  const risesAt = Date.UTC(2026, 11, 15);
  const price = { item: 'com-2023', rate: 20_123_000, validFrom: risesAt, version: 1, actor: demo.operator, createdAt: p.clock.now };
  await p.store.write('test', (tx) => tx.insertInto('cloudPrice').values(price).execute());
  const meter = () => runJobs(p, cloudJobs.meterServers, cloudJobs.meterVolumes);
  for (const hours of [1, 1, 7, 30, 200, 3, 480, 30]) {
    p.clock.now = Math.min(p.clock.now + hours * HOUR, Date.UTC(2026, 11, 31, 23, 20));
    await meter();
  }
  p.clock.now = Date.UTC(2027, 0, 1, 0, 20);
  await runJobs(p, financeJobs.closeInvoices);
  const owner = { token: await p.signIn(demo.second) };
  const { invoices } = await p.ok(invoice.list, { state: 'closed' }, owner);
  const details = await Promise.all(invoices.map(async ({ id }) => (await p.ok(invoice.get, { invoiceId: id }, owner)).invoice));
  return { p, owner, account, details };
}
const chargedTo = async (p: TestProvider, account: string) =>
  (
    await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select(['ledgerLine.amount', 'ledgerEntry.time'])
      .where('ledgerAccount.code', '=', `wallet:${account}`)
      .where('ledgerEntry.kind', '=', 'usage')
      .where('ledgerEntry.time', '<', Date.UTC(2027, 0, 1))
      .execute()
  ).reduce((sum, { amount }) => sum - amount, 0);

const recomputed = ({ items, sums, total, amount, discount, tax }: InvoiceDetail) => {
  for (const { title, quantity, unit, rate, exact, from, to } of items) {
    expect(exact, title).toBe(quantity * (rate ?? 0));
    // Nothing was stopped, so each hour of the period is charged.
    if (unit === 'hour') expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / HOUR, title).toBe(quantity);
    if (unit === 'gigabyteHour') expect((13 * (Date.parse(to ?? '') - Date.parse(from ?? ''))) / HOUR, title).toBe(quantity);
  }
  const sum = items.reduce((all, { exact }) => all + (exact ?? 0), 0);
  expect(sums).toMatchObject({ items: sum, discount: 0 });
  // Rounded once for each charge: less than a mill per item.
  expect(Math.abs(sums?.rounding ?? 0)).toBeLessThan(items.length * 1e6);
  expect(sum + (sums?.rounding ?? 0)).toBe(total * 1e6);
  expect(amount - discount + tax).toBe(total);
};

test('an invoice over the end of a month is recomputed from its own lines: hours, gigabyte-hours and a plan', async () => {
  const { p, account, details } = await started();
  const [december, november] = details;
  expect(details.map(({ month }) => month)).toEqual(['2026-12', '2026-11']);
  details.forEach(recomputed);
  expect(details.reduce((sum, { total }) => sum + total, 0)).toBe(await chargedTo(p, account));
  expect(november?.items.toSorted((one, other) => (one.unit ?? '').localeCompare(other.unit ?? ''))).toMatchObject([
    { unit: 'gigabyteHour', rate: 100_000 },
    { quantity: 3, unit: 'hour', rate: 20e6, from: '2026-11-30T20:10:00.000Z' },
    { quantity: 1, unit: 'month', rate: 20_000e6, from: '2026-11-30T20:10:00.000Z', to: '2026-12-30T20:10:00.000Z' },
  ]);
  // The meters ran over the end of the month: its last hours are on the next invoice, as hours of November.
  const hours = details.flatMap(({ items }) => items).filter(({ unit }) => unit === 'hour');
  expect(hours.map(({ rate }) => rate).sort()).toEqual([20e6, 20e6, 20e6, 20_123_000]);
  // From November 30 at 20:10 to the hour that starts on December 31 at 23:10.
  expect(hours.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(4 + 31 * 24);
  expect(december?.items.find(({ unit }) => unit === 'month')).toMatchObject({ to: '2027-01-30T20:10:00.000Z' });
}, 90_000);

test('the CSV has the same periods, quantities, units and unit prices', async () => {
  const { p, owner, details } = await started();
  for (const { id, items, total } of details) {
    const { file } = await p.ok(invoice.download, { invoiceId: id, format: 'csv', language: 'en' }, owner);
    const [head, ...rows] = fromCsv(Buffer.from(file.content, 'base64').toString()).map(({ cells }) => cells);
    expect(head).toEqual(['Item', 'From', 'To', 'Quantity', 'Unit', 'Unit price', 'Amount']);
    expect(rows.slice(0, items.length).map(([, from, to, quantity]) => [from, to, Number(quantity)])).toEqual(
      items.map(({ from, to, quantity }) => [from, to, quantity]),
    );
    for (const [, , , quantity, , price, amount] of rows.slice(0, items.length))
      expect(Number(amount)).toBeCloseTo(Number(quantity) * Number(price), 9);
    expect(Number(rows.find(([label]) => label === 'Total')?.at(-1))).toBe(total / 1000);
  }
}, 90_000);

/** Micro-mills of a printed amount. */
const micro = (text: string): number => Math.round(Number(text.replace('−', '-').replace(/[$,]/g, '')) * MICRO);

test.skipIf(!hasPoppler)(
  'the text of the PDF is enough to check every amount',
  async () => {
    const { p, owner, details } = await started();
    const folder = mkdtempSync(join(tmpdir(), 'invoice-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const { id, items } of details) {
      const { file } = await p.ok(invoice.download, { invoiceId: id, format: 'pdf', language: 'en' }, owner);
      const path = join(folder, file.name);
      writeFileSync(path, Buffer.from(file.content, 'base64'));
      const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/[\u200b-\u200f\u2066-\u2069]/g, '');
      const rows = [...text.matchAll(/([\d,.]+) (?:hours?|GB-hours?|months?)\s+(−?\$[\d.,]+)\s+(−?\$[\d.,]+)/g)];
      expect(rows).toHaveLength(items.length);
      const value = (label: RegExp) => micro(label.exec(text)?.[1] ?? '$0');
      let sum = 0;
      for (const [, quantity = '', price = '', amount = ''] of rows) {
        expect(micro(amount)).toBe(Math.round(Number(quantity.replace(/,/g, '')) * micro(price)));
        sum += micro(amount);
      }
      expect(value(/Items, including tax\s+(−?\$[\d.,]+)/)).toBe(sum);
      expect(value(/Total\s+(−?\$[\d.,]+)/)).toBe(sum + value(/Rounding\s+(−?\$[\d.,]+)/));
      // Periods of hours are printed with their times.
      expect(text).toMatch(/\w{3} \d+, 202\d, \d\d:10 to \w{3} \d+, 202\d, \d\d:10/);
    }
  },
  90_000,
);
