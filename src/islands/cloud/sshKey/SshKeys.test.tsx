import { beforeEach, expect, test, vi } from 'vitest';
import { chooseItem, expectDialog, openPage, paste, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import SshKeys from './SshKeys.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import '../shared/sshKey/AddKey.tsx';

beforeEach(() => history.replaceState(null, '', '/servers/ssh-keys'));

async function renderPage() {
  const { user, request } = await openPage(<SshKeys />);
  await screen.findByText('sara-laptop');
  const names = async () => (await request(sshKey.list, {})).sshKeys.map(({ name }) => name);
  const open = async () => {
    await user.click(screen.getByRole('button', { name: t('sshKey:add') }));
    return within(await screen.findByRole('form', { name: t('sshKey:addTitle') }));
  };
  return { user, names, open };
}

test('a pasted key uses its comment as its name; an invalid one shows its error', async () => {
  const { user, names, open } = await renderPage();
  const form = await open();
  const field = form.getByLabelText(t('sshKey:publicKey'));
  await paste(field, 'ssh-dss AAAA');
  await user.click(form.getByRole('button', { name: t('sshKey:save') }));
  expect(await form.findByText(t('sshKey:error.dsa'))).toBeTruthy();
  await user.clear(field);
  await user.paste(sshKey.create.example.publicKey.replace(/demo$/, 'ana@desk'));
  await user.click(form.getByRole('button', { name: t('sshKey:save') }));
  await waitFor(async () => expect(await names()).toContain('ana@desk'));
});

test('a generated pair is offered once: its private key isn’t sent anywhere', async () => {
  const { user, names, open } = await renderPage();
  const sent: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    sent.push(String(init?.body ?? ''));
    return real(input, init);
  });
  const form = await open();
  await user.click(form.getByRole('radio', { name: t('sshKey:way.generate') }));
  await user.type(form.getByLabelText(t('sshKey:name')), 'new laptop');
  await user.click(form.getByRole('button', { name: t('sshKey:generateSave') }));
  const file = await screen.findByLabelText(t('sshKey:privateKey'));
  expect(file.textContent).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/);
  expect(sent.join()).not.toContain('PRIVATE');
  expect(await names()).toContain('new laptop');
});

test('a key is removed after a confirmation with its name', async () => {
  const { names } = await renderPage();
  await chooseItem(t('sshKey:actions', { name: 'deploy-ci' }), t('sshKey:removeMore'));
  const dialog = expectDialog('delete');
  expect(dialog.title).toContain('deploy-ci');
  await dialog.run();
  await waitFor(async () => expect(await names()).toEqual(['sara-laptop']));
});
