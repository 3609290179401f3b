// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../tests/support/island.ts';
import { domain } from '../lib/contract/cdn/domain.ts';
import { demo } from '../lib/contract/fields.ts';
import Dashboard from './_Dashboard.tsx';

afterEach(cleanup);

test('the dashboard shows both products, and what waits for the customer', async () => {
  const p = await withProvider();
  render(<Dashboard />);
  expect(await screen.findByRole('table', { name: 'Recent domains' })).toBeTruthy();
  const servers = await screen.findByRole('table', { name: 'Servers' });
  const links = within(servers).getAllByRole('link');
  const newest = await p.store.reader
    .selectFrom('server')
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
  expect(links.map((link) => link.getAttribute('href'))).toEqual(newest.map(({ id }) => `/servers/${id}`));
  const { ipv4 } = await p.store.reader.selectFrom('server').select('ipv4').where('id', '=', demo.serverId).executeTakeFirstOrThrow();
  const row = within(servers).getByRole('link', { name: 'web-fra-01' }).closest('tr');
  expect(row?.textContent).toContain(ipv4);
  expect(row?.textContent).toMatch(/Running.*4 vCPU, 8 GB/);
  const waiting = await screen.findByRole('region', { name: 'Waiting for your reply' });
  expect(
    within(waiting)
      .getByRole('link', { name: /Product images load slowly/ })
      .getAttribute('href'),
  ).toBe(`/tickets/${demo.ticketId}`);
  expect(within(waiting).queryByText(/Receipt for last month/)).toBeNull();
});

test('a customer with domains alone is offered a server, and is asked for no reply', async () => {
  await withProvider({ signedIn: demo.second });
  render(<Dashboard />);
  const card = await screen.findByRole('region', { name: 'Servers' });
  expect((await within(card).findByRole('link', { name: 'Order server' })).getAttribute('href')).toBe('/servers/order');
  expect(screen.queryByRole('region', { name: 'Waiting for your reply' })).toBeNull();
});

test('a new account has the checklist only; one with a server and no domain has its servers too', async () => {
  const { ok, signIn, store } = await withProvider({ signedIn: demo.second });
  const token = await signIn(demo.second);
  const { domains } = await ok(domain.list, {}, { token });
  for (const { id, name } of domains) await ok(domain.delete, { domainId: id, confirm: name }, { token });
  const { unmount } = render(<Dashboard />);
  expect(await screen.findByText('1 of 4 done')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Servers' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Latest changes' })).toBeNull();
  unmount();

  await store.write('t', (tx) => tx.updateTable('server').set({ accountId: demo.customerId }).where('id', '=', demo.serverId).execute());
  (await import('../lib/api/query.ts')).queryClient.clear();
  render(<Dashboard />);
  expect(await screen.findByRole('link', { name: 'web-fra-01' })).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Recent domains' })).toBeNull();
});
