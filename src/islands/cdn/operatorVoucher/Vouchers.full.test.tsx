import { beforeEach, expect, test } from 'vitest';
import { demo, inPanel, render, screen, t, userEvent, within, withProvider } from '../../../../tests/support/panel.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import Vouchers from './Vouchers.tsx';

beforeEach(() => history.replaceState(null, '', '/operator/catalogue/vouchers'));

test('a voucher is created after a preview, and turned off', async () => {
  await withProvider({ signedIn: demo.operator });
  const user = userEvent.setup();
  render(<Vouchers />);
  await user.click(await screen.findByRole('button', { name: t('operatorVoucher:add') }));
  const form = within(await screen.findByRole('dialog'));
  await user.type(await form.findByRole('textbox', { name: t('catalogue:code.field.code') }), 'winter-10');
  const [percent] = await form.findAllByRole('spinbutton');
  if (!percent) throw new Error('the form has no percentage');
  await user.type(percent, '10');
  await user.click(form.getByRole('button', { name: t('catalogue:preview.open') }));
  await form.findByText(t('operatorVoucher:note.created'));
  await user.click(form.getByRole('button', { name: t('catalogue:preview.apply') }));

  await user.click(await screen.findByRole('button', { name: 'WINTER-10' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: t('catalogue:code.field.enabledLabel') }));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await user.click(await dialog.findByRole('button', { name: t('catalogue:preview.apply') }));
  expect(await screen.findByRole('row', { name: new RegExp(`WINTER-10.*${t('catalogue:code.state.off')}`) })).toBeTruthy();
});

test('who used a voucher is listed below its limits, with a link to the customer', async () => {
  const { running: p, user } = await inPanel({ signedIn: demo.operator });
  const use = { domainId: demo.planDomainId, plan: 'com', period: 'month', voucher: 'BREEZE20' } as const;
  await p.ok(plan.activate, use, { token: await p.signIn() });
  render(<Vouchers />);
  await user.click(await screen.findByRole('button', { name: 'BREEZE20' }));
  const uses = within(await screen.findByRole('region', { name: t('catalogue:code.uses') }));
  const { id } = await storedOne(p, 'user', { email: demo.email });
  expect(uses.getByRole('link', { name: demo.email }).getAttribute('href')).toContain(id);
});
