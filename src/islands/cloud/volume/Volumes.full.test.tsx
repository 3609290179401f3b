// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import ServerVolumes from './ServerVolumes.tsx';
import Volumes from './Volumes.tsx';

const t = translator('en');
beforeEach(() => {
  history.replaceState(null, '', '/servers/volumes');
});
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

async function shown(page: 'all' | 'server' = 'all') {
  const { ok, signIn } = await withProvider();
  const user = userEvent.setup();
  render(page === 'all' ? <Volumes /> : <ServerVolumes serverId={demo.serverId} />);
  await screen.findByText('shop-db');
  const token = await signIn();
  const list = async () => (await ok(volume.list, {}, { token })).volumes;
  const choose = async (name: string, item: string) => {
    await user.click(screen.getByRole('button', { name: t('volume:actions', { name }) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { user, list, choose };
}

test('the commands depend on the file system; an attached volume can’t be deleted, with the reason', async () => {
  const { user, choose } = await shown();
  await user.click(screen.getByRole('button', { name: t('volume:actions', { name: 'shop-db' }) }));
  const remove = await screen.findByRole('menuitem', { name: new RegExp(`^${t('volume:remove')}`) });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await choose('archive', t('volume:mount'));
  expect($dialogs.get().at(-1)?.title).toBe(t('volume:mountTitle', { name: 'archive' }));
});

test('a server shows its own volumes, and a new one is attached to it', async () => {
  const { user, list } = await shown('server');
  expect(screen.queryByText('archive')).toBeNull();
  await user.click(screen.getByRole('button', { name: t('volume:add') }));
  const form = within(await screen.findByRole('form', { name: t('volume:addTitle') }));
  await user.type(form.getByLabelText(t('volume:name')), 'uploads');
  await user.click(form.getByRole('button', { name: t('volume:save') }));
  await waitFor(async () => expect((await list()).find(({ name }) => name === 'uploads')?.server?.id).toBe(demo.serverId));
});
