import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  $dialogs,
  chooseItem,
  chooseOption,
  demo,
  expectDialog,
  fill,
  openPage,
  t,
  withProvider,
} from '../../../../tests/support/panel.ts';
import { uploadsThroughFetch } from '../../../../tests/support/upload.ts';
import { navigate } from '../../../browser/navigate.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceKey } from '../../../lib/contract/cloud/spaceKey.ts';
import { spaceLifecycle } from '../../../lib/contract/cloud/spaceLifecycle.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { spaceVersion } from '../../../lib/contract/cloud/spaceVersion.ts';
import { partSize } from '../../../lib/rules/cloud/space/limits.ts';
import { DeletedFiles } from './DeletedFiles.tsx';
import { ServerSpaces } from './ServerSpaces.tsx';
import SpacePage from './SpacePage.tsx';
import { Versions } from './Versions.tsx';

const spaceId = demo.spaceId;
beforeEach(() => history.replaceState(null, '', '/servers/spaces'));

async function renderPage(prefix = '') {
  const { user, request } = await openPage(<SpacePage spaceId={spaceId} prefix={prefix} />);
  const keys = async () => {
    const { objects, folders } = await request(spaceObject.list, { spaceId, prefix });
    return [...folders, ...objects.map(({ key }) => key)];
  };
  return { user, keys, request };
}

test('a space is attached to a server, with the commands that mount it', async () => {
  const { user, request } = await renderPage();
  await user.click(await screen.findByRole('button', { name: t('space:mount.attach') }));
  const form = within(await screen.findByRole('form', { name: t('space:mount.attach') }));
  await user.click(form.getByRole('button', { name: t('space:mount.server') }));
  await user.click(await screen.findByRole('option', { name: /web-fra-01/ }));
  await user.click(form.getByRole('button', { name: t('space:mount.attach') }));
  await user.click(await screen.findByRole('button', { name: t('space:mount.commands', { server: 'web-fra-01' }) }));
  const dialog = expectDialog('standard');
  render(dialog.body());
  const { credentials } = await request(space.credentials, { spaceId });
  expect((await screen.findByText(/fuse\.s3fs/)).textContent).toContain(`url=${credentials?.endpoint}`);
  expect(screen.getByText(/passwd-s3fs > /).textContent).toContain(`demo-media:${credentials?.accessKey}:SECRET_KEY`);
});

test('every version of the objects is kept once that is switched on', async () => {
  const { user, request } = await renderPage();
  const control = await screen.findByRole('switch', { name: t('space:versioning.label') });
  expect(screen.getByText(t('space:versioning.off'))).toBeTruthy();
  await user.click(control);
  expect(await screen.findByText(t('space:versioning.enabled'))).toBeTruthy();
  expect((await request(space.get, { spaceId })).versioning).toBe('enabled');
  await user.click(control);
  expect(await screen.findByText(t('space:versioning.suspended'))).toBeTruthy();
});

test('a space is made public after a confirmation that says what everyone can open', async () => {
  const { user, request } = await renderPage();
  await user.click(await screen.findByRole('switch', { name: t('space:access.label') }));
  const dialog = expectDialog('confirm');
  expect(dialog.description).toBe(t('space:access.text'));
  expect((await request(space.get, { spaceId })).space.access).toBe('private');
  await dialog.run();
  expect(await screen.findByText(t('space:access.publicRead'))).toBeTruthy();
  await chooseItem(t('space:object.actions', { name: 'readme.txt' }), t('space:object.share'));
  render(expectDialog('standard').body());
  const { publicUrl } = (await request(space.get, { spaceId })).space;
  expect(await screen.findByText(`${publicUrl}readme.txt`)).toBeTruthy();
});

test('a further key is added with its limits, shows its secret once, and is deleted', async () => {
  const { user, request } = await renderPage();
  const keys = async () => (await request(spaceKey.list, { spaceId })).keys.map(({ name, access, prefix }) => [name, access, prefix]);
  expect(await screen.findByText('Website')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('space:key.add') }));
  const form = within(await screen.findByRole('form', { name: t('space:key.add') }));
  await user.type(form.getByLabelText(t('space:key.name')), 'Robot');
  await user.click(form.getByRole('radio', { name: t('space:key.write') }));
  await user.type(form.getByLabelText(new RegExp(`^${t('space:key.prefix')}`)), 'reports/');
  await user.click(form.getByRole('button', { name: t('space:key.add') }));
  expect(await screen.findByText(t('space:credentials.once'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('space:credentials.done') }));
  expect(await keys()).toEqual([
    ['Robot', 'write', 'reports/'],
    ['Website', 'read', 'photos/'],
  ]);
  await user.click(await screen.findByRole('button', { name: t('space:key.remove', { name: 'Robot' }) }));
  await expectDialog('confirm').run();
  await waitFor(() => expect(screen.queryByText('Robot')).toBeNull());
  expect(await keys()).toHaveLength(1);
});

