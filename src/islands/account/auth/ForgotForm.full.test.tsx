import { expect, test } from 'vitest';
import { demo, openPage, paste, screen, waitFor } from '../../../../tests/support/panel.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { navigate } from '../../../browser/navigate.ts';
import ForgotForm from './ForgotForm.tsx';

const fresh = 'calm wind over hills';
const codeFor = async (p: TestProvider) => /\d{6}/.exec((await p.lastMail(demo.email))?.subject ?? '')?.[0] ?? '';

async function submitAddress(email: string, isDemo = false) {
  const { running: p, user } = await openPage(<ForgotForm locale="en" target="/domains" isDemo={isDemo} />, { signedIn: false });
  await paste(screen.getByLabelText('Email'), email);
  await user.keyboard('{Enter}');
  await screen.findByLabelText('Code');
  return { p, user };
}

test('sets a new password with the code, and returns to sign-in', async () => {
  const sent: unknown[] = [];
  const { p, user } = await submitAddress(demo.email);
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    sent.push(init?.body);
    return real(input, init);
  };
  await user.type(screen.getByLabelText('Code'), await codeFor(p));
  await paste(screen.getByLabelText('New password'), fresh);
  await paste(screen.getByLabelText('Confirm new password'), fresh);
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/public/login?redirectTo=%2Fdomains&reset=1'));
  // The confirmation isn't sent.
  expect(sent).toHaveLength(1);
  expect(Object.keys(JSON.parse(String(sent[0])))).toEqual(['resetId', 'code', 'newPassword']);
  expect(sessionStorage.length).toBe(0);
  await p.signIn(demo.email, fresh);
});

test('shows errors at their field, and keeps the rest', async () => {
  const { p, user } = await submitAddress(demo.email);
  await user.type(screen.getByLabelText('Code'), await codeFor(p));
  await paste(screen.getByLabelText('New password'), demo.password);
  await paste(screen.getByLabelText('Confirm new password'), `${demo.password}x`);
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(await screen.findByText('The passwords don’t match.')).toBeTruthy();
  await user.type(screen.getByLabelText('Confirm new password'), '{Backspace}');
  await waitFor(() => expect(screen.queryByText('The passwords don’t match.')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(await screen.findByText('This is your current password. Choose a different one.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')));
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe(await codeFor(p));
  await user.type(screen.getByLabelText('New password'), '2');
  await user.type(screen.getByLabelText('Confirm new password'), '2');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  await waitFor(() => expect(navigate.leave).toHaveBeenCalled());
});

test('in a demo it links to the mailbox', async () => {
  await submitAddress(demo.email, true);
  expect(screen.getByRole('link', { name: 'Open mailbox' }).getAttribute('href')).toBe('/dev/mailbox');
});

test('a second code within a minute is refused in place', async () => {
  const { user } = await submitAddress(demo.email);
  await user.click(screen.getByRole('button', { name: 'Change address' }));
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(demo.email);
});
