import { expect, test } from 'vitest';
import { screen, t, userEvent, waitFor, withProvider } from '../../../../tests/support/panel.ts';
import { addPasskey, install, makeAuthenticator } from '../../../../tests/support/passkey.ts';
import { showSignIn } from '../../../../tests/support/signInForm.tsx';
import { navigate } from '../../../browser/navigate.ts';
import { device } from '../../../lib/contract/account/device.ts';

async function withKey() {
  const running = await withProvider({ signedIn: false });
  const token = await running.signIn();
  const { key } = await addPasskey(running, token);
  return { running, token, key };
}
const show = (passkeyHost: string | null = 'localhost') => showSignIn({ passkeyHost });
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
  expect(navigate.leave).not.toHaveBeenCalled();
});

test('a full account chooses the session that ends, without another signature', async () => {
  const { running, token, key } = await withKey();
  await running.ok(device.setLimit, { perAccount: 1, perIp: 1 }, { token });
  install(key);
  show();
  const user = await press();
  await user.click(await screen.findByRole('button', { name: t('auth:full.submit') }));
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/dashboard'));
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
