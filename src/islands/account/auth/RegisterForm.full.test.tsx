import { beforeEach, expect, test, vi } from 'vitest';
import { cleanup, openPage, paste, render, screen, userEvent, waitFor, within } from '../../../../tests/support/panel.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { navigate } from '../../../browser/navigate.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import RegisterForm from './RegisterForm.tsx';

beforeEach(() => {
  sessionStorage.clear();
});

const email = 'mina@nasim.example';
const password = 'calm wind over hills';

async function begin(locale: Locale = 'en'): Promise<TestProvider> {
  const { running: p } = await openPage(<RegisterForm locale={locale} target="/domains/add" isDemo={false} />, { signedIn: false, locale });
  return p;
}
const codeFor = async (p: TestProvider) => /\d{6}/.exec((await p.lastMail(email))?.subject ?? '')?.[0] ?? '';

async function sendAccount(user = userEvent.setup()) {
  await paste(screen.getByLabelText('Email'), email);
  await paste(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('radio', { name: /^Business/ }));
  await user.click(screen.getByLabelText('I accept the terms'));
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('heading', { name: 'Enter the code' });
  return user;
}

test('a wrong code is reported at the code, and the right one still works', async () => {
  const p = await begin();
  const user = await sendAccount();
  const code = await codeFor(p);
  const input = screen.getByLabelText('Code');
  await user.type(input, code === '000000' ? '000001' : '000000');
  expect(await screen.findByText('This code is incorrect. Check it and try again.')).toBeTruthy();
  expect(input.getAttribute('aria-invalid')).toBe('true');
  await user.clear(input);
  await paste(input, ` ${code.slice(0, 3)} ${code.slice(3)}`);
  await waitFor(() => expect(navigate.leave).toHaveBeenCalled());
});

test('changing the address keeps the input, and no password is stored on the device', async () => {
  await begin();
  const user = await sendAccount();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(password);
  await user.click(screen.getByRole('button', { name: 'Change address' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(password);
  expect(screen.getByRole('radio', { name: /^Business/ }).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('I accept the terms').checked).toBe(true);
});

test('a reload keeps the code step', async () => {
  const p = await begin();
  await sendAccount();
  cleanup();
  render(<RegisterForm locale="en" target="/dashboard" isDemo={false} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Code'), await codeFor(p));
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/dashboard'));
});

test('a new code can be requested after a minute', async () => {
  const p = await begin();
  const user = await sendAccount();
  const resend = screen.getByRole<HTMLButtonElement>('button', { name: /^New code in \d+ seconds$/ });
  expect(resend.disabled).toBe(true);
  const first = await codeFor(p);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() });
  cleanup();
  render(<RegisterForm locale="en" target="/dashboard" isDemo={false} />);
  await screen.findByLabelText('Code');
  vi.advanceTimersByTime(61_000);
  p.clock.now += 61_000;
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText('We’ve sent a new code.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^New code in/ })).toBeTruthy();
  expect(await codeFor(p)).not.toBe('');
  expect((await p.store.reader.selectFrom('outbox').select('id').execute()).length).toBe(2);
  expect(first).toMatch(/^\d{6}$/);
});

test('fields are validated on blur, and the password shows its strength', async () => {
  await begin();
  const user = userEvent.setup();
  const address = screen.getByLabelText('Email');
  await user.type(address, 'mina');
  await user.click(document.body);
  expect(await screen.findByText('Enter an email address, such as name@example.com.')).toBeTruthy();
  await user.type(address, '@nasim.example');
  await waitFor(() => expect(screen.queryByText(/Enter an email/)).toBeNull());
  const field = screen.getByLabelText('Password');
  await user.type(field, 'seven77');
  expect(screen.getByText('1 more character')).toBeTruthy();
  await user.type(field, '8');
  expect(screen.getByText(/^Long enough/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('Accept the terms to continue.')).toBeTruthy();
});

test('the terms can be read before they are accepted', async () => {
  await begin();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Read the terms' }));
  const dialog = await screen.findByRole('dialog', { name: 'Terms' });
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(5);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
