import { expect, test } from 'vitest';
import { demo, expectDialog, inPanel, render, screen, t } from '../../../../tests/support/panel.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { SystemCard } from './SystemCard.tsx';

const { serverId } = demo;

test('a reinstall offers the keys that the server has, and names those that were removed', async () => {
  const { user, running, request } = await inPanel();
  const { sshKeys } = await request(sshKey.list, {});
  const [first, second] = sshKeys;
  if (!first || !second) throw new Error('no demo keys');
  const { settings } = await storedOne(running, 'server', { id: serverId });
  const installed = [`${first.publicKey} ${first.name}`, 'ssh-ed25519 AAAA an old key'];
  await updateStored(running, 'server', { id: serverId }, { settings: { ...settings, sshKeys: installed } });
  const { server: one } = await request(server.get, { serverId });
  render(<SystemCard server={one} />);
  const box = async (name: string) => (await screen.findByRole('checkbox', { name: new RegExp(`^${name}`) })) as HTMLInputElement; // by its role
  expect([(await box(first.name)).checked, (await box(second.name)).checked]).toEqual([true, false]);
  expect(screen.getByText(/an old key/)).toBeTruthy();
  await user.click(await box(second.name));
  await user.click(await box(first.name));
  await user.click(screen.getByRole('button', { name: t('server:task.rebuild') }));
  await expectDialog('delete').run();
  const after = await request(server.sshKeys, { serverId });
  expect(after.sshKeys.map(({ id }) => id)).toEqual([second.id]);
});
