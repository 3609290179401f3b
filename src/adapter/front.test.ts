import { expect, test } from 'vitest';
import { readEnv } from '../config/env.ts';
import { makeFront } from './front.ts';

const requestFront = (variables: Record<string, string>, headers: Record<string, string>, peer = '127.0.0.1') =>
  makeFront(readEnv(variables))({ headers: { host: 'localhost:4321', ...headers }, peer });

test.each([
  ['x-forwarded-for', '192.0.2.7'],
  ['x-forwarded-host', 'panel.example.com'],
  ['x-forwarded-proto', 'https'],
  ['forwarded', 'for=192.0.2.7'],
  ['x-real-ip', '192.0.2.7'],
  ['via', '1.1 nginx'],
])('without ORIGIN a proxy is noticed by %s, demo or not; with it, it is expected', (name, value) => {
  const headers = { [name]: value };
  for (const DEMO of ['on', 'off']) expect(requestFront({ DEMO }, headers)).toMatch(/^There is a proxy in front .* ORIGIN is not set/);
  expect(requestFront({ ORIGIN: 'https://panel.example.com' }, headers)).toBeNull();
});

test('the client’s address from a trusted proxy on loopback is no sign of a public one', () => {
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  expect(requestFront({ TRUSTED_PROXIES: '127.0.0.1' }, headers)).toBeNull();
  expect(requestFront({ TRUSTED_PROXIES: '127.0.0.1' }, headers, '::ffff:127.0.0.1')).toBeNull();
  expect(requestFront({ TRUSTED_PROXIES: '127.0.0.1' }, { ...headers, 'x-forwarded-host': 'panel.example.com' })).not.toBeNull();
  expect(requestFront({ TRUSTED_PROXIES: '10.0.0.0/8' }, headers)).not.toBeNull();
});

test('a demo is answered at names of this machine only', () => {
  for (const host of ['localhost', 'localhost:4321', '127.0.0.1:4321', '[::1]:4321', 'demo.localhost'])
    expect(requestFront({}, { host })).toBeNull();
  const names = ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'localhost@evil.example'];
  for (const host of [...names, '192.0.2.1:4321', '', 'a b']) expect(requestFront({}, { host })).toMatch(/demo/);
  expect(requestFront({ DEMO: 'off' }, { host: '192.0.2.1:4321' })).toBeNull();
});
