import { expect, test } from 'vitest';
import { demo, paste, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { choose, dialog, planPage } from '../../../../tests/support/planPage.tsx';
import { plan } from '../../../lib/contract/cdn/plan.ts';
// It loads on the first use, which takes seconds on a busy machine.
import './ActivateDialog.tsx';

const domainId = demo.planDomainId;

test('activates a higher plan with a voucher: the sum is exact, and what was shown is charged', async () => {
  const { user, card, balance, current } = await planPage();
  await user.click(card('com').getByRole('button', { name: choose('com') }));
  const opened = await dialog();
  expect(await opened.findByText(t('plan:dialog.total'))).toBeTruthy();
  await paste(opened.getByRole('textbox', { name: /Voucher/ }), 'declined');
  await user.click(opened.getByRole('button', { name: t('plan:dialog.apply') }));
  expect(await opened.findByText(t('plan:error.voucherDeclined'))).toBeTruthy();
  await user.clear(opened.getByRole('textbox', { name: /Voucher/ }));
  await user.paste('breeze20');
  await user.click(opened.getByRole('button', { name: t('plan:dialog.apply') }));
  expect(await opened.findByText(t('plan:dialog.applied'))).toBeTruthy();
  expect(opened.getByText('−$16.00')).toBeTruthy();
  const pay = opened.getByRole('button', { name: /^Pay \$/ });
  const total = Number(/\$([\d.]+)/.exec(pay.textContent ?? '')?.[1]);
  const before = await balance();
  await user.click(pay);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await current()).code).toBe('com');
  expect(before - (await balance())).toBe(Math.round(total * 1000));
  expect(await within(screen.getByRole('region', { name: t('plan:now.title') })).findByText(t('common:plan.com'))).toBeTruthy();
});

test('a lower plan says what is lost before it is, and what comes back', async () => {
  const { user, card, balance, current } = await planPage();
  await user.click(card('free').getByRole('button', { name: choose('free') }));
  const opened = await dialog();
  expect(opened.getByRole('heading', { name: t('plan:dialog.losses') })).toBeTruthy();
  expect(opened.getByText('WebSockets')).toBeTruthy();
  expect(await opened.findByText(t('plan:dialog.back'))).toBeTruthy();
  // Nothing is bought, so there is nothing that a voucher could lower.
  expect(opened.queryByRole('textbox', { name: /Voucher/ })).toBeNull();
  const before = await balance();
  await user.click(opened.getByRole('button', { name: t('plan:dialog.change', { plan: t('common:plan.free') }) }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await current()).toMatchObject({ code: 'free', bought: null });
  expect(await balance()).toBeGreaterThan(before);
});

test('a balance that will not do names what is missing, and the button says why it can’t be pressed', async () => {
  await planPage('ketabnama.example', '?choose=pro&period=year');
  const opened = await dialog();
  const pay = await opened.findByRole('button', { name: /^Pay \$/ });
  expect(pay.getAttribute('aria-disabled')).toBe('true');
  expect(opened.getByRole('link', { name: t('plan:dialog.addCredit') }).getAttribute('href')).toBe(
    `/finance/top-up?returnTo=${encodeURIComponent('/domains/ketabnama.example/plan?choose=pro&period=year')}`,
  );
  expect(opened.getAllByText(/You need .* more/).length).toBeGreaterThan(0);
});

test('a change in another tab is not paid for at the old price: the new sum is shown', async () => {
  const { user, balance, card, request } = await planPage();
  await user.click(card('pro').getByRole('button', { name: choose('pro') }));
  const opened = await dialog();
  await opened.findByText(t('plan:dialog.total'));
  await request(plan.activate, { domainId, plan: 'com' });
  const between = await balance();
  await user.click(opened.getByRole('button', { name: /^Pay \$/ }));
  expect(await opened.findByText(t('plan:error.changed'))).toBeTruthy();
  expect(await balance()).toBe(between);
});
