import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { key } from '../../../lib/i18n/key.ts';
import { monthStart } from '../../../lib/rules/core/month.ts';
import { DAY } from '../../../lib/time.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import type { Tx } from '../../db/schema.ts';
import { uuidv7 } from '../../kernel/ids.ts';
import { financeJobs } from '../jobs.ts';
import { closeMonth } from './close.ts';

/** Closes months, as the schedule does. */
const close = (p: TestProvider) => runJobs(p, financeJobs.closeInvoices);
const list = async (p: TestProvider, token: string, state: 'current' | 'closed' | 'proforma') =>
  (await p.ok(invoice.list, { state }, { token })).invoices;

test('the open invoice contains the ledger’s charges since the last closed month', async () => {
  const { p, token } = await signedIn();
  const [open, ...others] = await list(p, token, 'current');
  expect(others).toEqual([]);
  expect(open).toMatchObject({ id: 'open-2026-11', number: null, state: 'current', payment: 'paid', total: 200_000, tax: 18_180 });
  const { invoice: detail } = await p.ok(invoice.get, { invoiceId: 'open-2026-11' }, { token });
  expect(detail.items).toMatchObject([{ quantity: 1, amount: 181_820, unitPrice: 181_820 }]);
  await move(p, await readAccountId(p), -1_100);
  expect((await list(p, token, 'current'))[0]?.total).toBe(201_100);
});

test('a month is closed and numbered once, no matter how often and late the job runs; the totals match the ledger', async () => {
  const { p, token } = await signedIn();
  const accountId = await readAccountId(p);
  await move(p, accountId, -900, { discount: 100 });
  const balance = await readBalance(p.store.reader, accountId);
  const before = await list(p, token, 'closed');
  // Renewals would also charge the wallet as the clock moves.
  await p.store.write('jobs', (tx) => tx.deleteFrom('job').where('kind', '=', 'plan.renew').execute());
  // Two months late, and twice at the same time.
  p.clock.now = monthStart('2027-01') + 12 * DAY;
  await move(p, accountId, -550, { at: monthStart('2026-12') + DAY });
  await Promise.all([close(p), close(p)]);
  await close(p);
  const closed = await list(p, await p.signIn(), 'closed');
  expect(closed).toHaveLength(before.length + 2);
  expect(closed.slice(0, 2).map(({ month, number, total, discount }) => ({ month, number, total, discount }))).toEqual([
    { month: '2026-12', number: '2027-000002', total: 550, discount: 0 },
    { month: '2026-11', number: '2027-000001', total: 200_900, discount: 90 },
  ]);
  for (const { amount, discount, tax, total } of closed) expect(amount - discount + tax).toBe(total);
  // Closing moves no money.
  expect(await readBalance(p.store.reader, accountId)).toBe(balance - 550);
  // Shown in the panel, once for each month.
  expect(await stored(p, 'notification', { title: 'invoice:notice.closedTitle' })).toHaveLength(2);
});

test('a closed invoice and its items can’t be changed or deleted', async () => {
  const p = await startProvider();
  const { invoiceId } = demo;
  const changes: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => tx.updateTable('invoice').set({ total: 1 }).where('id', '=', invoiceId).execute(),
    (tx) => tx.deleteFrom('invoice').where('id', '=', invoiceId).execute(),
    (tx) => tx.updateTable('invoiceItem').set({ amount: 1 }).where('invoiceId', '=', invoiceId).execute(),
    (tx) => tx.deleteFrom('invoiceItem').where('invoiceId', '=', invoiceId).execute(),
  ];
  for (const change of changes) await expect(p.store.write('t', change)).rejects.toThrow(/closed invoice/);
});

