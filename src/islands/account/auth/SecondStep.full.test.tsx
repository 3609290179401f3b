import { expect, test, vi } from 'vitest';
import { demo, screen, type User, waitFor, withProvider } from '../../../../tests/support/panel.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { fillIn, showSignIn } from '../../../../tests/support/signInForm.tsx';
import { enableTotp } from '../../../../tests/support/twoFactor.ts';
import { navigate } from '../../../browser/navigate.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';

const codeField = () => screen.findByLabelText<HTMLInputElement>('Code');
const press = (user: User, name: string | RegExp) => user.click(screen.getByRole('button', { name }));

/** Enters the password and reaches the second step. */
async function passFirst() {
  showSignIn({ target: '/domains' });
  const user = await fillIn();
  await user.keyboard('{Enter}');
  return user;
}
async function withApp() {
  const p = await withProvider({ signedIn: false });
  await enableTotp(p, await p.signIn());
}
async function withMail() {
  const p = await withProvider({ signedIn: false });
  const token = await p.signIn();
  await p.ok(twoFactor.sendCode, { method: 'email' }, { token });
  await p.ok(twoFactor.enable, { method: 'email', code: await mailed(p) }, { token });
  p.clock.now += 61_000;
  return { p, token };
}
const mailed = async (p: TestProvider) => /\d{6}/.exec((await p.lastMail(demo.email))?.subject ?? '')?.[0] ?? 'none';

test('an incomplete code is reported', async () => {
  await withApp();
  const user = await passFirst();
  await user.type(await codeField(), '123{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter all 6 digits of the code.');
  expect((await codeField()).value).toBe('123');
});

test('going back returns to the password, without a message', async () => {
  await withApp();
  const user = await passFirst();
  await codeField();
  await press(user, 'Back to sign-in');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(demo.password);
  expect(screen.queryByText(/has expired/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBeNull();
});

test('an email is sent automatically without an app, and again after a minute', async () => {
  const { p } = await withMail();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: p.clock.now });
  const user = await passFirst();
  const field = await codeField();
  expect(screen.getByText('d•••@nasim.example')).toBeTruthy();
  const first = await mailed(p);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^New code in \d+ seconds$/ }).disabled).toBe(true);
  vi.advanceTimersByTime(61_000);
  p.clock.now += 61_000;
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText('We’ve sent a new code.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^New code in/ })).toBeTruthy();
  const second = await mailed(p);
  if (first !== second) {
    await user.type(field, `${first}{Enter}`);
    await screen.findByRole('alert');
  }
  await user.type(field, `${second}{Enter}`);
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/domains'));
});

test('selecting email sends it, and within a minute shows a countdown instead', async () => {
  const { p, token } = await withMail();
  await enableTotp(p, token);
  const user = await passFirst();
  await codeField();
  await press(user, 'Use another method');
  await press(user, /^Email code/);
  expect(await screen.findByText('d•••@nasim.example')).toBeTruthy();
  await press(user, 'Back to sign-in');
  await user.click(screen.getByLabelText('Password'));
  await user.keyboard('{Enter}');
  await codeField();
  await press(user, 'Use another method');
  await press(user, /^Email code/);
  expect(await screen.findByRole('button', { name: /^New code in \d+ seconds$/ })).toBeTruthy();
  // The first code is still valid.
  await user.type(await codeField(), `${await mailed(p)}{Enter}`);
  await waitFor(() => expect(navigate.leave).toHaveBeenCalled());
});

test('a failed email is reported in the list, which stays', async () => {
  const { p, token } = await withMail();
  await enableTotp(p, token);
  const user = await passFirst();
  await codeField();
  await press(user, 'Use another method');
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    String(input).includes('/sendCode') ? Promise.reject(new TypeError('fetch failed')) : real(input, init);
  await press(user, /^Email code/);
  expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please check your connection.');
  await press(user, 'Back');
  expect(document.activeElement).toBe(await codeField());
});
