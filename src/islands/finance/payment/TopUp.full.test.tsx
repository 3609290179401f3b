// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { zarinpalBank } from '../../../../tests/support/gateways.ts';
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
      await user.paste(text);
    },
    pay: () => user.click(screen.getByRole('button', { name: /^Pay / })),
    made: () => running.store.reader.selectFrom('payment').selectAll().where('id', '!=', demo.paymentId).execute(),
  };
}

test('amounts that can’t be paid are refused at their field, and no payment is made', async () => {
  const { type, pay, made, amount } = await shown();
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
  const { type, pay, made } = await shown();
  await type('۱۲٫۵۰');
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ amount: 12_500 }]));
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
