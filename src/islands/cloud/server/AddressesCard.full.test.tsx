import { expect, test } from 'vitest';
import { demo, expectDialog, inPanel, render, screen, t, userEvent, waitFor, within } from '../../../../tests/support/panel.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { staleGroups } from '../../../browser/api/query.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import type { ComputeDriver } from '../../../provider/drivers/compute/compute.ts';
import { AddressesCard } from './AddressesCard.tsx';

const { serverId } = demo;

async function renderPage() {
  const { running, request } = await inPanel();
  const token = await running.signIn();
  const { server: one } = await request(server.get, { serverId });
  const card = () => <AddressesCard server={one} />;
  const { rerender } = render(card());
  return { ...running, token, rerender: () => rerender(card()), user: userEvent.setup() };
}

test('an address is added after its price was shown', async () => {
  const { user, ok, token } = await renderPage();
  await screen.findByText(demo.serverAddress);
  expect(screen.getAllByText(t('server:address.primary'))).toHaveLength(2);
  expect(screen.queryByRole('button', { name: t('server:address.remove', { address: demo.serverAddress }) })).toBeNull();
  await user.click(screen.getByRole('button', { name: t('server:address.add') }));
  const form = within(await screen.findByRole('form', { name: t('server:address.addTitle') }));
  expect(form.getByText('$0.004 an hour, $2.92 a month')).toBeTruthy();
  await user.click(form.getByRole('radio', { name: /IPv6/ }));
  await user.click(form.getByRole('button', { name: t('server:address.add') }));
  expect(await screen.findByText(t('server:address.assigning'))).toBeTruthy();
  expect((await ok(server.ips, { serverId }, { token })).additional).toBe(1);
});

test('an additional address is removed after a question', async () => {
  const { user, ok, token, store, clock } = await renderPage();
  const address = '192.0.2.7';
  const { accountId } = await storedOne({ store }, 'server', { id: serverId });
  const times = { meteredUntil: clock.now, carry: 0, createdAt: clock.now };
  const row = { id: 'extra', accountId, serverId, kind: 'ipv4', address, ...times } as const;
  await store.write('test', (tx) => tx.insertInto('serverIp').values(row).execute());
  await user.click(await screen.findByRole('button', { name: t('server:address.remove', { address }) }));
  const dialog = expectDialog();
  expect(dialog.title).toBe(t('server:address.removeQuestion', { address }));
  await dialog.run();
  expect((await ok(server.ips, { serverId }, { token })).ips.map((ip) => ip.address)).not.toContain(address);
});

test('an additional address is moved to another server of the data center', async () => {
  const { user, ok, token, store, clock } = await renderPage();
  const address = '192.0.2.7';
  const { accountId, dataCenterId } = await storedOne({ store }, 'server', { id: serverId });
  const times = { meteredUntil: clock.now, carry: 0, createdAt: clock.now };
  const row = { id: 'extra', accountId, serverId, kind: 'ipv4', address, ...times } as const;
  await store.write('test', (tx) => tx.insertInto('serverIp').values(row).execute());
  await updateStored({ store }, 'server', { id: demo.offServerId }, { dataCenterId });
  await user.click(await screen.findByRole('button', { name: t('server:address.move', { address }) }));
  const form = within(await screen.findByRole('form', { name: t('server:address.moveTitle') }));
  await user.click(form.getByRole('button', { name: new RegExp(t('server:address.target')) }));
  await user.click(await screen.findByRole('option', { name: /staging-01/ }));
  await user.click(form.getByRole('button', { name: t('server:address.moveAction') }));
  await waitFor(async () =>
    expect((await ok(server.ips, { serverId: demo.offServerId }, { token })).ips.map((ip) => ip.address)).toContain(address),
  );
});

test('without hosts that assign addresses, none is offered', async () => {
  const { provider, rerender } = await renderPage();
  await screen.findByRole('button', { name: t('server:address.add') });
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, capabilities: { ...drivers.compute.capabilities, addresses: false } };
  staleGroups(['server']);
  rerender();
  await waitFor(() => expect(screen.queryByRole('button', { name: t('server:address.add') })).toBeNull());
});

test('without hosts that publish host names, none can be entered', async () => {
  const { provider, rerender } = await renderPage();
  const field = () => screen.queryByRole('form', { name: t('server:rdns.host', { address: demo.serverAddress }) });
  await waitFor(() => expect(field()).toBeTruthy());
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, capabilities: { ...drivers.compute.capabilities, reverseDns: false } };
  staleGroups(['server']);
  rerender();
  expect(await screen.findByText(t('server:error.noReverseDns'))).toBeTruthy();
  expect(field()).toBeNull();
});