test('a shared link is listed, and revoked after a question', async () => {
  const { user, request } = await renderPage();
  await chooseItem(t('space:object.actions', { name: 'readme.txt' }), t('space:object.share'));
  const dialog = render(expectDialog('standard').body());
  await user.click(within(dialog.container).getByRole('button', { name: t('space:object.shareMake') }));
  expect(await within(dialog.container).findByText(/^http/)).toBeTruthy();
  dialog.unmount();
  const links = async () => (await request(spaceKey.links, { spaceId })).links.map(({ key }) => key);
  expect(await links()).toContain('readme.txt');
  await user.click(await screen.findByRole('button', { name: t('space:link.revoke', { name: 'readme.txt' }) }));
  await expectDialog('confirm').run();
  await waitFor(async () => expect(await links()).not.toContain('readme.txt'));
  await waitFor(() => expect(screen.queryByRole('button', { name: t('space:link.revoke', { name: 'readme.txt' }) })).toBeNull());
});

test('a lifecycle rule is added by its form, which needs a number of days', async () => {
  const { user, request } = await renderPage();
  expect(await screen.findByText(t('space:lifecycle.none'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('space:lifecycle.add') }));
  const form = within(await screen.findByRole('form', { name: t('space:lifecycle.add') }));
  await fill(form.getByLabelText(t('space:lifecycle.prefix'), { exact: false }), 'logs/');
  await user.click(form.getByRole('button', { name: t('common:save') }));
  expect(await form.findByText(t('space:lifecycle.error.empty'))).toBeTruthy();
  await fill(form.getByLabelText(t('space:lifecycle.expire'), { exact: false }), '30');
  await user.click(form.getByRole('button', { name: t('common:save') }));
  expect(await screen.findByText('logs/')).toBeTruthy();
  const { rules } = await request(spaceLifecycle.get, { spaceId });
  expect(rules).toMatchObject([{ prefix: 'logs/', isEnabled: true, expireDays: 30, noncurrentDays: null, abortDays: null }]);
});

test('a deleted file is back with its versions', async () => {
  const { user, keys, request } = await renderPage();
  await request(space.setVersioning, { spaceId, enabled: true });
  await request(spaceObject.delete, { spaceId, keys: ['readme.txt'] });
  render(<DeletedFiles spaceId={spaceId} prefix="" />);
  await user.click(await screen.findByRole('button', { name: t('space:version.undelete') }));
  expect(await screen.findByText(t('space:version.deletedEmpty'))).toBeTruthy();
  expect(await keys()).toContain('readme.txt');
});

