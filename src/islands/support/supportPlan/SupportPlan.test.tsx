import { expect, test, vi } from 'vitest';
import { demo, inPanel, openPage, render, screen, t, userEvent, waitFor, within, withProvider } from '../../../../tests/support/panel.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { navigate } from '../../../browser/navigate.ts';
import SupportPlan from './SupportPlan.tsx';

const activate = () => screen.findByRole('button', { name: t('supportPlan:dialog.title', { plan: t('supportPlan:plan.priority') }) });

test('a plan is paid after its price was shown, and becomes the account’s plan', async () => {
  const { running: p, user } = await openPage(<SupportPlan />);
  await user.click(await activate());
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: t('supportPlan:dialog.pay', { amount: '$29.00' }) }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('button', { name: t('supportPlan:dialog.extend', { plan: t('supportPlan:plan.priority') }) });
  expect(await p.store.reader.selectFrom('supportPlan').select('plan').execute()).toEqual([{ plan: 'priority' }]);
});

test('a balance that is too small shows the missing amount', async () => {
  await withProvider({ signedIn: demo.second });
  const user = userEvent.setup();
  render(<SupportPlan />);
  await user.click(await activate());
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(t('supportPlan:dialog.low', { balance: '$0.00', needed: '$29.00' }));
  expect(within(dialog).getByRole('button', { name: t('supportPlan:dialog.pay', { amount: '$29.00' }) })).toHaveProperty('disabled', true);
});

test('consulting is estimated and becomes a ticket', async () => {
  const { running: p, user } = await inPanel();
  const went: string[] = [];
  vi.spyOn(navigate, 'to').mockImplementation((path) => void went.push(path));
  render(<SupportPlan />);
  await user.click(await screen.findByRole('radio', { name: new RegExp(t('supportPlan:consulting.expert')) }));
  await screen.findByText(t('supportPlan:consulting.total', { total: '$320.00' }));
  await user.type(screen.getByRole('textbox', { name: t('supportPlan:consulting.subject') }), 'Failover');
  await user.type(screen.getByRole('textbox', { name: t('supportPlan:consulting.message') }), 'Two data centers');
  await user.click(screen.getByRole('button', { name: t('supportPlan:consulting.submit') }));
  await waitFor(() => expect(went).toHaveLength(1));
  const made = await storedOne(p, 'ticket', { title: 'Failover' });
  expect(went).toEqual([`/tickets/${made.id}`]);
});
