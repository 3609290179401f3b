import { describe, expect, test } from 'vitest';
import { findings, findingsIn, isStopped, posted, stops } from '../../../../../../../tests/support/wafFindings.ts';
import { hostKind, parseIPv4 } from './hosts.ts';

test.each([
  ['http://169.254.169.254/latest/meta-data', 'lfi-metadata'],
  ['http://[fd00:ec2::254]/', 'lfi-metadata'],
  ['http://metadata.google.internal/', 'lfi-metadata'],
  ['http://100.100.100.200/', 'lfi-metadata'],
  ['http://2852039166/', 'lfi-metadata'],
  ['http://2130706433/', 'lfi-disguised'],
  ['http://0x7f.1/', 'lfi-disguised'],
  ['http://0177.0.0.1/', 'lfi-disguised'],
  ['http://127.1/', 'lfi-disguised'],
  ['http://[::1]/', 'lfi-disguised'],
  ['http://[::ffff:10.0.0.1]/', 'lfi-disguised'],
  ['http://10.0.0.1.nip.io/', 'lfi-disguised'],
  ['http://localhost/admin', 'lfi-internal'],
  ['kubernetes.default.svc.cluster.local/api', 'lfi-internal'],
  ['http://abc.oast.fun/x', 'lfi-callback'],
  ['https://bank.example@198.51.100.7/', 'lfi-userinfo'],
  ['gopher://127.0.0.1:6379/_x', 'lfi-wrapper'],
  ['php://filter/convert.base64-encode/resource=x', 'lfi-wrapper'],
  ['phar://a.jpg', 'lfi-wrapper'],
  ['jar:http://example.com/a!/', 'lfi-wrapper'],
  ['data:text/plain;base64,PD9waHA=', 'lfi-data'],
  ['http://198.51.100.7/c99.txt?', 'lfi-remote'],
  ['https://example.com/x?', 'lfi-remote'],
])('%s', (value, id) => expect(findingsIn(value)).toContain(id));

test('a script of another site where a page is included', () => {
  expect(findingsIn('https://example.com/a.txt', 'page')).toContain('lfi-remote');
  expect(findingsIn('https://example.com/a.txt', 'link')).toEqual([]);
  expect(findingsIn('https://example.com/x', 'mosConfig_absolute_path')).toContain('lfi-remote');
});

test.each([
  'https://example.com/redirect?url=https://other.example/path',
  'https://hooks.slack.com/services/T0/B0/x',
  'http://example.com:8080/a/b?c=d#e',
  'http://localhost:3000/callback',
  'http://192.168.1.10/webhook',
  'https://user:secret@example.com/repo.git',
  'ftp://ftp.gnu.org/gnu/wget/',
  'mailto:me@example.com?subject=Hi',
  '//cdn.example.com/x.js',
  'data:image/png;base64,iVBORw0KGgo=',
  '2026-11-21T12:00:00Z',
  'is it http or https?',
])('%s passes', (value) => expect(isStopped(value)).toBe(false));

describe('hosts', () => {
  test.each([
    ['127.0.0.1', 2_130_706_433, false],
    ['0x7f.0.0.1', 2_130_706_433, true],
    ['2130706433', 2_130_706_433, true],
    ['127.1', 2_130_706_433, true],
    ['192.168.257', 3_232_235_777, true],
  ])('%s', (host, address, isOdd) => expect(parseIPv4(host)).toEqual({ address, isOdd }));
  test.each(['256.1.1.1', '1.2.3.4.5', '4294967296', '0x', 'a.1', '08.1.1.1'])('%s is no address', (host) =>
    expect(host === '0x' ? hostKind(host) === 'address' : parseIPv4(host) !== null).toBe(false),
  );
});

describe('an address and words', () => {
  const address = 'http://169.254.169.254/latest/';
  test.each([`${address} and some more words behind it`, `words ${address}`])('%j in a query', (value) =>
    expect(findingsIn(value)).toContain('lfi-metadata'),
  );
  test('a text that mentions it', () => {
    const text = `Our instances read their settings from ${address} when they start.`;
    expect(findings(posted({ text }))).toEqual(['lfi-mention']);
    expect(stops(posted({ url: text }))).toBe(true);
    expect(stops(posted({ text: `${address} is read by our instances when they start` }))).toBe(true);
  });
});
