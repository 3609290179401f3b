import { describe, expect, test } from 'vitest';
import { findings, findingsIn } from '../../../../../../../tests/support/wafFindings.ts';

describe('requests', () => {
  test.each<[id: string, request: Parameters<typeof findings>[0]]>([
    ['protocol-method', { method: 'TRACE' }],
    ['protocol-method', { method: 'BREW' }],
    ['protocol-null', { url: '/a%00.png' }],
    ['protocol-smuggling', { headers: { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' } }],
    ['protocol-smuggling', { headers: { 'Transfer-Encoding': 'chunked' } }],
    ['protocol-smuggling', { method: 'POST', headers: { 'Transfer-Encoding': 'xchunked' } }],
    ['protocol-smuggling', { method: 'POST', headers: { 'Content-Length': '+5' } }],
    ['protocol-splitting', { url: '/?a=%0d%0aSet-Cookie:%20x=1' }],
    ['protocol-splitting', { url: '/a%0ab' }],
    ['protocol-splitting', { url: '/?a%0d%0ab=1' }],
    ['protocol-double', { url: '/?a=%2561' }],
    ['protocol-width', { url: '/?a=%uff0e%uff0e' }],
    ['protocol-range', { headers: { Range: `bytes=${'0-1,'.repeat(20)}2-3` } }],
    ['protocol-range', { headers: { Range: 'bytes=5-1' } }],
    ['protocol-range', { headers: { 'Request-Range': 'bytes=0-1' } }],
    ['protocol-type', { headers: { 'Content-Type': 'text' } }],
    ['protocol-type', { headers: { 'Content-Type': '%{(#a=1)}' } }],
    ['protocol-type', { headers: { 'Content-Type': 'text/html; charset=utf-8; charset=utf-16' } }],
    ['protocol-type', { headers: { 'Content-Type': 'text/plain; boundary=application/json' } }],
    ['protocol-override', { url: '/post/1?_method=DELETE' }],
    ['protocol-connection', { headers: { Connection: 'keep-alive, close' } }],
    ['protocol-connection', { headers: { Connection: 'close, X-Forwarded-For' } }],
    ['protocol-cookie', { headers: { Cookie: '$Version=1; a="b' } }],
    ['protocol-session', { url: '/?PHPSESSID=1', headers: { Referer: 'https://other.example/' } }],
    ['protocol-parameters', { url: `/?${'a=1&'.repeat(300)}` }],
  ])('%s: %o', (id, request) => expect(findings(request)).toContain(id));

  test.each<[name: string, request: Parameters<typeof findings>[0]]>([
    ['PROPFIND', { method: 'PROPFIND' }],
    ['MKCALENDAR', { method: 'MKCALENDAR' }],
    ['a form that deletes', { method: 'POST', url: '/post/1?_method=DELETE' }],
    ['an upload in chunks', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } }],
    ['a reader of a document', { headers: { Range: 'bytes=0-99,500-599,900-' } }],
    ['a bare charset', { headers: { 'Content-Type': 'application/json; utf-8' } }],
    ['a boundary with signs', { headers: { 'Content-Type': 'multipart/mixed; boundary="a,b/c=d"' } }],
    ['a WebSocket', { headers: { Connection: 'keep-alive, Upgrade' } }],
    ['a session in a link of the site', { url: '/?PHPSESSID=1', headers: { Referer: 'https://example.com/a' } }],
    [
      'several lines of a form',
      { method: 'POST', body: 'a=Hello%0D%0AName:+Bob', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    ['the old escapes of scripts', { url: '/?a=%u0633%u0644' }],
  ])('%s passes', (_, request) => expect(findings(request)).toEqual([]));
});

describe('values', () => {
  test.each([
    ['x\r\nPOST /admin HTTP/1.1\r\nHost: a', 'protocol-request'],
    ['x\r\nSet-Cookie: a=b', 'protocol-splitting'],
    ["document.cookie='a=b; expires=x'", 'protocol-session'],
    ['<meta http-equiv="Set-Cookie" content="a=b">', 'protocol-session'],
    ['*)(uid=*))(|(uid=*', 'protocol-ldap'],
    ['(&(objectClass=user)(cn=a))', 'protocol-ldap'],
  ])('%j', (value, id) => expect(findingsIn(value)).toContain(id));
  test.each([
    '"GET / HTTP/1.1" 200',
    'GET /api/users HTTP/1.1 returns 404',
    'Dear Bob,\nName: x',
    'if (a(b)(c=1)) { x }',
    '(status=active)',
    'cn=John,ou=People',
  ])('%j passes', (value) => expect(findingsIn(value).filter((one) => one.startsWith('protocol-'))).toEqual([]));
});
