import { expect, test } from 'vitest';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { withoutMarks } from '../../../lib/format/isolate.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { HOUR } from '../../../lib/time.ts';

/** The second customer, with an hourly entry for each amount. */
async function started(amounts: readonly number[], domain = 'shop.example') {
  const p = await startProvider();
  const id = await readAccountId(p, demo.second);
  const from = p.clock.now - amounts.length * HOUR;
  const description = { key: 'plan:ledger.month', params: { domain } } as const;
  for (const [i, amount] of amounts.entries()) await move(p, id, amount, { at: from + i * HOUR, description, reference: `ref-${i}` });
  const as = { token: await p.signIn(demo.second) };
  return { p, as, from, list: async (input: object = {}) => (await p.ok(transaction.list, input, as)).transactions };
}

test('each line has the balance after it, even when the list is filtered', async () => {
  const { p, as, list } = await started([50_000, -20_000, 5_000, -1]);
  expect((await list()).map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    [-1, 34_999],
    [5_000, 35_000],
    [-20_000, 30_000],
    [50_000, 50_000],
  ]);
  expect((await list({ type: 'usage' })).map(({ balanceAfter }) => balanceAfter)).toEqual([34_999, 30_000]);
  expect((await p.ok(wallet.balance, {}, as)).balance).toBe(34_999);
});

test('pages have no gaps or repeats', async () => {
  const { p, as } = await started(Array.from({ length: 23 }, (_, i) => i + 1));
  const amounts: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Output<typeof transaction.list> = await p.ok(transaction.list, { limit: 5, ...(cursor && { cursor }) }, as);
    amounts.push(...page.transactions.map(({ amount }) => amount));
    cursor = page.nextCursor;
  }
  expect(amounts).toEqual(Array.from({ length: 23 }, (_, i) => 23 - i));
});

test('a time range and a search filter the list', async () => {
  const { list, from } = await started([1, 2, 3]);
  const at = (i: number) => new Date(from + i * HOUR).toISOString();
  expect((await list({ from: at(1), to: at(2) })).map(({ amount }) => amount)).toEqual([2]);
  expect((await list({ q: 'REF-2' })).map(({ amount }) => amount)).toEqual([3]);
  expect(await list({ q: 'SHOP.ex' })).toHaveLength(3);
  expect(await list({ q: '%' })).toHaveLength(0);
});

test('a search finds what the caller reads, in their language, and nothing else', async () => {
  const { p, as, list } = await started([1, 2]);
  const find = async (locale: (typeof locales)[number], q: string) => {
    const { body } = await p.try(transaction.list, { q }, { ...as, locale });
    return (body.transactions as Output<typeof transaction.list>['transactions']).length;
  };
  const { body } = await p.try(transaction.list, {}, { ...as, locale: 'fa' });
  const [line] = body.transactions as Output<typeof transaction.list>['transactions'];
  const [word = ''] = withoutMarks(line?.description ?? '').match(/[\u0600-\u06ff]{3,}/) ?? [];
  expect(word).not.toBe('');
  expect(await find('fa', word.replaceAll('ی', 'ي').replaceAll('ک', 'ك'))).toBe(2);
  expect(await find('en', word)).toBe(0);
  expect(await list({ q: 'REF-۱' })).toHaveLength(1);
  // The name of a text isn't the text.
  expect(await list({ q: 'ledger.month' })).toEqual([]);
});

test('pages of a search have no gaps or repeats, and balances over all lines', async () => {
  const { p, as } = await started([5, 6, 7, 8, 9]);
  const read = async (cursor?: string) => p.ok(transaction.list, { q: 'shop', limit: 2, ...(cursor && { cursor }) }, as);
  const first = await read();
  const second = await read(first.nextCursor ?? '');
  const third = await read(second.nextCursor ?? '');
  expect([first, second, third].flatMap(({ transactions }) => transactions.map(({ balanceAfter }) => balanceAfter))).toEqual([
    35, 26, 18, 11, 5,
  ]);
  expect(third.nextCursor).toBeNull();
});

test('nobody sees another customer’s lines', async () => {
  const { p } = await started([7]);
  const { transactions } = await p.ok(transaction.list, { limit: 200 }, { token: await p.signIn() });
  expect(transactions.filter(({ amount }) => amount === 7)).toEqual([]);
});

test.each(locales)('descriptions and the CSV are in the language of the caller: %s', async (locale) => {
  const { p, as } = await started([50_000, -20_005]);
  const { body } = await p.try(transaction.list, {}, { ...as, locale });
  expect(JSON.stringify(body)).not.toMatch(/plan:ledger|transaction:/);
  const { body: file } = await p.try(transaction.export, {}, { ...as, locale });
  const lines = String(file.csv).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(',-20.005,29.995,ref-1');
  expect(file.complete).toBe(true);
});

test('a name can’t run as a formula in a spreadsheet', async () => {
  const { p, as } = await started([-10], '=HYPERLINK("x")');
  const { csv } = await p.ok(transaction.export, {}, as);
  expect(csv).not.toMatch(/(^|,|")[=+@]/m);
});
