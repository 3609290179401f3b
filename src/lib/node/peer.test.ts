import { expect, test } from 'vitest';
import { makeClientIp } from './peer.ts';

const ip = makeClientIp(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

test.each<[string, string | null, string, string]>([
  ['203.0.113.5', '198.51.100.1', '203.0.113.5', 'a stranger says what it likes'],
  ['192.0.2.7', '198.51.100.1', '198.51.100.1', 'a trusted proxy is believed'],
  ['::ffff:192.0.2.7', '198.51.100.1', '198.51.100.1', 'also by its mapped address'],
  ['10.1.2.3', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1', 'only what trusted proxies wrote'],
  ['10.1.2.3', 'rubbish', '10.1.2.3', 'what is no address is not taken'],
  ['10.1.2.3', null, '10.1.2.3', 'a proxy that says nothing'],
  ['fd00::1', '2001:db8:0:0::5', '2001:db8::5', 'IPv6 has one form'],
])('%s with %s is %s: %s', (peer, forwarded, client) => {
  expect(ip(peer, forwarded)).toBe(client);
});

test('a trusted proxy that isn’t a valid address prevents the start', () => {
  expect(() => makeClientIp(['proxy.example'])).toThrow();
});
