import { expect, test } from 'vitest';
import { chooseOption, demo, expectDialog, inPanel, openPage, render, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { monitoring } from '../../../lib/contract/cloud/monitoring.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { MeasuringCard } from '../alarm/MeasuringCard.tsx';
import ServerNetworks from '../network/ServerNetworks.tsx';
import { ServerFacts } from '../server/ServerFacts.tsx';
import ServerList from '../server/ServerList.tsx';
import { SystemCard } from '../server/SystemCard.tsx';
import ServerFirewall from '../serverFirewall/ServerFirewall.tsx';

const { serverId } = demo;

test('a server leaves a network after a confirmation that says which address it loses', async () => {
  const { user, request } = await openPage(<ServerNetworks serverId={serverId} />);
  await user.click(await screen.findByRole('button', { name: t('network:leave', { name: 'app-net' }) }));
  const networks = async () =>
    (await request(network.list, {})).networks.filter(({ servers }) => servers.some((one) => one.serverId === serverId));
  const [joined] = await networks();
  const ip = joined?.servers.find((one) => one.serverId === serverId)?.ip ?? '';
  const dialog = expectDialog();
  expect(dialog.description).toBe(t('network:detachText', { ip }));
  await dialog.run();
  expect(await networks()).toEqual([]);
  expect(await screen.findByText(t('network:serverNone'))).toBeTruthy();
  // The change is still at work.
  expect(await screen.findByText(t('server:reason.busy'))).toBeTruthy();
});

test('a server uses another firewall group', async () => {
  const { request } = await openPage(<ServerFirewall serverId={serverId} />);
  await chooseOption(`${t('serverFirewall:serverAttach')}: ${t('serverFirewall:chooseGroup')}`, 'ssh-office');
  await waitFor(async () => {
    const { groups } = await request(serverFirewall.list, {});
    expect(groups.find(({ title }) => title === 'ssh-office')?.servers.map(({ id }) => id)).toContain(serverId);
  });
  expect(await screen.findByRole('button', { name: t('serverFirewall:leave', { title: 'ssh-office' }) })).toBeTruthy();
});

test('the cost of the month names the share of additional addresses, where there is one', async () => {
  const { request } = await inPanel();
  const { server: one, cost } = await request(server.get, { serverId });
  const { rerender } = render(<ServerFacts server={one} cost={cost} />);
  expect(screen.getByText('Cost this month')).toBeTruthy();
  expect(screen.queryByText(/additional IP addresses/)).toBeNull();
  rerender(<ServerFacts server={one} cost={{ ...cost, addresses: { month: 1230, hourlyMicroMills: 4_000_000 } }} />);
  expect(screen.getByText('Including additional IP addresses: $1.23, now $0.004 an hour')).toBeTruthy();
});

test('a server whose system was withdrawn can only get another one', async () => {
  const { running, request } = await inPanel();
  const operator = { token: await running.signInOperator() };
  const { server: one } = await request(server.get, { serverId });
  await running.ok(operatorOffer.updateSystem, { osId: one.os.id, offered: false, version: 0 }, operator);
  render(<SystemCard server={one} />);
  await screen.findByText(t('server:settings.osWithdrawn', { os: one.os.name }));
  for (const action of ['reload', 'rebuild'] as const)
    expect(screen.getByRole('button', { name: t(`server:task.${action}`) }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: /Operating system/ }).textContent).toContain(one.os.name);
});

test('the account that offers a server has no notice above its list', async () => {
  const { request } = await inPanel();
  await request(serverTransfer.offer, { serverId: demo.offServerId, email: demo.second, confirm: 'staging-01' });
  render(<ServerList />);
  expect(await screen.findByText('staging-01')).toBeTruthy();
  expect(screen.queryByRole('list', { name: t('serverTransfer:offers.label') })).toBeNull();
});

test('the interval applies at once, and the card says that there is no agent', async () => {
  const { user, request } = await openPage(<MeasuringCard serverId={serverId} />);
  expect(await screen.findByText(t('alarm:setting.noAgent'))).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '1 min' }));
  await waitFor(async () => expect((await request(monitoring.setting, { serverId })).setting.interval).toBe(60));
  await waitFor(() => expect(screen.getByRole('radio', { name: '1 min', checked: true })).toBeTruthy());
});
