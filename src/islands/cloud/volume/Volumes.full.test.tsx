import { beforeEach, expect, test } from 'vitest';
import { $dialogs, chooseItem, demo, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import ServerVolumes from './ServerVolumes.tsx';
import Volumes from './Volumes.tsx';

beforeEach(() => history.replaceState(null, '', '/servers/volumes'));

const choose = (name: string, item: string) => chooseItem(t('volume:actions', { name }), item);
async function renderPage(page: 'all' | 'server' = 'all') {
  const { user, request } = await openPage(page === 'all' ? <Volumes /> : <ServerVolumes serverId={demo.serverId} />);
  await screen.findByText('shop-db');
  const list = async () => (await request(volume.list, {})).volumes;
  return { user, list };
}

test('the commands depend on the file system; an attached volume can’t be deleted, with the reason', async () => {
  const { user } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('volume:actions', { name: 'shop-db' }) }));
  const remove = await screen.findByRole('menuitem', { name: new RegExp(`^${t('volume:remove')}`) });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await choose('archive', t('volume:mount'));
  expect($dialogs.get().at(-1)?.title).toBe(t('volume:mountTitle', { name: 'archive' }));
});

test('a server shows its own volumes, and a new one is attached to it', async () => {
  const { user, list } = await renderPage('server');
  expect(screen.queryByText('archive')).toBeNull();
  await user.click(screen.getByRole('button', { name: t('volume:add') }));
  const form = within(await screen.findByRole('form', { name: t('volume:addTitle') }));
  await user.type(form.getByLabelText(t('volume:name')), 'uploads');
  await user.click(form.getByRole('button', { name: t('volume:save') }));
  await waitFor(async () => expect((await list()).find(({ name }) => name === 'uploads')?.server?.id).toBe(demo.serverId));
});
