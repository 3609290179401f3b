// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { navigate } from '../../../lib/navigate.ts';
import SupportPlan from './SupportPlan.tsx';

const t = translator('en');
afterEach(cleanup);
const activate = () => screen.findByRole('button', { name: t('supportPlan:dialog.title', { plan: t('supportPlan:plan.priority') }) });

test('a plan is paid after its price was shown, and becomes the account’s plan', async () => {
  const p = await withProvider();
  const user = userEvent.setup();
  render(<SupportPlan />);
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
  const p = await withProvider();
  const went: string[] = [];
  navigate.to = (path) => void went.push(path);
  const user = userEvent.setup();
  render(<SupportPlan />);
  await user.click(await screen.findByRole('radio', { name: new RegExp(t('supportPlan:consulting.expert')) }));
  await screen.findByText(t('supportPlan:consulting.total', { total: '$320.00' }));
  await user.type(screen.getByRole('textbox', { name: t('supportPlan:consulting.subject') }), 'Failover');
  await user.type(screen.getByRole('textbox', { name: t('supportPlan:consulting.message') }), 'Two data centers');
  await user.click(screen.getByRole('button', { name: t('supportPlan:consulting.submit') }));
  await waitFor(() => expect(went).toHaveLength(1));
  const made = await p.store.reader.selectFrom('ticket').selectAll().where('title', '=', 'Failover').executeTakeFirstOrThrow();
  expect(went).toEqual([`/tickets/${made.id}`]);
});
