import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { maxUserData, readUserData } from './userData.ts';

test.each([
  ['nothing', ''],
  ['a configuration', '#cloud-config\npackages:\n  - nginx\n'],
  ['a configuration with Windows line ends', '#cloud-config\r\npackages: [nginx]\r\n'],
  ['a configuration that says nothing', '#cloud-config\n'],
  ['a script', '#!/bin/sh\napt-get update\n'],
])('%s is accepted', (_name, text) => {
  expect(readUserData(text)).toBe(text.replaceAll('\r\n', '\n'));
});

const mime = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary="==b=="\nMIME-Version: 1.0\nNumber-Attachments: ${parts.length}\n\n${parts
    .map((part) => `--==b==\n${part}\n`)
    .join('')}--==b==--\n`;
const shell = 'Content-Type: text/x-shellscript; charset="us-ascii"\nMIME-Version: 1.0\nContent-Transfer-Encoding: 7bit\n\n#!/bin/sh\ntrue';
const config = (yaml: string) => `Content-Type: text/cloud-config\nContent-Transfer-Encoding: base64\n\n${btoa(yaml)}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['a byte order mark', '\ufeff#cloud-config\npackages: [nginx]\n', '#cloud-config\npackages: [nginx]\n'],
  ['Windows line ends of a script', '#!/bin/sh\r\ntrue\r\n', '#!/bin/sh\ntrue\n'],
  ['blank lines in front', '\r\n \n#!/bin/sh\ntrue', '#!/bin/sh\ntrue'],
  ['base64', base64('#cloud-config\npackages: [nginx]\n'), '#cloud-config\npackages: [nginx]\n'],
  [
    'base64 in lines, of Windows text',
    base64(`\ufeff#!/bin/sh\r\n${'true\r\n'.repeat(30)}`).replace(/.{76}/g, '$&\n'),
    `#!/bin/sh\n${'true\n'.repeat(30)}`,
  ],
  ['only blanks', ' \r\n\ufeff', ''],
])('%s is repaired', (_name, text, stored) => {
  expect(readUserData(text)).toBe(stored);
});

test('a MIME message is accepted, and each of its parts is checked', () => {
  const good = mime(shell, config('#cloud-config\npackages: [nginx]\n'));
  expect(readUserData(good)).toBe(good);
  expect(readUserData(good.replaceAll('\n', '\r\n'))).toBe(good);
  expect(readUserData(base64(good))).toBe(good);
  for (const [text, key] of [
    [mime(shell, config('#cloud-config\n- a')), 'yamlMap'],
    [mime(shell, config('packages: [nginx]')), 'userDataStart'],
    [mime(shell.replace('text/x-shellscript', 'text/x-include-url')), 'userDataPart'],
    [mime(shell.replace('7bit', 'x-uuencode')), 'userDataMime'],
    [mime(shell).replace('--==b==--', ''), 'userDataMime'],
    [mime(), 'userDataMime'],
    [mime(shell).replace('multipart/mixed', 'text/plain'), 'userDataMime'],
  ] as const)
    expect(readUserData(text)).toMatchObject({ key: `serverOrder:error.${key}` });
});

test.each([
  ['no first line', 'packages: [nginx]', 'serverOrder:error.userDataStart', {}],
  ['an interpreter without a name', '#!', 'serverOrder:error.userDataStart', {}],
  ['a list', '#cloud-config\n- a\n', 'serverOrder:error.yamlMap', {}],
  ['a tab as indent', '#cloud-config\nruncmd:\n\t- ls\n', 'serverOrder:error.yaml', { line: 3 }],
  ['a bracket that stays open', '#cloud-config\npackages: [a, b\n', 'serverOrder:error.yaml', {}],
  ['a key twice', '#cloud-config\na: 1\na: 2\n', 'serverOrder:error.yaml', { line: 3 }],
  ['gzip in base64', gzipSync('#!/bin/sh\ntrue').toString('base64'), 'serverOrder:error.userDataGzip', {}],
  ['base64 of something else', base64('packages: [nginx]'), 'serverOrder:error.userDataStart', {}],
  ['a script with blanks for an interpreter', '#! \ntrue', 'serverOrder:error.userDataStart', {}],
  ['too much', `#!/bin/sh\n${'#'.repeat(maxUserData)}`, 'serverOrder:error.userDataLong', { max: 16 }],
])('%s is refused', (_name, text, key, params) => {
  expect(readUserData(text)).toMatchObject({ key, params });
});

test('aliases that would expand to gigabytes aren’t expanded', () => {
  const levels = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(',')}]`);
  const text = `#cloud-config\na0: &a0 [x]\n${levels.join('\n')}\n`;
  expect(readUserData(text)).toBe(text);
});
