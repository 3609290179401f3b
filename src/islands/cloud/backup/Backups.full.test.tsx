import { beforeEach, expect, test } from 'vitest';
import { demo, fill, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import Backups from './Backups.tsx';
import ServerBackups from './ServerBackups.tsx';

beforeEach(() => history.replaceState(null, '', '/servers/backups'));

async function renderPage(page: 'all' | 'server' = 'all') {
  const { ok, signIn, user, request } = await openPage(page === 'all' ? <Backups /> : <ServerBackups serverId={demo.serverId} />);
  const token = await signIn();
  const list = async () => (await request(backup.list, {})).backups;
  const all = await list();
  const first = all.find(({ id }) => id === demo.backupId);
  if (!first) throw new Error('no demo backup');
  await screen.findByText(first.name);
  return { user, ok, token, list, first };
}

test('a backup with dependent backups can’t be deleted, and lists them', async () => {
  const { user, first, list } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('backup:actions', { name: first.name }) }));
  const remove = await screen.findByRole('menuitem', { name: new RegExp(`^${t('backup:delete')}`) });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  const last = (await list()).find(({ id }) => id === demo.lastBackupId);
  expect(document.body.textContent).toContain(last?.name ?? 'no last backup');
});

test('a backup is taken: incremental if there is one to build on, full otherwise', async () => {
  const { user, list } = await renderPage('server');
  await user.click(screen.getByRole('button', { name: t('backup:add') }));
  const form = within(await screen.findByRole('form', { name: t('backup:addTitle') }));
  expect(form.getByRole('radio', { name: new RegExp(`^${t('backup:types.incremental')}`) }).getAttribute('aria-checked')).toBe('true');
  await fill(form.getByLabelText(t('backup:name')), 'before-update');
  await user.click(form.getByRole('button', { name: t('backup:save') }));
  await waitFor(async () => expect((await list()).some(({ name }) => name === 'before-update')).toBe(true));
});

test('a schedule is set, with its price shown', async () => {
  const { user, ok, token } = await renderPage('server');
  await user.click(screen.getByRole('button', { name: t('backup:schedule.button') }));
  const form = within(await screen.findByRole('form', { name: t('backup:schedule.title') }));
  expect(form.getByText(/2\.92/)).toBeTruthy();
  await user.click(form.getByText(t('backup:schedule.day')));
  await user.click(form.getByRole('button', { name: t('backup:schedule.save') }));
  await waitFor(async () =>
    expect((await ok(backup.schedule, { serverId: demo.serverId }, { token })).schedule).toMatchObject({ enabled: true, every: 'day' }),
  );
});

test('a backup is renamed', async () => {
  const { user, first, list } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('backup:actions', { name: first.name }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('backup:edit') }));
  const form = within(await screen.findByRole('form', { name: t('backup:editTitle') }));
  await fill(form.getByLabelText(t('backup:name')), 'before-migration');
  await user.click(form.getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect((await list()).find(({ id }) => id === first.id)?.name).toBe('before-migration'));
});
