// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { codeAt, enableTotp } from '../../../../tests/support/two-factor.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { $auth, $session } from '../../../lib/stores/session.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import { go } from './go.ts';
import LoginForm from './LoginForm.tsx';

vi.mock('./go.ts', () => ({ go: vi.fn() }));
beforeEach(() => void vi.mocked(go).mockClear());
afterEach(cleanup);

const other = (code: string) => (code === '000000' ? '000001' : '000000');
const codeField = () => screen.findByLabelText<HTMLInputElement>('Code');
const press = (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) => user.click(screen.getByRole('button', { name }));

/** Enters the password and reaches the second step. */
async function passFirst(user = userEvent.setup(), locale: Locale = 'en') {
  render(<LoginForm locale={locale} target="/domains" page={null} reason={null} passkeyHost={null} demo={null} />);
  const [email, password] = locale === 'fa' ? ['ایمیل', 'گذرواژه'] : ['Email', 'Password'];
  await user.type(screen.getByLabelText(email), demo.email);
  await user.type(screen.getByLabelText(password), `${demo.password}{Enter}`);
  return user;
}
async function withApp(locale: Locale = 'en') {
  const p = await withProvider({ signedIn: false, locale });
  const on = await enableTotp(p, await p.signIn());
  return { p, ...on, now: () => codeAt(on.secret, p.clock.now) };
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

describe('the app', () => {
  test('asks for its code after the password, and continues to the requested page', async () => {
    const { now } = await withApp();
    const user = await passFirst();
    const field = await codeField();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirm it’s you');
    expect(document.activeElement).toBe(field);
    expect($session.get()).toBeNull();
    expect(go).not.toHaveBeenCalled();
    // Nothing is stored: a reload returns to the password.
    // The time of the last failure check isn't secret, and the sign-out before this test resets it.
    const stored = [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage));
    expect(stored.filter((name) => name !== 'nasim:failures-seen')).toEqual([]);
    await user.type(field, `${now()}{Enter}`);
    await waitFor(() => expect(go).toHaveBeenCalledWith('/domains'));
    expect(go).toHaveBeenCalledTimes(1);
    expect($auth.get()).toMatchObject({ state: 'in', profile: { email: demo.email } });
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('eyJ');
  });

  test('a code can be pasted with spaces, or in the digits of another script', async () => {
    const { now } = await withApp();
    const user = await passFirst();
    const field = await codeField();
    const code = now();
    const persian = [...code].map((digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]).join('');
    await user.click(field);
    await user.paste(` ${persian.slice(0, 3)} ${persian.slice(3)}\n`);
    expect(field.value).toBe(code);
    await press(user, 'Confirm');
    await waitFor(() => expect(go).toHaveBeenCalled());
  });

  test('a wrong code is announced at the field, which is empty again; the right one still works', async () => {
    const { now } = await withApp();
    const user = await passFirst();
    const field = await codeField();
    await user.type(field, `${other(now())}{Enter}`);
    expect((await screen.findByRole('alert')).textContent).toBe('This code is incorrect. Check it and try again.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('');
    expect($snackbars.get()).toEqual([]);
    await user.type(field, now().slice(0, 1));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field, `${now().slice(1)}{Enter}`);
    await waitFor(() => expect(go).toHaveBeenCalled());
  });

  test('an incomplete code is reported', async () => {
    await withApp();
    const user = await passFirst();
    await user.type(await codeField(), '123{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Enter all 6 digits of the code.');
    expect((await codeField()).value).toBe('123');
  });

  test('an expired sign-in restarts with the input, and says so', async () => {
    const { p, now } = await withApp();
    const user = await passFirst();
    const field = await codeField();
    p.clock.now += 10 * 60_000;
    await user.type(field, `${now()}{Enter}`);
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(screen.getByText(/^This sign-in has expired/).closest('[role=status]')).toBeTruthy();
    expect([screen.getByLabelText<HTMLInputElement>('Email').value, password.value]).toEqual([demo.email, demo.password]);
    await waitFor(() => expect(document.activeElement).toBe(password));
    await user.keyboard('{Enter}');
    await user.type(await codeField(), `${now()}{Enter}`);
    await waitFor(() => expect(go).toHaveBeenCalledWith('/domains'));
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

  test('after too many attempts it shows how long to wait', async () => {
    const { p, now } = await withApp();
    const user = await passFirst();
    const field = await codeField();
    await p.store.write('test', (tx) =>
      tx
        .insertInto('throttle')
        .values({ id: 'code-ip:127.0.0.1', count: 30, resetAt: p.clock.now + 45_000 })
        .execute(),
    );
    await user.type(field, `${now()}{Enter}`);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
  });
});

describe('a trusted browser', () => {
  test('only asks for the password the next time', async () => {
    const { now } = await withApp();
    const user = await passFirst();
    await user.type(await codeField(), now());
    await user.click(screen.getByRole('checkbox', { name: /^Trust this browser for 30 days/ }));
    await press(user, 'Confirm');
    await waitFor(() => expect(go).toHaveBeenCalledTimes(1));
    cleanup();
    $session.set(null);
    await passFirst();
    await waitFor(() => expect(go).toHaveBeenCalledTimes(2));
    expect(screen.queryByLabelText('Code')).toBeNull();
  });
});

describe('other methods', () => {
  test('a recovery code, selected by keyboard; the checkbox keeps its state', async () => {
    const { recoveryCodes } = await withApp();
    const user = await passFirst();
    await codeField();
    await user.click(screen.getByRole('checkbox'));
    await press(user, 'Use another method');
    const [first, second] = screen.getAllByRole('listitem').map((item) => item.querySelector('button'));
    expect([first?.textContent, second?.textContent]).toEqual([
      'Authenticator appA code from the app on your phone',
      'Recovery codeOne of your saved codes',
    ]);
    expect(document.activeElement).toBe(first);
    await user.tab();
    await user.keyboard('{Enter}');
    const field = await screen.findByLabelText<HTMLInputElement>('Recovery code');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    await user.type(field, 'aaaaa-aaaaa{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This recovery code is incorrect or has already been used. Check it or enter another one.',
    );
    expect(field.value).toBe('aaaaa-aaaaa');
    await user.clear(field);
    await user.type(field, `${recoveryCodes[0]?.toUpperCase()}{Enter}`);
    await waitFor(() => expect(go).toHaveBeenCalled());
  });

  test('an email is sent automatically without an app, and again after a minute', async () => {
    const { p } = await withMail();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: p.clock.now });
    try {
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
      await waitFor(() => expect(go).toHaveBeenCalledWith('/domains'));
    } finally {
      vi.useRealTimers();
    }
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
    await waitFor(() => expect(go).toHaveBeenCalled());
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
});

test('in Persian', async () => {
  const { now } = await withApp('fa');
  const user = await passFirst(userEvent.setup(), 'fa');
  const field = await screen.findByLabelText('کد');
  await user.type(field, other(now()));
  await user.click(screen.getByRole('button', { name: 'تأیید' }));
  expect((await screen.findByRole('alert')).textContent).toBe('این کد درست نیست. آن را بررسی کنید و دوباره وارد کنید.');
  await user.type(field, now());
  await user.click(screen.getByRole('button', { name: 'تأیید' }));
  await waitFor(() => expect(go).toHaveBeenCalled());
});
