import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  breakCalls,
  demo,
  expectDialog,
  fill,
  inPanel,
  reopen,
  t,
  type User,
  userEvent,
  withProvider,
} from '../../../../tests/support/panel.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { closeAllDialogs } from '../../../browser/stores/dialogs.ts';
import { operatorPayment } from '../../../lib/contract/finance/operatorPayment.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { Payments } from './Payments.tsx';

/** The payments of the second customer, who has paid an amount in mills. */
async function renderPage(amount: number) {
  const { running, user } = await inPanel({ signedIn: demo.operator });
  const token = await running.signIn(demo.second);
  const { payment: made } = await running.ok(payment.create, { amount, gateway: 'sandbox' }, { token });
  await running.ok(payment.sandboxChoose, { paymentId: made.id, outcome: 'pay' }, { token });
  await running.ok(payment.verify, { paymentId: made.id }, { token });
  render(<Payments accountId={demo.customerId} />);
  const list = within(await screen.findByRole('list', { name: t('operatorPayment:title') }));
  return { running, user, list, made };
}

async function openForm(user: User) {
  await user.click(screen.getByRole('button', { name: t('operatorPayment:refund') }));
  const form = within(await screen.findByRole('form', { name: t('operatorPayment:form.title') }));
  const amount = form.getByRole('spinbutton', { name: t('operatorPayment:form.amount', { currency: 'USD' }) });
  const reason = form.getByRole('textbox', { name: t('operatorPayment:form.reason') });
  const type = async (text: string) => {
    await fill(amount, text);
  };
  return { form, reason, type };
}

test.each([
  ['cancel', 'cancelled'],
  ['fail', 'declined'],
] as const)('a payment that ended with %s says so: only one that failed is called that', async (outcome, failure) => {
  const { running } = await inPanel({ signedIn: demo.operator });
  const token = await running.signIn(demo.second);
  const { payment: made } = await running.ok(payment.create, { amount: 20_000, gateway: 'sandbox' }, { token });
  await running.ok(payment.sandboxChoose, { paymentId: made.id, outcome }, { token });
  await running.ok(payment.verify, { paymentId: made.id }, { token });
  render(<Payments accountId={demo.customerId} />);
  const list = within(await screen.findByRole('list', { name: t('operatorPayment:title') }));
  expect(list.getByText(t(`operatorPayment:failure.${failure}`))).toBeTruthy();
  expect(list.queryByText(t('operatorPayment:status.failed'))).toBeNull();
});

test('a part of a payment is refunded with a reason, after what happens was said', async () => {
  const { running, user, list } = await renderPage(80_000);
  expect(list.getByText('$80.00')).toBeTruthy();
  const { form, reason, type } = await openForm(user);
  await type('30');
  expect(form.getByText(t('operatorPayment:form.wallet', { amount: '$30.00' }))).toBeTruthy();
  expect(form.getByText(t('operatorPayment:form.final'))).toBeTruthy();
  const submit = () => user.click(form.getByRole('button', { name: t('operatorPayment:form.submit', { amount: '$30.00' }) }));
  await submit();
  expect(await form.findByText(t('error:required'))).toBeTruthy();
  await user.type(reason, 'Paid twice');
  await submit();
  expect(await list.findByText(t('operatorPayment:refundOf', { amount: '$30.00' }))).toBeTruthy();
  expect(list.getByText('Paid twice')).toBeTruthy();
  expect(await stored(running, 'refund')).toMatchObject([{ amount: 30_000, status: 'pending' }]);
});

test('more than is left is refused at its field', async () => {
  const { user } = await renderPage(80_000);
  const { form, reason, type } = await openForm(user);
  await type('80.01');
  await user.type(reason, 'x');
  await user.click(form.getByRole('button', { name: t('operatorPayment:form.submit', { amount: '$80.01' }) }));
  expect(await form.findByText(t('payment:error.refundRange', { max: '$80.00' }))).toBeTruthy();
});

test('a large refund waits for another operator, who approves it after a question', async () => {
  const { running, user, list, made } = await renderPage(200_000);
  const { form, reason } = await openForm(user);
  // All of it is offered; the bonus isn’t paid back.
  expect(form.getByText(t('operatorPayment:form.walletLater', { amount: '$200.00' }))).toBeTruthy();
  await user.type(reason, 'Contract ended');
  await user.click(form.getByRole('button', { name: t('operatorPayment:form.request') }));
  expect(await list.findByText(t('operatorPayment:refundStatus.waiting'))).toBeTruthy();
  const own = list.getByRole('button', { name: t('operatorPayment:approve') });
  expect(own.getAttribute('aria-disabled')).toBe('true');
  expect(list.getByRole('button', { name: t('operatorPayment:withdraw') })).toBeTruthy();
  // Asked for by somebody else.
  const { id } = await storedOne(running, 'user', { email: demo.email });
  await updateStored(running, 'refund', { paymentId: made.id }, { operatorId: id });
  closeAllDialogs();
  reopen(<Payments accountId={demo.customerId} />);
  await waitFor(() => expect(screen.getByRole('button', { name: t('operatorPayment:reject') })).toBeTruthy());
  await user.click(screen.getByRole('button', { name: t('operatorPayment:approve') }));
  const dialog = expectDialog();
  expect(dialog.description).toBe('Contract ended');
  await dialog.run();
  expect(await screen.findByText(t('operatorPayment:refundStatus.pending'))).toBeTruthy();
});

test('an account without payments has no card; what can’t be loaded says so', async () => {
  await withProvider({ signedIn: demo.operator });
  const { container, unmount } = render(<Payments accountId={demo.customerId} />);
  await waitFor(() => expect(container.textContent).toBe(''));
  unmount();
  const restore = breakCalls(operatorPayment.list);
  const user = userEvent.setup();
  render(<Payments accountId="another" />);
  expect(await screen.findByText(t('operatorPayment:loadFailed'))).toBeTruthy();
  restore();
  await user.click(screen.getByRole('button', { name: t('common:retry') }));
  await waitFor(() => expect(screen.queryByText(t('operatorPayment:loadFailed'))).toBeNull());
});
