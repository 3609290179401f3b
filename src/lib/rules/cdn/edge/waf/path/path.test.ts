import { describe, expect, test } from 'vitest';
import { findings, findingsIn, isStopped, posted, stops } from '../../../../../../../tests/support/wafFindings.ts';

describe('steps upwards', () => {
  test.each([
    ['../../x', 'plain'],
    ['..\\..\\x', 'backslashes'],
    ['....//....//x', 'twice as many dots'],
    ['a/..;/b', 'a parameter of a folder'],
    ['/static/0x2e0x2e0x2fx', 'hexadecimal'],
    ['.\0./x', 'a null byte'],
  ])('%j: %s', (value) => expect(findingsIn(value)).toContain('lfi-traversal'));
  test.each(['%2e%2e%2fx', '%252e%252e%252fx', '..%c0%afx', '..%e0%80%afx', '..%5c..%5cx'])('%s in a query', (value) =>
    expect(findings({ url: `/?f=${value}` })).toContain('lfi-traversal'),
  );
  test.each(['https://example.com/a/b/../../x', '/static/js/%2e%2e/%2e%2e/x'])('%s', (url) =>
    expect(findings({ url })).toContain('lfi-traversal'),
  );
  test.each(['<img src="../images/a.png">', '<a href="../../about.html">About</a>', '[text](../page.md)', '../images/a.png'])(
    'a link counts less: %j',
    (value) => expect(findingsIn(value).filter((one) => one.startsWith('lfi-'))).toEqual(['lfi-relative']),
  );
});

test.each(['../../etc/x and more words', '../x/y.conf with some words behind it'])('words behind a path change nothing: %j', (value) => {
  expect(findingsIn(value)).toContain('lfi-traversal');
  expect(findings(posted({ text: `${value} ${'and more '.repeat(20)}` }))).toContain('lfi-traversal');
});

describe('files of the system', () => {
  test.each([
    '/etc/passwd',
    '/etc/shadow-',
    'file:///etc/hosts',
    'cat /etc/passwd',
    '../../../../etc/passwd\0.png',
    '/proc/self/environ',
    '/sys/class',
    'c:\\windows\\win.ini',
    'WEB-INF/web.xml',
    '/root/.ssh/id_rsa',
    '/var/log/auth.log',
  ])('%j', (value) => expect(findingsIn(value)).toContain('lfi-system'));
  test('in the path of a request it is the last part', () => {
    expect(findings({ url: '/download/etc/passwd' })).toContain('lfi-system');
    expect(findings({ url: '/docs/etc/passwd-rotation-policy' })).toEqual([]);
  });
});

test.each([
  '/docs/etc/passwd-rotation-policy',
  'how to edit the /etc/hosts file',
  '/var/www',
  '/usr/local/bin',
  '/dev/null',
  '~/Documents',
  '10..20',
  'wait... what/why',
  '/home/user/photos/2026',
  'https://example.com/etc/passwd-policy.html',
])('%j passes', (value) => expect(isStopped(value)).toBe(false));

test('a text mentions a file, and a command reads it', () => {
  const text = 'The server cannot read "/etc/nginx/sites-enabled/default" after our update.';
  expect(findings(posted({ text }))).toEqual(['lfi-mention']);
  expect(stops(posted({ text: 'We ran cat /etc/shadow and; it "works" now' }))).toBe(true);
  expect(stops(posted({ file: text }))).toBe(true);
});