test('an older version of a file is restored, and another one deleted for good', async () => {
  const { user, request } = await renderPage();
  await request(space.setVersioning, { spaceId, enabled: true });
  const key = 'readme.txt';
  const versions = async () => (await request(spaceVersion.list, { spaceId, key })).versions;
  await request(spaceObject.rename, { spaceId, key, to: 'other.txt' });
  await request(spaceObject.rename, { spaceId, key: 'other.txt', to: key });
  const before = await versions();
  expect(before.map(({ isDeleteMarker }) => isDeleteMarker)).toEqual([false, true, false]);
  render(<Versions spaceId={spaceId} objectKey={key} suspended={false} />);
  const list = within(await screen.findByRole('list', { name: t('space:version.label') })).getAllByRole('listitem');
  expect(list).toHaveLength(3);
  expect(list[1]?.textContent).toContain(t('space:version.marker'));
  const menu = async (row: HTMLElement | undefined, item: string) => {
    await user.click(within(row ?? document.body).getByRole('button'));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await menu(list[2], t('space:version.restore'));
  await waitFor(async () => expect(await versions()).toHaveLength(4));
  await menu(list[1], t('space:object.deleteMore'));
  await expectDialog('delete').run();
  await waitFor(async () => expect((await versions()).some(({ isDeleteMarker }) => isDeleteMarker)).toBe(false));
});

test('a server lists its spaces with their folders; one is attached in the form of the space, and detached', async () => {
  const { user, request } = await openPage(<ServerSpaces server={{ id: demo.serverId, name: 'web-fra-01' }} />);
  expect(await screen.findByText(t('space:ofServer.none'))).toBeTruthy();
  await chooseOption(`${t('space:ofServer.attach')}: ${t('space:ofServer.choose')}`, 'demo-media');
  const form = within(await screen.findByRole('form', { name: t('space:mount.attach') }));
  await waitFor(() => expect(form.getByRole('button', { name: t('space:mount.server') }).textContent).toContain('web-fra-01'));
  await user.click(form.getByRole('button', { name: t('space:mount.attach') }));
  const link = await screen.findByRole('link', { name: 'demo-media' });
  expect(link.getAttribute('href')).toBe(`/servers/spaces/${spaceId}`);
  expect(screen.getByText('/mnt/demo-media')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('space:ofServer.detach', { name: 'demo-media' }) }));
  const [dialog] = $dialogs.get();
  expect(dialog).toMatchObject({ kind: 'confirm', title: t('space:mount.detachQuestion', { name: 'demo-media', server: 'web-fra-01' }) });
  const attached = (await request(space.list, {})).spaces.find(({ id }) => id === spaceId);
  expect(attached?.servers).toMatchObject([{ id: demo.serverId, mountPoint: '/mnt/demo-media' }]);
});

test('a server has no card of spaces where there is no object store', async () => {
  await withProvider({ env: { STORE_DRIVER: 'none' } });
  const { container } = render(<ServerSpaces server={{ id: demo.serverId, name: 'web-fra-01' }} />);
  expect(screen.getByRole('status')).toBeTruthy();
  await waitFor(() => expect(container.childElementCount).toBe(0));
});

test('a large file is uploaded in parts, and resumes after an interruption', async () => {
  const { user, keys } = await renderPage('photos/');
  await screen.findByText('logo.png');
  uploadsThroughFetch();
  const offsets: number[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const offset = /name="offset"\r\n\r\n(\d+)/.exec(Buffer.from((init?.body ?? '') as Buffer).toString('latin1', 0, 2000))?.[1]; // as the support sends it
    if (offset !== undefined && offsets.push(Number(offset)) === 2) throw new Error('The connection was lost.');
    return real(input, init);
  };
  const file = new File([new Uint8Array(partSize + 5)], 'film.mp4', { type: 'video/mp4' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no field for files');
  await user.upload(input, file);
  await user.click(await screen.findByRole('button', { name: t('space:object.resume', { name: 'film.mp4' }) }));
  expect(await screen.findByText(t('space:object.uploaded'))).toBeTruthy();
  expect(offsets).toEqual([0, partSize, partSize]);
  await waitFor(async () => expect(await keys()).toContain('photos/film.mp4'));
});

test('a new folder is opened, so that files can be uploaded to it', async () => {
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  const { user } = await renderPage('docs/');
  await user.click(await screen.findByRole('button', { name: t('space:newFolder.title') }));
  const form = within(await screen.findByRole('form', { name: t('space:newFolder.title') }));
  const name = form.getByLabelText(t('space:newFolder.name'));
  await user.type(name, 'a/b');
  await user.click(form.getByRole('button', { name: t('space:newFolder.action') }));
  expect(await form.findByText(t('space:error.folderSlash'))).toBeTruthy();
  await fill(name, 'بهار');
  await user.click(form.getByRole('button', { name: t('space:newFolder.action') }));
  await waitFor(() => expect(to).toHaveBeenCalledWith(`/servers/spaces/${demo.spaceId}?prefix=${encodeURIComponent('docs/بهار/')}`));
});

test('a folder is deleted with its content, after a confirmation that says so', async () => {
  const { keys } = await renderPage();
  await chooseItem(t('space:object.actions', { name: 'photos' }), t('space:object.deleteMore'));
  const dialog = expectDialog('delete');
  expect(dialog.description).toBe(t('space:object.deleteFolderText'));
  await dialog.run();
  await waitFor(async () => expect(await keys()).not.toContain('photos/'));
});
