// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withProvider } from '../../../tests/support/island.ts';
import { auth } from '../../lib/contract/auth.ts';
import { domain } from '../../lib/contract/domain.ts';
import { demo } from '../../lib/contract/fields.ts';
import { $auth } from '../../lib/stores/session.ts';
import Dashboard from './Dashboard.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const at = (hour: number) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, hour) });

describe('the dashboard', () => {
  it('greets by the time of day and shows what is new, what waits and the balance', async () => {
    const { ok, signIn } = await withProvider();
    const { profile } = await ok(auth.profile, {}, { token: await signIn() });
    at(9);
    $auth.set({ state: 'in', profile });
    render(<Dashboard />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Good morning, Sara');
    const table = await screen.findByRole('table', { name: 'Recent domains' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual(
      ['atlas-shop', 'ketabnama', 'parvaz', 'rosewater', 'old-blog'].map((name) => `/domains/${name}.example/dns`),
    );
    expect(rows[2]?.textContent).toMatch(/Active.*Enterprise.*12/);
    expect(await screen.findByText(/is waiting for its name servers\. Set these two/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy ns1.nasim.example' })).toBeTruthy();
    expect(screen.getByText('You have 5 domains. One of them is waiting for its name servers.')).toBeTruthy();
    expect(await screen.findByText('$248.00')).toBeTruthy();
  });

  it.each([
    [4, 'Good evening'],
    [5, 'Good morning'],
    [12, 'Good afternoon'],
    [18, 'Good evening'],
  ])('at %i o’clock it says %s, also to who has no first name', async (hour, greeting) => {
    await withProvider();
    at(hour);
    render(<Dashboard />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(greeting);
  });

  it('shows an empty account how to begin', async () => {
    const { ok, signIn } = await withProvider({ signedIn: demo.second });
    const token = await signIn(demo.second);
    const { domains } = await ok(domain.list, {}, { token });
    for (const { id, name } of domains) await ok(domain.delete, { domainId: id, confirm: name }, { token });
    render(<Dashboard />);
    expect((await screen.findByRole('link', { name: 'Add your first domain' })).getAttribute('href')).toBe('/domains/add');
    expect(screen.queryByRole('table')).toBeNull();
    expect(await screen.findByText('$0.00')).toBeTruthy();
  });

  it('says what did not load, and tries again', async () => {
    const user = userEvent.setup();
    await withProvider();
    const through = globalThis.fetch;
    globalThis.fetch = async () => new Response('{"code":"error:invalid","message":"Not now."}', { status: 409 });
    render(<Dashboard />);
    const problem = (await screen.findByText('Your domains did not load')).closest('div')?.parentElement as HTMLElement; // the row of the message
    expect(within(problem).getByText('Not now.')).toBeTruthy();
    globalThis.fetch = through;
    await user.click(within(problem).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'Recent domains' })).toBeTruthy();
  });
});
