import { beforeEach, expect, test } from 'vitest';
import { $dialogs, chooseItem, expectDialog, fill, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { closeAllDialogs } from '../../../browser/stores/dialogs.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import Networks from './Networks.tsx';

beforeEach(() => history.replaceState(null, '', '/servers/networks'));

const choose = (name: string, item: string) => chooseItem(t('network:actions', { name }), item);
async function renderPage() {
  const { user, request } = await openPage(<Networks />);
  await screen.findByText('app-net');
  const list = async () => (await request(network.list, {})).networks;
  return { user, list };
}

test('a network is added; a range that is public or overlaps another is refused beside its field', async () => {
  const { user, list } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('network:add') }));
  const form = within(await screen.findByRole('form', { name: t('network:addTitle') }));
  const cidr = form.getByLabelText(t('network:cidr'));
  const save = () => user.click(form.getByRole('button', { name: t('network:save') }));
  await user.type(form.getByLabelText(t('network:name')), 'cache');
  await user.type(cidr, '203.0.113.0/24');
  await save();
  await waitFor(() => expect(cidr.getAttribute('aria-invalid')).toBe('true'));
  await fill(cidr, '10.20.0.128/25');
  await save();
  expect(await form.findByText(t('network:error.overlap', { range: '10.20.0.0/24', name: 'app-net' }))).toBeTruthy();
  await fill(cidr, '10.30.0.0/24');
  await save();
  await waitFor(async () =>
    expect((await list()).find(({ name }) => name === 'cache')).toMatchObject({ cidr: '10.30.0.0/24', servers: [] }),
  );
  expect(await screen.findByText('cache')).toBeTruthy();
});

test('a network is renamed', async () => {
  const { user, list } = await renderPage();
  await choose('backup-net', t('network:edit'));
  const form = within(await screen.findByRole('form', { name: t('network:editTitle') }));
  await fill(form.getByLabelText(t('network:name')), 'archive-net');
  await user.click(form.getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect((await list()).map(({ name }) => name).sort()).toEqual(['app-net', 'archive-net']));
});

test('a network with servers isn’t deleted, an empty one is', async () => {
  const { list } = await renderPage();
  await choose('app-net', t('network:deleteMore'));
  expect($dialogs.get().at(-1)).toMatchObject({ kind: 'standard', title: t('network:inUseTitle', { name: 'app-net' }) });
  closeAllDialogs();
  await choose('backup-net', t('network:deleteMore'));
  const dialog = expectDialog('delete');
  expect(dialog).toMatchObject({ losses: ['10.21.0.0/24'] });
  await dialog.run();
  await waitFor(async () => expect((await list()).map(({ name }) => name)).toEqual(['app-net']));
  await waitFor(() => expect(screen.queryByText('backup-net')).toBeNull());
});
