// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import { go } from '../auth/go.ts';
import LoginForm from '../auth/LoginForm.tsx';
import AllowedIps from './AllowedIps.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './AddressForm.tsx';

vi.mock('../auth/go.ts', () => ({ go: vi.fn() }));
const t = translator('en');
beforeEach(() => history.replaceState(null, '', '/account/allowed-ips'));
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

const answer = async () => {
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no question');
  await dialog.run();
};

test('the restriction requires one’s own address, and is turned on after confirmation', async () => {
  const running = await withProvider();
  const user = userEvent.setup();
  render(<AllowedIps />);
  const toggle = await screen.findByRole('switch', { name: t('allowedIp:only') });
  expect(toggle.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: t('allowedIp:addMine') }));
  const form = within(await screen.findByRole('form', { name: t('allowedIp:addTitle') }));
  await user.click(form.getByRole('button', { name: t('allowedIp:add') }));
  await waitFor(() => expect(toggle.getAttribute('aria-disabled')).not.toBe('true'));
  const token = await running.signIn();
  await user.click(toggle);
  await answer();
  await waitFor(async () => expect((await running.try(allowedIp.list, {}, { token })).status).toBe(401));
  expect(await screen.findByRole('switch', { name: t('allowedIp:only'), checked: true })).toBeTruthy();
});

test('a sign-in from another address succeeds with the code from the email', async () => {
  const running = await withProvider({ signedIn: false });
  const token = await running.signIn();
  await running.ok(allowedIp.add, { ip: '192.0.2.1' }, { token });
  await running.ok(allowedIp.toggle, { enabled: true }, { token });
  const user = userEvent.setup();
  render(<LoginForm locale="en" target="/dashboard" page={null} reason={null} passkeyHost={null} demo={null} />);
  await user.click(screen.getByLabelText('Email'));
  await user.paste(demo.email);
  await user.click(screen.getByLabelText('Password'));
  await user.paste(demo.password);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: t('auth:address.title') });
  const code = /\b\d{6}\b/.exec((await running.lastMail(demo.email))?.body ?? '')?.[0] ?? '';
  await user.type(screen.getByLabelText(t('auth:field.code')), code);
  await user.click(screen.getByRole('button', { name: t('auth:address.submit') }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('/dashboard'));
});