test('a proforma invoice uses the prices of the catalogue and ignores those of the client', async () => {
  const { p, token } = await signedIn();
  const items = [{ service: 'expertConsulting' as const, hours: 3, price: 1, unitPrice: 1 }];
  const { invoice: made } = await p.ok(invoice.createProforma, { items, description: 'PO 7' }, { token });
  expect(made).toMatchObject({ state: 'proforma', payment: 'unpaid', total: 480_000, description: 'PO 7', kind: 'services' });
  expect(made.number).toBe('P2026-000002');
  const { invoice: credit } = await p.ok(invoice.createProforma, { amount: 100_000 }, { token });
  expect(credit).toMatchObject({ kind: 'credit', total: 100_000, tax: 0 });
  for (const amount of [4_999, 50_000_001]) expect((await p.try(invoice.createProforma, { amount }, { token })).status).toBe(422);
  expect((await p.try(invoice.createProforma, { amount: 100_000, items }, { token })).status).toBe(422);
});

test('a payment charges the wallet once: with one key, in parallel, and again later', async () => {
  const { p, token } = await signedIn();
  const pay = (key: string) =>
    p.try(invoice.pay, { invoiceId: demo.proformaId, method: 'wallet' }, { token, headers: { 'idempotency-key': key } });
  // Any of the keys may be first: its calls share one payment, the others are refused.
  const keys = ['a', 'a', 'b', 'c'];
  const results = await Promise.all(keys.map(pay));
  const [first] = keys.filter((_, place) => results[place]?.status === 200);
  expect(results.map(({ status }) => status)).toEqual(keys.map((key) => (key === first ? 200 : 409)));
  expect((await pay('d')).body.code).toBe('invoice:error.paid');
  expect(await p.ok(wallet.balance, {}, { token })).toEqual({ balance: 248_000 - 160_000 });
  const { invoice: paid } = await p.ok(invoice.get, { invoiceId: demo.proformaId }, { token });
  expect(paid).toMatchObject({ state: 'closed', payment: 'paid', number: '2026-000006', total: 160_000 });
  // It isn't on the monthly invoice as well.
  expect((await list(p, token, 'current'))[0]?.total).toBe(200_000);
  expect((await p.try(invoice.cancelProforma, { invoiceId: demo.proformaId }, { token })).body.code).toBe('invoice:error.paid');
});

test('an insufficient balance is refused with 402 and the missing amount; credit and expired offers with 409', async () => {
  const { p, token } = await signedIn();
  const { invoice: large } = await p.ok(invoice.createProforma, { items: [{ service: 'consulting', hours: 10 }] }, { token });
  const low = await p.try(invoice.pay, { invoiceId: large.id, method: 'wallet' }, { token });
  expect([low.status, low.body.code, low.body.needed]).toEqual([402, 'invoice:error.balance', 800_000 - 248_000]);
  const { invoice: credit } = await p.ok(invoice.createProforma, { amount: 10_000 }, { token });
  expect((await p.try(invoice.pay, { invoiceId: credit.id, method: 'wallet' }, { token })).body.code).toBe('invoice:error.creditByWallet');
  p.clock.now += 15 * DAY;
  const later = await p.signIn();
  expect((await p.try(invoice.pay, { invoiceId: demo.proformaId, method: 'wallet' }, { token: later })).body.code).toBe(
    'invoice:error.ended',
  );
  expect(await p.ok(wallet.balance, {}, { token: later })).toEqual({ balance: 248_000 });
});

test('the list is filtered by text, payment and time, and shows the total of the results', async () => {
  const { p, token } = await signedIn();
  const all = await p.ok(invoice.list, { state: 'closed' }, { token });
  expect([all.total, all.sum]).toEqual([5, 100_000]);
  expect((await p.ok(invoice.list, { state: 'closed', q: '2026-10' }, { token })).invoices.map(({ month }) => month)).toEqual(['2026-10']);
  expect((await p.ok(invoice.list, { state: 'closed', payment: 'unpaid' }, { token })).total).toBe(0);
  expect((await p.ok(invoice.list, { state: 'closed', from: '2026-10-01T00:00:00.000Z' }, { token })).total).toBe(2);
  const page = await p.ok(invoice.list, { state: 'closed', page: 2, perPage: 2 }, { token });
  expect([page.invoices.length, page.total]).toEqual([2, 5]);
});

