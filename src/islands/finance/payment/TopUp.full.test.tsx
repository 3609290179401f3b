import { expect, test, vi } from 'vitest';
import { zarinpalBank } from '../../../../tests/support/gateways.ts';
import { cleanup, demo, inPanel, openPage, render, screen, t, waitFor, withProvider } from '../../../../tests/support/panel.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { topUpPage } from '../../../../tests/support/topUpPage.tsx';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { voucher } from '../../../lib/contract/finance/voucher.ts';
import PaymentResult from './PaymentResult.tsx';
import Sandbox from './Sandbox.tsx';
import TopUp from './TopUp.tsx';

test('amounts that can’t be paid are refused at their field, and no payment is made', async () => {
  const { type, pay, made, amount } = await topUpPage();
  for (const [text, message] of [
    ['4.99', 'payment:error.amountRange'],
    ['12.345', 'payment:error.amount'],
    ['10000.01', 'payment:error.amountRange'],
    ['much', 'payment:error.amount'],
  ] as const) {
    await type(text);
    await pay();
    expect(await screen.findByText(t(message)), text).toBeTruthy();
    expect(amount.getAttribute('aria-invalid'), text).toBe('true');
  }
  expect(await made()).toEqual([]);
});

test('amounts are understood in the digits of the language', async () => {
  const { type, pay, made } = await topUpPage();
  await type('۱۲٫۵۰');
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ amount: 12_500 }]));
});

test('a card is saved only where it is ticked; the sandbox asks which one', async () => {
  const { user, pay, made, running } = await topUpPage();
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('payment:field.saveCard')) }));
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ saveCard: true }]));
  const [{ id } = { id: '' }] = await made();
  cleanup();
  history.replaceState(null, '', `/finance/top-up/sandbox?payment=${id}`);
  render(<Sandbox />);
  await user.click(await screen.findByRole('radio', { name: /0002/ }));
  await user.click(screen.getByRole('button', { name: t('payment:sandbox.pay') }));
  const chosen = () => stored(running, 'sandboxPayment', { paymentId: id });
  await waitFor(async () => expect(await chosen()).toMatchObject([{ outcome: 'pay', card: 'declined' }]));
  cleanup();
  history.replaceState(null, '', `/finance/top-up/return?payment=${id}`);
  render(<PaymentResult />);
  expect(await screen.findByText(t('payment:result.paid'))).toBeTruthy();
  expect(screen.getByText(t('payment:result.paidText', { total: '$103.00', balance: '$103.00' }))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('payment:result.automatic') }).getAttribute('href')).toBe('/finance/top-up/automatic');
  expect(await running.store.reader.selectFrom('savedCard').select('last4').where('id', '!=', demo.cardId).execute()).toEqual([
    { last4: '0002' },
  ]);
});

test('a gateway that can’t save cards says so', async () => {
  const { gateway } = await zarinpalBank();
  await topUpPage({ gateways: [gateway] });
  expect(screen.getByText(t('payment:noSaving'))).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('without a gateway it says whom to ask', async () => {
  await openPage(<TopUp />, { signedIn: demo.second, gateways: [] });
  expect(await screen.findByText(t('payment:noGateway.title'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
});

test.each([
  ['fail', 'declined'],
  ['cancel', 'cancelled'],
] as const)('a payment that ends with %s says why, and can be tried again with its amount and gift code', async (outcome, failure) => {
  const { request } = await inPanel();
  await request(payment.sandboxChoose, { paymentId: demo.paymentId, outcome });
  history.replaceState(null, '', `/finance/top-up/return?payment=${demo.paymentId}`);
  render(<PaymentResult />);
  expect(await screen.findByText(t(`payment:result.${failure}`))).toBeTruthy();
  expect(screen.getByText(t(`payment:result.failure.${failure}`))).toBeTruthy();
  expect(screen.queryByText(t('payment:result.failed'))).toBeNull();
  const again = screen.getByRole('link', { name: t('payment:result.again') }).getAttribute('href');
  expect(again).toBe(`/finance/top-up?again=${demo.paymentId}`);
});

test.each(['fail', 'cancel'] as const)(
  'after %s, trying again has the amount and the gift code that the wallet promised',
  async (outcome) => {
    const { request, user, running } = await inPanel({ signedIn: demo.second });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await request(voucher.apply, { code: 'BREEZE5' });
    const { payment: first } = await request(payment.create, { amount: 150_000, gateway: 'sandbox', giftCode: 'BREEZE5' });
    await request(payment.sandboxChoose, { paymentId: first.id, outcome });
    await request(payment.verify, { paymentId: first.id });
    expect((await request(voucher.pending, {})).voucher?.code).toBe('BREEZE5');
    history.replaceState(null, '', `/finance/top-up?again=${first.id}`);
    render(<TopUp />);
    const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: t('payment:field.amount') });
    expect(amount.value).toBe('150');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(t('payment:field.gift')) }).value).toBe('BREEZE5');
    // 150 with its bonus of 3 % and the gift.
    expect((await screen.findAllByText('$159.50')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: /^Pay / }));
    const made = async () => (await stored(running, 'payment', { status: 'pending' })).filter(({ id }) => id !== demo.paymentId);
    await waitFor(async () => expect(await made()).toMatchObject([{ amount: 150_000, gift: 5_000, giftCode: 'BREEZE5' }]));
  },
);

test('a top-up whose gift code was used for a later one says so', async () => {
  const { request } = await inPanel({ signedIn: demo.second });
  const start = async () => (await request(payment.create, { amount: 20_000, gateway: 'sandbox', giftCode: 'SPRING10' })).payment.id;
  const first = await start();
  await start();
  history.replaceState(null, '', `/finance/top-up/return?payment=${first}`);
  render(<PaymentResult />);
  expect(await screen.findByText(t('payment:result.replaced'))).toBeTruthy();
  expect(screen.getByText(t('payment:result.failure.replaced'), { exact: false })).toBeTruthy();
  expect(screen.queryByRole('link', { name: t('payment:result.again') })).toBeNull();
});

test('an unpaid payment waits, and one of somebody else is not found', async () => {
  await withProvider();
  history.replaceState(null, '', `/finance/top-up/return?payment=${demo.paymentId}`);
  render(<PaymentResult />);
  expect(await screen.findByText(t('payment:result.pending'))).toBeTruthy();
  cleanup();
  await openPage(<PaymentResult />, { signedIn: demo.second });
  expect(await screen.findByText(t('payment:result.unknown'))).toBeTruthy();
});
