import { expect, test } from 'vitest';
import { demo, inPanel, openPage, render, reopen, screen, within } from '../../tests/support/panel.ts';
import { stored, storedOne, updateStored } from '../../tests/support/stored.ts';
import { domain } from '../lib/contract/cdn/domain.ts';
import Dashboard from './_Dashboard.tsx';

test('the dashboard shows both products, and what waits for the customer', async () => {
  const { running: p } = await openPage(<Dashboard />);
  expect(await screen.findByRole('table', { name: 'Recent domains' })).toBeTruthy();
  const servers = await screen.findByRole('table', { name: 'Servers' });
  const links = within(servers).getAllByRole('link');
  const newest = (await stored(p, 'server')).reverse().sort((a, b) => b.createdAt - a.createdAt);
  expect(links.map((link) => link.getAttribute('href'))).toEqual(newest.slice(0, 5).map(({ id }) => `/servers/${id}`));
  const { ipv4 } = await storedOne(p, 'server', { id: demo.serverId });
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
  await openPage(<Dashboard />, { signedIn: demo.second });
  const card = await screen.findByRole('region', { name: 'Servers' });
  expect((await within(card).findByRole('link', { name: 'Order server' })).getAttribute('href')).toBe('/servers/order');
  expect(screen.queryByRole('region', { name: 'Waiting for your reply' })).toBeNull();
});

test('a new account is asked for a website or a server; one with a server and no domain has its servers', async () => {
  const { store, request } = await inPanel({ signedIn: demo.second });
  const { domains } = await request(domain.list, {});
  for (const { id, name } of domains) await request(domain.delete, { domainId: id, confirm: name });
  render(<Dashboard />);
  await screen.findByRole('link', { name: 'Order server' });
  const ways = within(screen.getByRole('region', { name: 'What would you like to set up first?' })).getAllByRole('link');
  expect(ways.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Add domain /domains/add',
    'Order server /servers/order',
  ]);
  expect(screen.queryByText('1 of 4 done')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Servers' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Latest changes' })).toBeNull();

  await updateStored({ store }, 'server', { id: demo.serverId }, { accountId: demo.customerId });
  reopen(<Dashboard />);
  expect(await screen.findByRole('link', { name: 'web-fra-01' })).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Recent domains' })).toBeNull();
  for (const name of ['What would you like to set up first?', 'Get your site online with us'])
    expect(screen.queryByRole('region', { name })).toBeNull();
});
