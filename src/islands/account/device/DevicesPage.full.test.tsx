// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import { go } from '../auth/go.ts';
import LoginForm from '../auth/LoginForm.tsx';
import DevicesPage from './DevicesPage.tsx';

vi.mock('../auth/go.ts', () => ({ go: vi.fn() }));
const t = translator('en');
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
beforeEach(() => history.replaceState(null, '', '/account/devices'));
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

const signInWithFirefox = async (running: Awaited<ReturnType<typeof withProvider>>) =>
  String(
    (await running.try(auth.login, { username: demo.email, password: demo.password }, { headers: { 'user-agent': firefox } })).body.token,
  );

test('a device is signed out after confirmation; the current one can’t be', async () => {
  const running = await withProvider();
  const other = await signInWithFirefox(running);
  const user = userEvent.setup();
  render(<DevicesPage />);
  await screen.findByText('Firefox on Linux');
  await user.click(screen.getByRole('button', { name: t('device:actions', { device: 'Firefox on Linux' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('device:end.more') }));
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no question');
  await dialog.run();
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
  expect((await running.try(auth.profile, {}, { token: other })).status).toBe(401);
  expect(screen.getByText(t('device:current'))).toBeTruthy();
});

test('the limits are changed in a dialog', async () => {
  const running = await withProvider();
  const user = userEvent.setup();
  render(<DevicesPage />);
  await user.click(await screen.findByRole('button', { name: t('device:limit.change') }));
  const form = within(await screen.findByRole('form', { name: t('device:limit.change') }));
  const field = form.getByRole('spinbutton', { name: t('device:limit.perAccount') });
  await user.clear(field);
  await user.type(field, '7');
  await user.click(form.getByRole('button', { name: t('device:limit.save') }));
  await screen.findByText(t('device:limit.values', { account: '7', ip: '50' }));
  expect((await running.ok(device.limit, {}, { token: await running.signIn() })).sessionLimit.perAccount).toBe(7);
});

test('a sign-in at the limit ends the selected device', async () => {
  const running = await withProvider({ signedIn: false });
  const token = await signInWithFirefox(running);
  await running.ok(device.setLimit, { perAccount: 1, perIp: 1 }, { token });
  const user = userEvent.setup();
  render(<LoginForm locale="en" target="/dashboard" page={null} reason={null} passkeyHost={null} demo={null} />);
  await user.type(screen.getByLabelText('Email'), demo.email);
  await user.type(screen.getByLabelText('Password'), `${demo.password}{Enter}`);
  expect(await screen.findByRole('radio', { name: /^Firefox on Linux/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('auth:full.submit') }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('/dashboard'));
  expect((await running.try(auth.profile, {}, { token })).status).toBe(401);
});
