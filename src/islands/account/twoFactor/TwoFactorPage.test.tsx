import { expect, test } from 'vitest';
import { expectDialog, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import { mailedCode } from '../../../../tests/support/twoFactor.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import TwoFactorPage from './TwoFactorPage.tsx';

const [app, email] = [t('auth:way.totp'), t('auth:way.email')];

async function renderPage() {
  const { running, user, request } = await openPage(<TwoFactorPage />);
  await screen.findByText(app);
  const state = async () => (await request(twoFactor.get, {})).twoFactor;
  const turnOn = async (method: string) => {
    await user.click(screen.getByRole('button', { name: t('twoFactor:turnOnNamed', { method }) }));
    return within(await screen.findByRole('form', { name: t('twoFactor:turnOnNamed', { method }) }));
  };
  return { running, user, state, turnOn, request };
}

test('the app’s code is scanned or its key typed, verified, and recovery codes are created', async () => {
  const { running, user, state, turnOn, request } = await renderPage();
  const form = await turnOn(app);
  await form.findByRole('img', { name: t('twoFactor:setup.qrLabel') });
  const { qr } = await request(twoFactor.qr, {});
  expect(form.getByText(qr.secret.match(/.{1,4}/g)?.join(' ') ?? '')).toBeTruthy();
  await user.type(form.getByLabelText(t('twoFactor:setup.enter')), codeAt(qr.secret, running.clock.now));
  const codes = within(await screen.findByRole('list', { name: t('twoFactor:recovery.list') }));
  expect(codes.getAllByRole('listitem')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: t('twoFactor:recovery.saved') }));
  expect(await screen.findByRole('button', { name: t('twoFactor:turnOffNamed', { method: app }) })).toBeTruthy();
  expect((await state()).totp.enabled).toBe(true);
});

test('a method is turned off after confirmation, which warns if it is the last one', async () => {
  const { running, user, state, turnOn } = await renderPage();
  const form = await turnOn(email);
  await user.click(form.getByRole('button', { name: t('twoFactor:setup.sendCode') }));
  await form.findByRole('button', { name: t('twoFactor:setup.again') });
  await user.type(form.getByLabelText(t('auth:field.code')), await mailedCode(running));
  await user.click(await screen.findByRole('button', { name: t('twoFactor:recovery.saved') }));
  await user.click(await screen.findByRole('button', { name: t('twoFactor:turnOffNamed', { method: email }) }));
  const dialog = expectDialog();
  expect(dialog.description).toBe(t('twoFactor:disable.last'));
  await dialog.run();
  await waitFor(async () => expect((await state()).email.enabled).toBe(false));
});
