import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { demo, inPanel, openPage, render, screen, t, waitFor, within, withProvider } from '../../../../tests/support/panel.ts';
import { spendDownTo } from '../../../../tests/support/wallet.ts';
import { voucher } from '../../../lib/contract/finance/voucher.ts';
import { walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { HOUR } from '../../../lib/time.ts';
import Wallet from './Wallet.tsx';

beforeEach(() => {
  history.replaceState(null, '', '/finance/wallet');
  // The chart asks for it; jsdom has none.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the balance, how long it lasts, the month and the last transactions are those of the ledger', async () => {
  const { request } = await openPage(<Wallet />);
  const { wallet } = await request(walletDetail.get, {});
  const { usage } = await request(walletDetail.usage, {});
  expect((await screen.findAllByText(formatMoney(wallet.balance, 'en'))).length).toBeGreaterThan(0);
  const stat = async (key: 'month' | 'forecast' | 'daily') =>
    (await screen.findByText(t(`walletDetail:stat.${key}`))).nextElementSibling?.textContent;
  await waitFor(async () => expect(await stat('month')).toBe(formatMoney(usage.spent, 'en', { exact: true })));
  expect(await stat('forecast')).toBe(formatMoney(usage.forecast, 'en', { exact: true }));
  expect(await stat('daily')).toBe(formatMoney(wallet.dailyBurn, 'en', { exact: true }));
  // The parts of the calculation are shown beside it.
  const { until, running: hourly, charges } = wallet.basis;
  const exact = (mills: number) => formatMoney(mills, 'en', { exact: true });
  const parts = { date: formatDate(until, 'en'), running: exact(hourly), charges: exact(charges), total: exact(hourly + charges) };
  expect(screen.getByText(t('walletDetail:basis', { ...parts, daily: exact(wallet.dailyBurn) }), { exact: false })).toBeTruthy();
  const rows = within(await screen.findByRole('table', { name: t('walletDetail:recent.title') })).getAllByRole('row');
  // The head, and the newest with the balance of now after it.
  expect(rows[1]?.textContent).toContain(formatMoney(wallet.balance, 'en', { exact: true }));
  expect(screen.getByRole('link', { name: t('walletDetail:addCredit') }).getAttribute('href')).toBe('/finance/top-up');
});

test('a balance below zero says how long services run, and which stop', async () => {
  const { running, request } = await inPanel();
  await spendDownTo(running, -12_340, { ago: HOUR });
  render(<Wallet />);
  expect(await screen.findByText(formatMoney(-12_340, 'en'))).toBeTruthy();
  expect((await screen.findByRole('timer', { name: t('walletDetail:negative.clock') })).textContent).toMatch(/^(23:00:00|22:59:5\d)$/);
  const { wallet } = await request(walletDetail.get, {});
  expect(wallet.atRisk.length).toBeGreaterThan(0);
  const stops = within((await screen.findByText(t('walletDetail:negative.list'))).closest('.card') as HTMLElement); // a card of the page
  expect(stops.getAllByRole('listitem').map((item) => item.firstElementChild?.textContent)).toEqual(wallet.atRisk.map(({ name }) => name));
});

test('after 24 hours below zero it says that services are stopped', async () => {
  const running = await withProvider();
  await spendDownTo(running, -12_340, { ago: 25 * HOUR });
  render(<Wallet />);
  expect(await screen.findByText(t('walletDetail:negative.over'))).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
});

test('the gift code that waits is part of the sum, and can be removed', async () => {
  const { user, request } = await openPage(<Wallet />);
  expect(await screen.findByText(t('walletDetail:voucher.gift', { code: 'BREEZE5', worth: '$5.00' }))).toBeTruthy();
  // $100 with its bonus of 3 % and the gift.
  expect(await screen.findByText('$108.00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('walletDetail:voucher.clear') }));
  expect(await screen.findByText('$103.00')).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('walletDetail:voucher.clear') })).toBeNull();
  expect(await request(voucher.pending, {})).toEqual({ voucher: null });
});

test('credit is added from the wallet, which is returned to', async () => {
  const { running, user } = await inPanel({ signedIn: demo.second });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  render(<Wallet />);
  await user.click(await screen.findByRole('button', { name: '$50' }));
  await user.click(screen.getByRole('button', { name: t('payment:pay', { amount: '$50' }) }));
  const made = () => running.store.reader.selectFrom('payment').selectAll().where('id', '!=', demo.paymentId).execute();
  await waitFor(async () => expect(await made()).toMatchObject([{ amount: 50_000, returnTo: '/finance/wallet', saveCard: false }]));
});

test('a new account reads that nothing was charged yet', async () => {
  await openPage(<Wallet />, { signedIn: demo.second });
  expect(await screen.findByText(t('walletDetail:recent.empty'))).toBeTruthy();
  expect(await screen.findByText(t('walletDetail:chart.empty'))).toBeTruthy();
  expect((await screen.findAllByText('$0.00')).length).toBeGreaterThan(0);
});
