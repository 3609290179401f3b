// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stripeBank, zarinpalBank } from '../../../../tests/support/gateways.ts';
import { withProvider } from '../../../../tests/support/island.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { translator } from '../../../lib/i18n/server.ts';
import PaymentResult from './PaymentResult.tsx';
import Sandbox from './Sandbox.tsx';
import TopUp from './TopUp.tsx';

const t = translator('en');
beforeEach(() => {
  history.replaceState(null, '', '/finance/top-up');
  // The router follows links; here nothing does.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A value of the summary. */
const sum = (key: 'amount' | 'bonus' | 'gift' | 'total' | 'after') =>
  screen.getByText(t(`payment:sum.${key}`)).closest('dt')?.nextElementSibling?.textContent;

/** The page of the second customer, whose wallet is empty. */
async function shown(options: Parameters<typeof withProvider>[0] = {}) {
  const running = await withProvider({ signedIn: demo.second, ...options });
  const user = userEvent.setup();
  render(<TopUp />);
  const amount = await screen.findByRole('textbox', { name: t('payment:field.amount') });
  return {
    running,
    user,
    amount,
    type: async (text: string) => {
      await user.clear(amount);
      await user.type(amount, text);
    },
    pay: () => user.click(screen.getByRole('button', { name: /^Pay / })),
    made: () => running.store.reader.selectFrom('payment').selectAll().where('id', '!=', demo.paymentId).execute(),
  };
}

test.each([
  ['4.99', 'payment:error.amountRange'],
  ['10000.01', 'payment:error.amountRange'],
  ['12.345', 'payment:error.amount'],
  ['much', 'payment:error.amount'],
] as const)('%s is refused at its field, and no payment is made', async (text, message) => {
  const { type, pay, made, amount } = await shown();
  await type(text);
  await pay();
  expect(await screen.findByText(t(message))).toBeTruthy();
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  expect(await made()).toEqual([]);
});

test('the sum has amount, bonus and the balance afterward, and the payment has what was shown', async () => {
  const { type, pay, made, user } = await shown();
  await type('250');
  expect([sum('amount'), sum('bonus'), sum('total'), sum('after')]).toEqual(['$250.00', '$12.50', '$262.50', '$262.50']);
  await user.click(screen.getByRole('button', { name: '$20' }));
  expect(sum('total')).toBe('$20.00');
  expect(screen.queryByText(t('payment:sum.bonus'))).toBeNull();
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ amount: 20_000, bonus: 0, gateway: 'sandbox', saveCard: 0 }]));
});

test('amounts are understood in the digits of the language', async () => {
  const { type, pay, made } = await shown();
  await type('۱۲٫۵۰');
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ amount: 12_500 }]));
});

test('a gift code is refused at its field with the reason; a good one is in the sum and in the payment', async () => {
  const { user, pay, made } = await shown();
  const code = screen.getByRole('textbox', { name: new RegExp(t('payment:field.gift')) });
  const apply = async (text: string) => {
    await user.clear(code);
    await user.type(code, text);
    await user.click(screen.getByRole('button', { name: t('payment:apply') }));
  };
  await apply('AUTUMN25');
  expect(await screen.findByText(t('voucher:error.expired'))).toBeTruthy();
  await apply('NO-SUCH');
  expect(await screen.findByText(t('voucher:error.unknown'))).toBeTruthy();
  await apply('SPRING10');
  expect(await screen.findByText(t('payment:giftAdds', { amount: '$10.00' }))).toBeTruthy();
  expect(sum('total')).toBe('$113.00');
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ amount: 100_000, bonus: 3_000, gift: 10_000, giftCode: 'SPRING10' }]));
});

test('a card is saved only where it is ticked; the sandbox asks which one', async () => {
  const { user, pay, made, running } = await shown();
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('payment:field.saveCard')) }));
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ saveCard: 1 }]));
  const [{ id } = { id: '' }] = await made();
  cleanup();
  history.replaceState(null, '', `/finance/top-up/sandbox?payment=${id}`);
  render(<Sandbox />);
  await user.click(await screen.findByRole('radio', { name: /0002/ }));
  await user.click(screen.getByRole('button', { name: t('payment:sandbox.pay') }));
  await waitFor(async () =>
    expect(
      await running.store.reader.selectFrom('sandboxPayment').select(['outcome', 'card']).where('paymentId', '=', id).execute(),
    ).toEqual([{ outcome: 'pay', card: 'declined' }]),
  );
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
  await shown({ gateways: [gateway] });
  expect(screen.getByText(t('payment:noSaving'))).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a gateway that doesn’t answer is said above the button, and nothing is kept', async () => {
  const { gateway } = await stripeBank();
  const { pay, made } = await shown({ gateways: [{ ...gateway, start: () => Promise.reject(new Error('down')) }] });
  await pay();
  expect((await screen.findByRole('alert')).textContent).toBe(t('payment:error.gateway'));
  expect(await made()).toEqual([]);
});

test('without a gateway it says whom to ask', async () => {
  await withProvider({ signedIn: demo.second, gateways: [] });
  render(<TopUp />);
  expect(await screen.findByText(t('payment:noGateway.title'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
});

test.each([
  ['fail', 'payment:result.failure.declined'],
  ['cancel', 'payment:result.failure.cancelled'],
] as const)('a payment that ends with %s says why, and can be tried again', async (outcome, text) => {
  const running = await withProvider();
  await running.ok(payment.sandboxChoose, { paymentId: demo.paymentId, outcome }, { token: await running.signIn() });
  history.replaceState(null, '', `/finance/top-up/return?payment=${demo.paymentId}`);
  render(<PaymentResult />);
  expect(await screen.findByText(t('payment:result.failed'))).toBeTruthy();
  expect(screen.getByText(t(text))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('payment:result.again') }).getAttribute('href')).toBe('/finance/top-up');
});

test('an unpaid payment waits, and one of somebody else is not found', async () => {
  await withProvider();
  history.replaceState(null, '', `/finance/top-up/return?payment=${demo.paymentId}`);
  render(<PaymentResult />);
  expect(await screen.findByText(t('payment:result.pending'))).toBeTruthy();
  cleanup();
  await withProvider({ signedIn: demo.second });
  render(<PaymentResult />);
  expect(await screen.findByText(t('payment:result.unknown'))).toBeTruthy();
});
