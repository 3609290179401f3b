import { expect, test } from 'vitest';
import { Sign, scanSigns } from './signs.ts';
import { Value } from './value.ts';

const value = (text: string): Value => new Value({ place: 'parameter', name: '', text });

test.each([
  ['A%2541', 'aa'],
  ['%', '%'],
  ['%zz%', '%zz%'],
  ['%u003cscript', '<script'],
  ['&unknown;', '&unknown;'],
  ['&#x110000;', '&#x110000;'],
  ['&#0000000060;', '<'],
  ['&lpar;&Tab;&commat;', '( @'],
  ['a&num=5', 'a&num=5'],
  ['&ltb', '<b'],
  [String.raw`\x3c\u003E\u{0028}`, '<>('],
  [String.raw`c:\users\x9`, String.raw`c:\users\x9`],
  ['..%c0%af..%e0%80%af', '../../'],
  ['../\xc0\xaf'.slice(0, 2).concat('\xc0\xaf'), '../'],
  ['\xef\xbc\x9cscript', '<script'],
  ['＜ｓcript＞', '<script>'],
  ['/*a*/b/*c', ' b/*c'],
  ['a\0b', 'ab'],
  ['a \t\n b', 'a b'],
  ['%ff%fe', '\ufffd\ufffd'],
])('%j is normalized', (text, expected) => expect(value(text).plain).toBe(expected));

test('the decoded form has the case of the text', () => expect(value('%41b&LT;').cased).toBe('Ab<'));

test('signs are the characters after decoding', () => {
  expect(value('abc_09').signs).toBe(0);
  expect(value('%27 or').signs).toBe(Sign.single | Sign.space);
  expect(value('a<b').hasAny(Sign.less | Sign.open)).toBe(true);
  expect(value('a<b').hasAll(Sign.less | Sign.open)).toBe(false);
  expect(scanSigns('\0é')).toBe(Sign.control | Sign.wide);
});
