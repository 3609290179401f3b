import { expect, test } from 'vitest';
import { expectDialog, fill, inPanel, openPage, render, screen, t, userEvent, waitFor, within } from '../../../../tests/support/panel.ts';
import { addPasskey, install } from '../../../../tests/support/passkey.ts';
import { passkey } from '../../../lib/contract/account/passkey.ts';
import Passkeys from './Passkeys.tsx';

async function renderPage() {
  const { running, request } = await inPanel();
  const token = await running.signIn();
  const state = async () => (await request(passkey.list, {})).passkeys;
  return { running, user: userEvent.setup(), token, state };
}
const form = async (name: string) => within(await screen.findByRole('form', { name }));

test('a dialog of the browser that is closed is said in the form, and nothing is added', async () => {
  const { user, state } = await renderPage();
  install(null);
  render(<Passkeys />);
  await user.click(await screen.findByRole('button', { name: t('passkey:add') }));
  const add = await form(t('passkey:addTitle'));
  await user.type(add.getByLabelText(t('passkey:name')), 'MacBook');
  await user.click(add.getByRole('button', { name: t('passkey:create') }));
  expect((await add.findByRole('alert')).textContent).toBe(t('passkey:cancelled'));
  expect(await state()).toEqual([]);
});

test('it is renamed, and removed after a question that says when it is the last', async () => {
  const { running, user, token, state } = await renderPage();
  install(null);
  await addPasskey(running, token, 'Old name');
  render(<Passkeys />);
  await user.click(await screen.findByRole('button', { name: t('passkey:renameNamed', { name: 'Old name' }) }));
  const rename = await form(t('passkey:renameTitle'));
  await fill(rename.getByLabelText(t('passkey:name')), 'New name');
  await user.click(rename.getByRole('button', { name: t('passkey:save') }));
  await user.click(await screen.findByRole('button', { name: t('passkey:removeNamed', { name: 'New name' }) }));
  const dialog = expectDialog();
  expect(dialog.description).toBe(t('passkey:removeLast'));
  await dialog.run();
  await waitFor(async () => expect(await state()).toEqual([]));
  expect(await screen.findByText(t('passkey:none'))).toBeTruthy();
});

test('under an IP address the card says why there are none, and offers none', async () => {
  await openPage(<Passkeys />, { env: { ORIGIN: 'http://127.0.0.1:4321' } });
  expect(await screen.findByText(t('passkey:error.unavailable'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('passkey:add') })).toBeNull();
});
