import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { chooseItem, demo, expectDialog, fill, inPanel, openPage, t, type withProvider } from '../../../../tests/support/panel.ts';
import { fillIn, showSignIn } from '../../../../tests/support/signInForm.tsx';
import { navigate } from '../../../browser/navigate.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { device } from '../../../lib/contract/account/device.ts';
import DevicesPage from './DevicesPage.tsx';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
beforeEach(() => history.replaceState(null, '', '/account/devices'));

const signInWithFirefox = async (running: Awaited<ReturnType<typeof withProvider>>) =>
  String(
    (await running.try(auth.login, { username: demo.email, password: demo.password }, { headers: { 'user-agent': firefox } })).body.token,
  );

test('a device is signed out after confirmation; the current one can’t be', async () => {
  const { running } = await inPanel();
  const other = await signInWithFirefox(running);
  render(<DevicesPage />);
  await screen.findByText('Firefox on Linux');
  await chooseItem(t('device:actions', { device: 'Firefox on Linux' }), t('device:end.more'));
  await expectDialog().run();
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
  expect((await running.try(auth.profile, {}, { token: other })).status).toBe(401);
  expect(screen.getByText(t('device:current'))).toBeTruthy();
});

test('the limits are changed in a dialog', async () => {
  const { user, request } = await openPage(<DevicesPage />);
  await user.click(await screen.findByRole('button', { name: t('device:limit.change') }));
  const form = within(await screen.findByRole('form', { name: t('device:limit.change') }));
  const field = form.getByRole('spinbutton', { name: t('device:limit.perAccount') });
  await fill(field, '7');
  await user.click(form.getByRole('button', { name: t('device:limit.save') }));
  await screen.findByText(t('device:limit.values', { account: '7', ip: '50' }));
  expect((await request(device.limit, {})).sessionLimit.perAccount).toBe(7);
});

test('a sign-in at the limit ends the selected device', async () => {
  const { running, user } = await inPanel({ signedIn: false });
  const token = await signInWithFirefox(running);
  await running.ok(device.setLimit, { perAccount: 1, perIp: 1 }, { token });
  showSignIn();
  await fillIn();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('radio', { name: /^Firefox on Linux/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('auth:full.submit') }));
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/dashboard'));
  expect((await running.try(auth.profile, {}, { token })).status).toBe(401);
});
