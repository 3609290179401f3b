import { expect, test } from 'vitest';
import { translator } from './server.ts';

test('a limit that a rule returns as a number has the digits of the language', () => {
  expect(translator('fa')('cluster:error.port', { max: 65_535 })).toBe('پورتی از ۱ تا ۶۵٬۵۳۵ وارد کنید.');
  expect(translator('en')('cluster:error.port', { max: 65_535 })).toBe('Enter a port from 1 to 65535.');
  expect(translator('ar')('cluster:error.serverTwice', { row: 2 })).toContain('2');
});

test('protocol numbers and formatted values don’t change', () => {
  expect(translator('fa')('cluster:reason.status', { status: 503 })).toContain('503');
  expect(translator('fa')('pageRule:error.imageQuality', { min: '1', max: '100' })).toContain('100');
});

test('a count selects the plural form and is shown in Persian digits', () => {
  expect(translator('fa')('cluster:error.inUse', { count: 3 })).toContain('۳ مسیر');
});

test('a name in another script is shown in it', () => {
  expect(translator('en')('domain:remove.title', { name: 'xn--mgbtj4c7ad63e.example' })).toContain('فروشگاه.example');
});

test('values are isolated in right-to-left texts only', () => {
  const name = 'a-1.example';
  expect(translator('fa')('domain:remove.title', { name })).toContain(`\u2068${name}\u2069`);
  expect(translator('ar')('domain:remove.title', { name })).toContain(`\u2068${name}\u2069`);
  expect(translator('en')('domain:remove.title', { name })).not.toMatch(/[\u2066-\u2069]/);
});
