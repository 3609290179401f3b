// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import ServerNetworks from '../network/ServerNetworks.tsx';
import ServerFirewall from '../serverFirewall/ServerFirewall.tsx';

const t = translator('en');
const { serverId } = demo;
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

test('a server leaves a network after a confirmation that says which address it loses', async () => {
  const { ok, signIn } = await withProvider();
  const user = userEvent.setup();
  render(<ServerNetworks serverId={serverId} />);
  await user.click(await screen.findByRole('button', { name: t('network:leave', { name: 'app-net' }) }));
  const token = await signIn();
  const networks = async () =>
    (await ok(network.list, {}, { token })).networks.filter(({ servers }) => servers.some((one) => one.serverId === serverId));
  const [held] = await networks();
  const ip = held?.servers.find((one) => one.serverId === serverId)?.ip ?? '';
  const dialog = $dialogs.get().at(-1);
  expect(dialog).toMatchObject({ kind: 'confirm', description: t('network:detachText', { ip }) });
  if (dialog?.kind === 'confirm') await dialog.run();
  expect(await networks()).toEqual([]);
  expect(await screen.findByText(t('network:serverNone'))).toBeTruthy();
  // The change is still at work.
  expect(await screen.findByText(t('server:reason.busy'))).toBeTruthy();
});

test('a server uses another firewall group', async () => {
  const { ok, signIn } = await withProvider();
  const user = userEvent.setup();
  render(<ServerFirewall serverId={serverId} />);
  await user.click(await screen.findByRole('button', { name: `${t('serverFirewall:serverAttach')}: ${t('serverFirewall:chooseGroup')}` }));
  await user.click(await screen.findByRole('option', { name: 'ssh-office' }));
  const token = await signIn();
  await waitFor(async () => {
    const { groups } = await ok(serverFirewall.list, {}, { token });
    expect(groups.find(({ title }) => title === 'ssh-office')?.servers.map(({ id }) => id)).toContain(serverId);
  });
  expect(await screen.findByRole('button', { name: t('serverFirewall:leave', { title: 'ssh-office' }) })).toBeTruthy();
});
