import { expect, test } from 'vitest';
import { demo, openPage, render, screen, t, withProvider } from '../../../../tests/support/panel.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { queryClient } from '../../../browser/api/query.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import type { ComputeDriver } from '../../../provider/drivers/compute/compute.ts';
import ServerOverview from './ServerOverview.tsx';

test('a stopped server says why, since when, and what starts it again', async () => {
  const { store, clock } = await withProvider();
  const { serverId } = demo;
  await store.write('t', async (tx) => {
    await tx.insertInto('serverSuspension').values({ serverId, reason: 'balance', suspendedAt: clock.now }).execute();
    await tx.updateTable('server').set({ suspendedAt: clock.now }).where('id', '=', serverId).execute();
  });
  render(<ServerOverview serverId={serverId} />);
  const since = formatDateTime(new Date(clock.now).toISOString(), 'en');
  expect(await screen.findByText(new RegExp(`^Stopped since ${since}, because your balance`))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add credit' }).getAttribute('href')).toMatch(/\?returnTo=%2Fservers%2F/);
});

test('a running server says nothing of a stop', async () => {
  await openPage(<ServerOverview serverId={demo.serverId} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'web-fra-01' })).toBeTruthy();
  expect(screen.queryByText(/^Stopped since/)).toBeNull();
});

test('a server behind ports of its host shows the command that connects to it, and its other ports', async () => {
  const { provider } = await withProvider();
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  const ports = [22, 80].map((serverPort, index) => ({ port: 20_001 + index, serverPort, protocol: 'tcp' as const }));
  drivers.compute = {
    ...drivers.compute,
    capabilities: { ...drivers.compute.capabilities, engine: 'connected' },
    access: async () => ({ address: '203.0.113.5', user: 'root', ports }),
  };
  render(<ServerOverview serverId={demo.serverId} />);
  expect(await screen.findByText('ssh -p 20001 root@203.0.113.5')).toBeTruthy();
  expect(screen.getByText('20002 → 80/tcp')).toBeTruthy();
});

test('an application is shown with its address and the file with its password, or what closes its port', async () => {
  const { provider, store } = await withProvider();
  const { settings } = await storedOne({ store }, 'server', { id: demo.serverId });
  const debian = { osId: 100, osType: 'debian', osVersion: '12' };
  await updateStored({ store }, 'server', { id: demo.serverId }, { ...debian, settings: { ...settings, application: 'wordpress' } });
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  const ports = [{ port: 20_002, serverPort: 80, protocol: 'tcp' as const }];
  const connect = (open: typeof ports, address = '203.0.113.5') => {
    drivers.compute = {
      ...drivers.compute,
      capabilities: { ...drivers.compute.capabilities, engine: 'connected' },
      access: async () => ({ address, user: 'root', ports: open }),
    };
  };
  connect(ports);
  const { unmount } = render(<ServerOverview serverId={demo.serverId} />);
  const url = 'http://203.0.113.5:20002/wp-admin/install.php';
  expect((await screen.findByRole('link', { name: url })).getAttribute('href')).toBe(url);
  expect(screen.getByText('/root/wordpress.txt')).toBeTruthy();
  unmount();
  queryClient.clear();
  connect(ports, '2001:db8::5');
  const version6 = render(<ServerOverview serverId={demo.serverId} />);
  expect(await screen.findByRole('link', { name: 'http://[2001:db8::5]:20002/wp-admin/install.php' })).toBeTruthy();
  version6.unmount();
  queryClient.clear();
  connect([]);
  render(<ServerOverview serverId={demo.serverId} />);
  const closed = await screen.findByRole('link', { name: t('server:application.closed', { port: '80/tcp' }) });
  expect(closed.getAttribute('href')).toBe(`/servers/${demo.serverId}/firewall`);
});

test('the traffic of the month is shown against what the size includes, and what exceeding it costs', async () => {
  const { store, clock } = await withProvider();
  const { serverId } = demo;
  const month = new Date(clock.now).toISOString().slice(0, 7);
  const { accountId } = await storedOne({ store }, 'server', { id: serverId });
  const row = { serverId, accountId, month, bytesIn: 5e9, bytesOut: 8_500e9, included: 8000, booked: 1000 };
  await store.write('t', (tx) => tx.insertInto('serverTraffic').values(row).execute());
  await updateStored({ store }, 'server', { id: serverId }, { trafficUntil: clock.now });
  render(<ServerOverview serverId={serverId} />);
  expect(await screen.findByRole('meter', { name: 'Share of the included outgoing traffic' })).toBeTruthy();
  expect(screen.getByText('8,500 GB of 8,000 GB outgoing')).toBeTruthy();
  expect(screen.getByText('500 GB beyond the included traffic: $1.00')).toBeTruthy();
  expect(screen.getByText('Beyond the included amount, outgoing traffic costs $2.00 per 1,000 GB.')).toBeTruthy();
});

test('a server without metrics says so once', async () => {
  await openPage(<ServerOverview serverId={demo.offServerId} />);
  expect(await screen.findByText('Metrics appear while the server is running.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'CPU' })).toBeNull();
});

test('on hosts that don’t measure, charts and traffic say so', async () => {
  const { provider } = await withProvider();
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, capabilities: { ...drivers.compute.capabilities, metrics: false } };
  render(<ServerOverview serverId={demo.serverId} />);
  expect(await screen.findByText(t('server:chart.unmeasured'))).toBeTruthy();
  expect(screen.getByText(t('server:traffic.unmeasured'))).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'CPU' })).toBeNull();
});
