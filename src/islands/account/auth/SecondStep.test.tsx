import { expect, test } from 'vitest';
import { $snackbars, demo, fill, screen, type User, waitFor, withProvider } from '../../../../tests/support/panel.ts';
import { fillIn, showSignIn } from '../../../../tests/support/signInForm.tsx';
import { codeAt } from '../../../../tests/support/totp.ts';
import { enableTotp } from '../../../../tests/support/twoFactor.ts';
import { navigate } from '../../../browser/navigate.ts';
import { $auth, $session } from '../../../browser/stores/session.ts';

const other = (code: string) => (code === '000000' ? '000001' : '000000');
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
  const on = await enableTotp(p, await p.signIn());
  return { p, ...on, now: () => codeAt(on.secret, p.clock.now) };
}

test('asks for its code after the password, and continues to the requested page', async () => {
  const { now } = await withApp();
  const user = await passFirst();
  const field = await codeField();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirm it’s you');
  expect(document.activeElement).toBe(field);
  expect($session.get()).toBeNull();
  expect(navigate.leave).not.toHaveBeenCalled();
  // Nothing is stored: a reload returns to the password.
  // The time of the last failure check isn't secret, and the sign-out before this test resets it.
  const stored = [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage));
  expect(stored.filter((name) => name !== 'nasim:failures-seen')).toEqual([]);
  await user.type(field, `${now()}{Enter}`);
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/domains'));
  expect(navigate.leave).toHaveBeenCalledTimes(1);
  expect($auth.get()).toMatchObject({ state: 'in', profile: { email: demo.email } });
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('eyJ');
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
  await waitFor(() => expect(navigate.leave).toHaveBeenCalled());
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
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/domains'));
});

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
  await fill(field, `${recoveryCodes[0]?.toUpperCase()}{Enter}`);
  await waitFor(() => expect(navigate.leave).toHaveBeenCalled());
});
