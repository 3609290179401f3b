import { beforeEach, expect, test, vi } from 'vitest';
import { demo, openPage, render, screen, t, waitFor, within, withProvider } from '../../../../tests/support/panel.ts';
import { spendDownTo } from '../../../../tests/support/wallet.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import Transactions from './Transactions.tsx';

beforeEach(() => history.replaceState(null, '', '/finance/transactions'));

async function renderPage() {
  const { user, request } = await openPage(<Transactions />);
  const table = () => screen.findByRole('table', { name: t('transaction:title') });
  const rows = async () =>
    within(await table())
      .getAllByRole('row')
      .slice(1);
  await table();
  const { transactions } = await request(transaction.list, { limit: 200 });
  return { user, rows, transactions };
}

test('each line has its sign, its kind and the balance after it, the newest first', async () => {
  const { rows, transactions } = await renderPage();
  const lines = await rows();
  expect(lines).toHaveLength(Math.min(50, transactions.length));
  for (const [index, line] of lines.entries()) {
    const one = transactions[index];
    if (!one) throw new Error('a line too many');
    const amount = formatMoney(one.amount, 'en', { exact: true });
    expect(line.textContent).toContain(one.amount > 0 ? `+${amount}` : amount);
    expect(line.textContent).toContain(formatMoney(one.balanceAfter, 'en', { exact: true }));
    expect(line.textContent).toContain(t(`transaction:type.${one.type}`));
  }
});

test('a balance below zero stands in its line', async () => {
  const running = await withProvider();
  await spendDownTo(running, -3_210);
  render(<Transactions />);
  const table = await screen.findByRole('table', { name: t('transaction:title') });
  expect(within(table).getAllByRole('row')[1]?.textContent).toContain(formatMoney(-3_210, 'en'));
});

test('a kind, a period and a search narrow the list, in the address too; together they can be cleared', async () => {
  const { user, rows, transactions } = await renderPage();
  const all = (await rows()).length;
  const topUps = transactions.filter(({ type }) => type === 'topUp').length;
  expect(topUps).toBeGreaterThan(0);
  expect(topUps).toBeLessThan(all);
  await user.click(screen.getByRole('button', { name: t('transaction:type.topUp') }));
  await waitFor(async () => expect(await rows()).toHaveLength(topUps));
  await waitFor(() => expect(location.search).toContain('type=topUp'));
  await user.click(screen.getByRole('button', { name: t('transaction:type.topUp') }));
  await waitFor(async () => expect(await rows()).toHaveLength(all));
  await user.type(screen.getByRole('searchbox', { name: t('transaction:search') }), 'ketabnama');
  await waitFor(async () => {
    for (const row of await rows()) expect(row.textContent).toContain('ketabnama.example');
  });
  await user.type(screen.getByRole('searchbox', { name: t('transaction:search') }), ' nowhere');
  await user.click(await screen.findByRole('button', { name: t('common:list.clearFilters') }));
  await waitFor(async () => expect(await rows()).toHaveLength(all));
  await waitFor(() => expect(location.search).toBe(''));
});

test('the CSV has what the filters show', async () => {
  const { user, rows, transactions } = await renderPage();
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const topUps = transactions.filter(({ type }) => type === 'topUp');
  await user.click(screen.getByRole('button', { name: t('transaction:type.topUp') }));
  await waitFor(async () => expect(await rows()).toHaveLength(topUps.length));
  await user.click(screen.getByRole('button', { name: t('common:list.exportCsv') }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [head, ...lines] = ((await saved[0]?.text()) ?? '').replace('\ufeff', '').trim().split('\r\n');
  expect(head?.split(',').length).toBeGreaterThan(4);
  expect(lines).toHaveLength(topUps.length);
  expect(lines.every((line) => line.includes(t('transaction:type.topUp')))).toBe(true);
});

test('an account without transactions reads what will be here, and can’t save an empty file', async () => {
  await openPage(<Transactions />, { signedIn: demo.second });
  expect(await screen.findByText(t('transaction:empty.title'))).toBeTruthy();
  const save = screen.getByRole('button', { name: t('common:list.exportCsv') });
  expect((save as HTMLButtonElement).disabled).toBe(true); // the button of the page
});