test('the CSV has every item and the totals, and no formula that a spreadsheet would run', async () => {
  const { p, token } = await signedIn();
  const { file } = await p.ok(invoice.download, { invoiceId: demo.invoiceId, format: 'csv', language: 'en' }, { token });
  const text = Buffer.from(file.content, 'base64').toString();
  expect(file.name).toBe('2026-000005.csv');
  expect(text.split('\r\n')).toHaveLength(7);
  expect(text).toContain(',2026-10-20T01:00:00.000Z,2026-11-20T01:00:00.000Z,1,Month,20,20\r\n');
  expect(text).toContain('Total,,,,,,20\r\n');
  expect(text).toContain('Total without tax,,,,,,18.18\r\n');
});

test('an invoice of an earlier version is shown as it was issued: net amounts without units', async () => {
  const { p, token } = await signedIn();
  const row = await storedOne(p, 'invoice', { id: demo.invoiceId });
  const item = { id: 'old-item', invoiceId: 'old', place: 0, title: { key: key('invoice:item.credit') }, quantity: 1 };
  await p.store.write('t', async (tx) => {
    await tx
      .insertInto('invoice')
      .values({ ...row, id: 'old', number: '2025-000001', month: '2025-10' })
      .execute();
    const at = { fromAt: row.issuedAt, toAt: row.issuedAt, supply: null };
    await tx
      .insertInto('invoiceItem')
      .values({ ...item, unitPrice: 18_180, amount: 18_180, ...at })
      .execute();
  });
  const { invoice: old } = await p.ok(invoice.get, { invoiceId: 'old' }, { token });
  expect(old).toMatchObject({ sums: null, amount: 18_180, tax: 1_820, total: 20_000 });
  expect(old.items).toMatchObject([{ quantity: 1, unit: null, rate: null, exact: null, unitPrice: 18_180, amount: 18_180 }]);
  const { file } = await p.ok(invoice.download, { invoiceId: 'old', format: 'csv', language: 'en' }, { token });
  expect(Buffer.from(file.content, 'base64').toString()).toContain('Net amount,,,,,,18.18\r\nTax (10%),,,,,,1.82\r\nTotal,,,,,,20\r\n');
});

test('another account can’t find any of these invoices', async () => {
  const { p, token } = await signedIn(demo.second);
  for (const invoiceId of [demo.invoiceId, demo.proformaId, 'open-2026-11', 'open-2026-10'])
    expect((await p.try(invoice.get, { invoiceId }, { token })).status).toBe(404);
  for (const state of ['current', 'closed', 'proforma'] as const) expect(await list(p, token, state)).toEqual([]);
});

test('a charge booked while its month is being closed is on the next invoice', async () => {
  const p = await startProvider();
  const accountId = await readAccountId(p);
  p.clock.now = monthStart('2026-12') + 1000;
  await close(p);
  await move(p, accountId, -770, { at: monthStart('2026-12') - 5 });
  await close(p);
  const token = await p.signIn();
  expect((await list(p, token, 'current')).map(({ month, total }) => ({ month, total }))).toEqual([{ month: '2026-12', total: 770 }]);
});

test('numbers have no gaps when the months of many accounts are closed in parallel', async () => {
  const p = await startProvider();
  const template = await storedOne(p, 'user', { email: demo.email });
  const accounts = Array.from({ length: 20 }, (_, n) => ({ ...template, id: `account-${n}`, email: `a${n}@nasim.example`, mobile: null }));
  await p.store.write('t', (tx) => tx.insertInto('user').values(accounts).execute());
  for (const { id } of accounts) await move(p, id, -1000);
  p.clock.now = monthStart('2027-01') + DAY;
  const ids = { now: p.clock.now, newId: () => uuidv7(p.clock.now) };
  // Every account twice at once; each third one is rolled back first, which must release its number.
  const attempt = (id: string, fails: boolean) =>
    p.store.write(`account:${id}`, async (tx) => {
      await closeMonth(tx, ids, id, '2026-11');
      if (fails) throw new Error('crash');
    });
  await Promise.allSettled(accounts.flatMap(({ id }, place) => [attempt(id, place % 3 === 0), attempt(id, false)]));
  const rows = (await stored(p, 'invoice')).filter(({ number }) => number.startsWith('2027-'));
  const numbers = rows.map(({ number }) => Number(number.slice(5))).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, place) => place + 1));
});
