import { expect, test, vi } from 'vitest';
import { $snackbars, demo, screen, userEvent, waitFor, withProvider } from '../../../../tests/support/panel.ts';
import { fillIn, showSignIn } from '../../../../tests/support/signInForm.tsx';
import { navigate } from '../../../browser/navigate.ts';
import { $auth, $session } from '../../../browser/stores/session.ts';

/** Mocks the responses for one path of the provider. */
function interrupt(path: string, answer: () => Response | Promise<Response>) {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => (String(input).includes(path) ? answer() : real(input, init));
}

test('signs in with Enter, and continues to the requested page', async () => {
  await withProvider({ signedIn: false });
  showSignIn({ target: '/domains/parvaz.example/dns?type=A' });
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  const user = await fillIn();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/domains/parvaz.example/dns?type=A'));
  expect(navigate.leave).toHaveBeenCalledTimes(1);
  expect($session.get()).toEqual({ userId: expect.any(String), expiresAt: expect.any(String) });
  expect($auth.get()).toMatchObject({ state: 'in', profile: { email: demo.email } });
  // The token is in the cookie only.
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('eyJ');
});

test('a wrong password is reported above the button, once, and the input stays', async () => {
  await withProvider({ signedIn: false });
  showSignIn();
  const user = await fillIn('not-the-password');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The email or password is incorrect.');
  expect($snackbars.get()).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(demo.email);
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('not-the-password');
  expect(navigate.leave).not.toHaveBeenCalled();
  expect($session.get()).toBeNull();
});

test('empty fields are reported after the first attempt, and the first one is focused', async () => {
  await withProvider({ signedIn: false });
  showSignIn();
  const user = userEvent.setup();
  await user.tab();
  await user.tab();
  expect(screen.queryByText('This field is required.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
  const email = screen.getByLabelText('Email');
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(email.getAttribute('aria-invalid')).toBe('true');
  await user.type(email, 'a');
  await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(1));
});

test('after too many attempts it shows a countdown', async () => {
  await withProvider({ signedIn: false });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  interrupt('/auth/login', () =>
    Response.json(
      { code: 'error:tooManyRequests', message: 'Too many attempts. Try again in 3 s.', retryAfter: 3 },
      { status: 429, headers: { 'retry-after': '3' } },
    ),
  );
  showSignIn();
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const message = await screen.findByRole('alert');
  expect(message.textContent).toBe('Too many attempts. Try again in 3 seconds.');
  vi.advanceTimersByTime(2000);
  await waitFor(() => expect(message.textContent).toBe('Too many attempts. Try again in 1 second.'));
  vi.advanceTimersByTime(1000);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('when the profile can’t be loaded the visitor stays signed out, with an error', async () => {
  await withProvider({ signedIn: false });
  interrupt('/auth/profile', () => Response.json({ code: 'error:server', message: 'x' }, { status: 500 }));
  showSignIn();
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You’re not signed in because your profile couldn’t be loaded. Server error. Please try again later.',
  );
  expect(navigate.leave).not.toHaveBeenCalled();
  expect($session.get()).toBeNull();
  expect($auth.get()).toEqual({ state: 'out' });
  // The cookie is deleted too.
  expect((await fetch('/api/fin/balance')).status).toBe(401);
});

test('an unreachable provider is reported in the form', async () => {
  await withProvider({ signedIn: false });
  interrupt('/auth/login', () => Promise.reject(new TypeError('fetch failed')));
  showSignIn();
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please check your connection.');
});

test('is sent once, even if Enter is pressed repeatedly', async () => {
  await withProvider({ signedIn: false });
  let calls = 0;
  let respond = () => {};
  const pressed = new Promise<void>((resolve) => {
    respond = resolve;
  });
  interrupt('/auth/login', async () => {
    calls++;
    await pressed;
    return Response.json({ code: 'auth:error.credentials', message: 'no' }, { status: 422 });
  });
  showSignIn();
  const user = await fillIn();
  await user.keyboard('{Enter}{Enter}{Enter}');
  respond();
  await screen.findByRole('alert');
  expect(calls).toBe(1);
});

test('continues once when another tab signs in, also if the page there writes the session again', async () => {
  await withProvider({ signedIn: false });
  showSignIn({ target: '/domains' });
  expect(navigate.leave).not.toHaveBeenCalled();
  const session = { userId: 'u', expiresAt: new Date().toISOString() };
  $session.set(session);
  $session.set({ ...session, accountId: 'u' });
  expect(vi.mocked(navigate.leave).mock.calls).toEqual([['/domains']]);
});

test('shows the reason and the destination', async () => {
  await withProvider({ signedIn: false });
  const { container, unmount } = showSignIn({ reason: 'ended', page: 'DNS records', target: '/domains/a.example/dns?q=x' });
  expect(container.textContent).toContain('Your session has ended. Sign in and we’ll take you back to DNS records.');
  expect(container.querySelector('b')?.textContent).toBe('DNS records');
  const onward = 'redirectTo=%2Fdomains%2Fa.example%2Fdns%3Fq%3Dx';
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(`/public/register?${onward}`);
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(`/public/forgot-password?${onward}`);
  unmount();
  showSignIn({ reason: 'passwordSet' });
  expect(screen.getByText(/Your password has been changed/)).toBeTruthy();
});

test('never puts a password into the address, and waits for the script', async () => {
  await withProvider({ signedIn: false });
  const { container } = showSignIn();
  expect(container.querySelector('form')?.method).toBe('post');
});
