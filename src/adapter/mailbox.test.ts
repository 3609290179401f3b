import { expect, test } from 'vitest';
import { startProvider } from '../../tests/support/provider.ts';
import { readEnv } from '../config/env.ts';
import { auth } from '../lib/contract/account/auth.ts';
import { demo } from '../lib/contract/fields.ts';
import { mailboxFor } from './mailbox.ts';
import type { Nasim } from './nasim.ts';

const visit = (clientAddress = '127.0.0.1', headers: Record<string, string> = {}, host = 'localhost:4321') => ({
  request: new Request('http://portal/dev/mailbox', { headers: { host: 'portal', ...headers } }),
  clientAddress,
  locals: { host },
});
// Only these two parts of the running portal are read.
const portal = (variables: Record<string, string> = {}, mailbox: Nasim['mailbox'] = async () => []) =>
  ({ env: readEnv(variables), mailbox }) as unknown as Nasim;
const isOpen = (running: Nasim, from = visit(), isDevelopment = false) => mailboxFor(running, from, isDevelopment) !== null;

test('is open to this machine on a demo, and in development', () => {
  expect(isOpen(portal())).toBe(true);
  expect(isOpen(portal(), visit('::ffff:127.0.0.1'))).toBe(true);
  expect(isOpen(portal(), visit('::1'))).toBe(true);
  for (const host of ['127.0.0.1', '[::1]:4321', 'demo.localhost']) expect(isOpen(portal(), visit('127.0.0.1', {}, host))).toBe(true);
  expect(isOpen(portal({ DEMO: 'off' }))).toBe(false);
  expect(isOpen(portal({ DEMO: 'off' }), visit(), true)).toBe(true);
});

test.each([
  ['a public address', portal({ HOST: '0.0.0.0', DEMO: 'on' }), visit()],
  ['a public origin before a proxy', portal({ ORIGIN: 'https://panel.example.com', DEMO: 'on' }), visit()],
  ['a visitor from elsewhere', portal(), visit('192.0.2.7')],
  ['a visitor through a proxy on this machine', portal(), visit('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })],
  ['a proxy that says nothing of the visitor', portal(), visit('127.0.0.1', { via: '1.1 nginx' })],
  // Names that point to this machine, as a page of another site can have (DNS rebinding).
  ['a name of someone else', portal(), visit('127.0.0.1', {}, 'evil.example:4321')],
  ['a name that begins like an address', portal(), visit('127.0.0.1', {}, '127.0.0.1.evil.example')],
  ['no name', portal(), visit('127.0.0.1', {}, '')],
  ['a provider elsewhere', { env: readEnv({}) } as unknown as Nasim, visit()],
])('is closed for %s', (_name, running, from) => {
  expect(isOpen(running, from)).toBe(false);
  expect(isOpen(running, from, true)).toBe(false);
});

test('shows the newest mail first, as it was written', async () => {
  const p = await startProvider();
  await p.ok(auth.forgot, { username: demo.email });
  await p.provider.services.jobs.runDue();
  p.clock.now += 1000;
  await p.ok(auth.forgot, { username: demo.second });
  await p.provider.services.jobs.runDue();
  const letters = await p.provider.mailbox();
  expect(letters.map(({ to, time, language }) => [to, time, language])).toEqual([
    [demo.second, p.clock.now, 'en'],
    [demo.email, p.clock.now - 1000, 'en'],
  ]);
  expect(letters[0]?.text).toContain('Your password reset code is');
});
