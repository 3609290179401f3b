// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { addPasskey, install } from '../../../../tests/support/passkey.ts';
import { passkey } from '../../../lib/contract/account/passkey.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import Passkeys from './Passkeys.tsx';

const t = translator('en');
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

async function shown() {
  const running = await withProvider();
  const token = await running.signIn();
  const state = async () => (await running.ok(passkey.list, {}, { token })).passkeys;
  return { running, user: userEvent.setup(), token, state };
}
const form = async (name: string) => within(await screen.findByRole('form', { name }));

test('a dialog of the browser that is closed is said in the form, and nothing is added', async () => {
  const { user, state } = await shown();
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
  const { running, user, token, state } = await shown();
  install(null);
  await addPasskey(running, token, 'Old name');
  render(<Passkeys />);
  await user.click(await screen.findByRole('button', { name: t('passkey:renameNamed', { name: 'Old name' }) }));
  const rename = await form(t('passkey:renameTitle'));
  await user.clear(rename.getByLabelText(t('passkey:name')));
  await user.type(rename.getByLabelText(t('passkey:name')), 'New name');
  await user.click(rename.getByRole('button', { name: t('passkey:save') }));
  await user.click(await screen.findByRole('button', { name: t('passkey:removeNamed', { name: 'New name' }) }));
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no question');
  expect(dialog.description).toBe(t('passkey:removeLast'));
  await dialog.run();
  await waitFor(async () => expect(await state()).toEqual([]));
  expect(await screen.findByText(t('passkey:none'))).toBeTruthy();
});

test('under an IP address the card says why there are none, and offers none', async () => {
  await withProvider({ env: { ORIGIN: 'http://127.0.0.1:4321' } });
  render(<Passkeys />);
  expect(await screen.findByText(t('passkey:error.unavailable'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('passkey:add') })).toBeNull();
});
