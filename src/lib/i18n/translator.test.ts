import { expect, test } from 'vitest';
import { translator } from './server.ts';

test('a limit that a rule names as a bare number has the digits of the language', () => {
  expect(translator('fa')('cluster:error.port', { max: 65_535 })).toBe('پورتی از ۱ تا ۶۵٬۵۳۵ وارد کنید.');
  expect(translator('en')('cluster:error.port', { max: 65_535 })).toBe('Enter a port from 1 to 65535.');
  expect(translator('ar')('cluster:error.serverTwice', { row: 2 })).toContain('2');
});

test('numbers of a protocol, and what was formatted already, stay as they are', () => {
  expect(translator('fa')('cluster:reason.status', { status: 503 })).toContain('503');
  expect(translator('fa')('pageRule:error.imageQuality', { min: '1', max: '100' })).toContain('100');
});

test('a count chooses the plural form and is said in Persian digits', () => {
  expect(translator('fa')('cluster:error.inUse', { count: 3 })).toContain('۳ مسیر');
});
