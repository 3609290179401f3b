import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { demo, fill, inPanel, paste, t, userEvent, withProvider } from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import Customer from './Customer.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './CreditForm.tsx';

beforeEach(() => history.replaceState(null, '', '/operator/customers'));

test('a customer is credited with a reason; a request of another operator is approved', async () => {
  await withProvider({ signedIn: demo.operator });
  const user = userEvent.setup();
  render(<Customer customerId={demo.customerId} />);
  await screen.findByRole('heading', { level: 1, name: demo.second });
  await user.click(screen.getByRole('button', { name: t('operatorCustomer:credit.title') }));
  const form = await screen.findByRole('form', { name: t('operatorCustomer:credit.title') });
  const book = () => user.click(within(form).getByRole('button', { name: t('operatorCustomer:credit.book') }));
  await book();
  await within(form).findByText(t('operatorCustomer:error.reason'));
  await paste(within(form).getByRole('textbox', { name: t('operatorCustomer:credit.reason') }), 'For ticket 7');
  await user.type(within(form).getByLabelText(t('operatorCustomer:credit.amount', { currency: 'USD' })), '500');
  // Above the limit for a single operator.
  await within(form).findByRole('button', { name: t('operatorCustomer:credit.request') });
  const amount = within(form).getByLabelText(t('operatorCustomer:credit.amount', { currency: 'USD' }));
  await fill(amount, '5');
  await book();
  await screen.findByText('Credit from support: For ticket 7');

  await user.click(screen.getByRole('button', { name: t('operatorCustomer:requests.reject') }));
  await screen.findByText(t('operatorCustomer:requests.rejected'));
});

test('the panel of a customer is opened with a reason, only if they allow it', async () => {
  const { running: p, user } = await inPanel({ signedIn: demo.operator });
  const leave = vi.spyOn(navigate, 'leave').mockImplementation(() => {});
  render(<Customer customerId={demo.customerId} />);
  await user.click(await screen.findByRole('button', { name: t('operatorView:open') }));
  const form = await screen.findByRole('form', { name: t('operatorView:open') });
  await user.click(within(form).getByRole('button', { name: t('operatorView:start') }));
  await within(form).findByText(t('operatorView:error.reason'));
  await paste(within(form).getByRole('textbox', { name: t('operatorView:field.reason') }), 'For ticket 7');
  await user.click(within(form).getByRole('button', { name: t('operatorView:start') }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/dashboard'));
  expect(await p.store.reader.selectFrom('supportView').select('reason').execute()).toEqual([{ reason: 'For ticket 7' }]);
  leave.mockRestore();
});

test('without consent the button is locked and says why', async () => {
  const p = await withProvider({ signedIn: demo.operator });
  await p.store.write('t', (tx) => tx.deleteFrom('supportConsent').execute());
  render(<Customer customerId={demo.customerId} />);
  const button = await screen.findByRole('button', { name: t('operatorView:open') });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(await screen.findByText(t('operatorView:notAllowed'))).toBeTruthy();
});
