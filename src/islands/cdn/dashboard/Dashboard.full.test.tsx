import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { breakCalls, demo, inPanel, reopen, userEvent, withProvider } from '../../../../tests/support/panel.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { spendDownTo } from '../../../../tests/support/wallet.ts';
import { callQueryKey, queryClient } from '../../../browser/api/query.ts';
import { $auth } from '../../../browser/stores/session.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import Dashboard from './Dashboard.tsx';

const at = (hour: number) => vi.setSystemTime(new Date(2026, 10, 20, hour));

it('greets by the time of day and shows what is new, what waits and the balance', async () => {
  const { request } = await inPanel();
  const { profile } = await request(auth.profile, {});
  at(9);
  $auth.set({ state: 'in', profile });
  render(<Dashboard />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Good morning, Sara');
  const table = await screen.findByRole('table', { name: 'Recent domains' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual(
    ['atlas-shop', 'ketabnama', 'parvaz', 'rosewater', 'old-blog'].map((name) => `/domains/${name}.example`),
  );
  expect(rows[2]?.textContent).toMatch(/Active.*Enterprise.*12/);
  expect(await screen.findByText(/is waiting for a name server change\. Set these two/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy ns1.nasim.example' })).toBeTruthy();
  expect(screen.getByText('You have 5 domains. One of them is waiting for a name server change.')).toBeTruthy();
  expect(await screen.findByText('$248.00')).toBeTruthy();
});

it('shows the requests of the last 24 hours beside the domains that have any', async () => {
  const { provider, clock } = await withProvider();
  const lines = [1, 2].map((n) => createLogEntry({ id: `r${n}`, at: clock.now - n * 3_600_000, domainId: demo.domainId }));
  await provider.services.logs.ingest({ id: 'one', lines, receivedAt: clock.now });
  render(<Dashboard />);
  const table = await screen.findByRole('table', { name: 'Recent domains' });
  expect(await within(table).findByRole('columnheader', { name: 'Requests, 24 h' })).toBeTruthy();
  const row = within(table)
    .getByRole('link', { name: /parvaz/ })
    .closest('tr');
  expect(row && within(row).getByText('2')).toBeTruthy();
});

it('greets by the time of day also who has no first name', async () => {
  await withProvider();
  const greetings = [4, 5, 12, 18].map((hour) => {
    at(hour);
    const { unmount } = render(<Dashboard />);
    const { textContent } = screen.getByRole('heading', { level: 1 });
    unmount();
    return textContent;
  });
  expect(greetings).toEqual(['Good evening', 'Good morning', 'Good afternoon', 'Good evening']);
});

it('says that the balance is low by what is charged, not by what a year would cost by the month', async () => {
  const running = await withProvider();
  const { store, clock } = running;
  const set = (values: { period: 'year'; endsAt: number }) => updateStored(running, 'domainPlan', { domainId: demo.planDomainId }, values);
  await updateStored(running, 'domain', { id: demo.planDomainId }, { plan: 'pro' });
  await store.write('t', (tx) => tx.deleteFrom('domainPlan').where('domainId', '!=', demo.planDomainId).execute());
  await spendDownTo(running, 50_000);
  await set({ period: 'year', endsAt: clock.now + 200 * 86_400_000 });
  render(<Dashboard />);
  expect(await screen.findByText('$50.00')).toBeTruthy();
  await waitFor(() => expect(queryClient.getQueryData(callQueryKey(wallet.charges, {}))).toMatchObject({ total: 0 }));
  expect(screen.queryByText(/Your wallet has/)).toBeNull();

  await set({ period: 'year', endsAt: clock.now + 10 * 86_400_000 });
  reopen(<Dashboard />);
  const warning = 'Your wallet has $50.00, and your plans will cost $2,000.00 over the next 30 days. Add credit before then.';
  expect(await screen.findByText(warning)).toBeTruthy();
});

it('says what did not load, and tries again', async () => {
  const user = userEvent.setup();
  await withProvider();
  const restore = breakCalls(domain.list);
  render(<Dashboard />);
  const problem = (await screen.findByText('Your domains couldn’t be loaded')).closest('div')?.parentElement as HTMLElement; // the row of the message
  expect(within(problem).getByText('Not now.')).toBeTruthy();
  restore();
  await user.click(within(problem).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Recent domains' })).toBeTruthy();
});
