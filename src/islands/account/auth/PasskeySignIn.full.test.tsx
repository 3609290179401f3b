// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { addPasskey, install, makeAuthenticator } from '../../../../tests/support/passkey.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { go } from './go.ts';
import LoginForm from './LoginForm.tsx';

vi.mock('./go.ts', () => ({ go: vi.fn() }));
const t = translator('en');
beforeEach(() => void vi.mocked(go).mockClear());
afterEach(cleanup);

async function withKey() {
  const running = await withProvider({ signedIn: false });
  const token = await running.signIn();
  const { key } = await addPasskey(running, token);
  return { running, token, key };
}
const show = (passkeyHost: string | null = 'localhost') =>
  render(<LoginForm locale="en" target="/dashboard" page={null} reason={null} passkeyHost={passkeyHost} demo={null} />);
const press = async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: t('auth:passkey.signIn') }));
  return user;
};

test('what was refused or cancelled is said below the button, and the password is still there', async () => {
  const { running } = await withKey();
  install(null);
  show();
  const user = await press();
  expect((await screen.findByRole('alert')).textContent).toBe(t('auth:passkey.cancelled'));
  install(await makeAuthenticator(running));
  await user.click(screen.getByRole('button', { name: t('auth:passkey.signIn') }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(t('passkey:error.refused')));
  expect(screen.getByLabelText(t('auth:field.password'))).toBeTruthy();
  expect(go).not.toHaveBeenCalled();
});

test('a full account chooses the session that ends, without another signature', async () => {
  const { running, token, key } = await withKey();
  await running.ok(device.setLimit, { perAccount: 1, perIp: 1 }, { token });
  install(key);
  show();
  const user = await press();
  await user.click(await screen.findByRole('button', { name: t('auth:full.submit') }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('/dashboard'));
});

test('another host than theirs is named, and an installation without passkeys offers none', async () => {
  await withProvider({ signedIn: false });
  const { unmount } = show('panel.example');
  await press();
  expect(await screen.findByText(/panel\.example/)).toBeTruthy();
  unmount();
  show(null);
  expect(screen.queryByRole('button', { name: t('auth:passkey.signIn') })).toBeNull();
});
