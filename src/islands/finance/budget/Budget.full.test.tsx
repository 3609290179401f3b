import { expect, test } from 'vitest';
import { fill, inPanel, openPage, render, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { budget } from '../../../lib/contract/finance/budget.ts';
import Budget from './Budget.tsx';

async function renderPage() {
  const { user, request } = await openPage(<Budget />);
  await screen.findByRole('form', { name: t('budget:title') });
  const saved = async () => (await request(budget.get, {})).budget;
  return { user, saved, request };
}

test('a budget with thresholds and a pausing cap is simulated with last month’s charges and saved', async () => {
  const { user, saved } = await renderPage();
  expect(screen.getByText('$200.00')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('budget:budget.on')) }));
  await user.click(screen.getByRole('checkbox', { name: t('budget:budget.percent', { n: '90%' }) }));
  await user.click(screen.getByRole('checkbox', { name: t('budget:cap.on') }));
  const cap = screen.getByRole('spinbutton', { name: t('budget:cap.amount', { currency: 'US Dollar' }) });
  await fill(cap, '20');
  expect(await screen.findByText(/would have been reached on Oct 20, 2026/)).toBeTruthy();
  expect(screen.getByText(t('budget:cap.edge'))).toBeTruthy();
  // Nothing is chosen, and this month's charges have passed the cap.
  for (const option of screen.getAllByRole('radio')) expect(option.getAttribute('aria-checked')).toBe('false');
  const reached = t('budget:rehearse.reached', { spent: '$200.00' });
  expect(screen.getByText(`${reached} ${t('budget:rehearse.saving.choose')}`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:save') }));
  expect(await screen.findByText(t('budget:error.action'))).toBeTruthy();
  expect((await saved()).version).toBe(0);
  await user.click(screen.getByRole('radio', { name: new RegExp(t('budget:cap.pause')) }));
  expect(screen.getByText(`${reached} ${t('budget:rehearse.saving.pause')}`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:save') }));
  await waitFor(async () =>
    expect(await saved()).toEqual({
      monthly: 100_000,
      thresholds: [50, 80, 90, 100],
      hardCap: 20_000,
      capAction: 'pause',
      perDomain: [],
      version: 1,
    }),
  );
});

test('an amount of zero is refused at its field, and a change elsewhere is shown before it is overwritten', async () => {
  const { user, saved, request } = await renderPage();
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('budget:budget.on')) }));
  const amount = screen.getByRole('spinbutton');
  await user.clear(amount);
  await user.click(screen.getByRole('button', { name: t('common:save') }));
  expect(await screen.findByText(t('budget:error.amount'))).toBeTruthy();
  await user.type(amount, '70');
  const theirs = { monthly: 30_000, thresholds: [], hardCap: null, capAction: 'notify' as const, perDomain: [] };
  await request(budget.update, theirs);
  await user.click(screen.getByRole('button', { name: t('common:save') }));
  expect(await screen.findByText(t('budget:conflict'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:conflict.take') }));
  expect((await saved()).monthly).toBe(30_000);
});

test('actions of the edge are offered while one is connected, for the account and for a domain', async () => {
  const { running, user, request } = await inPanel({ env: { EDGE_DRIVER: 'node' } });
  const node = { id: 'edge-1', hostname: 'edge', versions: {}, refused: {}, startedAt: 1, seenAt: running.clock.now };
  await running.store.write('t', (tx) => tx.insertInto('edgeNode').values(node).execute());
  render(<Budget />);
  await user.click(await screen.findByRole('checkbox', { name: t('budget:cap.on') }));
  await user.click(await screen.findByRole('radio', { name: new RegExp(t('budget:cap.cacheOnly')) }));
  expect(screen.getByText(t('budget:cap.limits'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect((await request(budget.get, {})).budget.capAction).toBe('cacheOnly'));
});
