// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import { mailedCode } from '../../../../tests/support/two-factor.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import TwoFactorPage from './TwoFactorPage.tsx';

const t = translator('en');
const [app, email] = [t('auth:way.totp'), t('auth:way.email')];
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

async function shown() {
  const running = await withProvider();
  const user = userEvent.setup();
  render(<TwoFactorPage />);
  await screen.findByText(app);
  const token = await running.signIn();
  const state = async () => (await running.ok(twoFactor.get, {}, { token })).twoFactor;
  const turnOn = async (method: string) => {
    await user.click(screen.getByRole('button', { name: t('twoFactor:turnOnNamed', { method }) }));
    return within(await screen.findByRole('form', { name: t('twoFactor:turnOnNamed', { method }) }));
  };
  return { running, user, token, state, turnOn };
}

test('the app’s code is scanned or its key typed, verified, and recovery codes are created', async () => {
  const { running, user, token, state, turnOn } = await shown();
  const form = await turnOn(app);
  await form.findByRole('img', { name: t('twoFactor:setup.qrLabel') });
  const { qr } = await running.ok(twoFactor.qr, {}, { token });
  expect(form.getByText(qr.secret.match(/.{1,4}/g)?.join(' ') ?? '')).toBeTruthy();
  await user.type(form.getByLabelText(t('twoFactor:setup.enter')), codeAt(qr.secret, running.clock.now));
  const codes = within(await screen.findByRole('list', { name: t('twoFactor:recovery.list') }));
  expect(codes.getAllByRole('listitem')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: t('twoFactor:recovery.saved') }));
  expect(await screen.findByRole('button', { name: t('twoFactor:turnOffNamed', { method: app }) })).toBeTruthy();
  expect((await state()).totp.enabled).toBe(true);
});

test('a method is turned off after confirmation, which warns if it is the last one', async () => {
  const { running, user, state, turnOn } = await shown();
  const form = await turnOn(email);
  await user.click(form.getByRole('button', { name: t('twoFactor:setup.sendCode') }));
  await form.findByRole('button', { name: t('twoFactor:setup.again') });
  await user.type(form.getByLabelText(t('auth:field.code')), await mailedCode(running));
  await user.click(await screen.findByRole('button', { name: t('twoFactor:recovery.saved') }));
  await user.click(await screen.findByRole('button', { name: t('twoFactor:turnOffNamed', { method: email }) }));
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no question');
  expect(dialog.description).toBe(t('twoFactor:disable.last'));
  await dialog.run();
  await waitFor(async () => expect((await state()).email.enabled).toBe(false));
});
