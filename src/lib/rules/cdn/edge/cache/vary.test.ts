import { expect, test } from 'vitest';
import { normalizeVaryValue } from './vary.ts';

test.each([
  ['foo', '1,2', ' 1, 2 ', true],
  ['foo', '"a, b"', '"a,b"', false],
  ['foo', 'A', 'a', false],
  ['foo', 'a, b', 'b, a', false],
  ['accept-language', 'en, de', 'de, en', true],
  ['accept-language', 'en, de', 'eN, De', true],
  ['accept-language', 'en, de', ' en ,   de', true],
  ['accept-language', 'en;q=1.0, de;q=0.50', 'de;q=0.5,en', true],
  ['accept-language', 'en;q=0.4, de;q=0.5', 'en;q=0.5, de;q=0.4', false],
  ['accept-language', 'en', 'en, de', false],
  ['accept-language', 'en-US', 'en', false],
])('%s: %j and %j select the same copy: %s', (name, one, two, isSame) => {
  expect(normalizeVaryValue(name, one) === normalizeVaryValue(name, two)).toBe(isSame);
});
