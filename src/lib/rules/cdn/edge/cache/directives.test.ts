import { describe, expect, test } from 'vitest';
import { parseDictionary } from './dictionary.ts';
import { cacheDirectives, parseDirectives } from './directives.ts';

test.each([
  ['', {}],
  ['Public, MAX-AGE=60', { public: '', 'max-age': '60' }],
  ['private="set-cookie", ,x', { private: 'set-cookie', x: '' }],
  ['max-age=1, max-age=2', { 'max-age': '1' }],
  ['max-age =60', { 'max-age': '60' }],
  ['extension="max-age=3600", max-age=1', { extension: 'max-age=3600', 'max-age': '1' }],
  ['no-cache="a, b"', { 'no-cache': 'a, b' }],
  ['a="b, max-age=1', { a: '"b', 'max-age': '1' }],
])('directives of %j', (header, expected) => expect(Object.fromEntries(parseDirectives(header))).toEqual(expected));

const other = { type: 'other' };
const integer = (value: number) => ({ type: 'integer', value });
const boolean = (value: boolean) => ({ type: 'boolean', value });
test.each([
  ['', {}],
  ['max-age=60', { 'max-age': integer(60) }],
  [' a ,\tb=?0,c=-1 ', { a: boolean(true), b: boolean(false), c: integer(-1) }],
  ['a=1, a=2', { a: integer(2) }],
  ['a=1.5, b="x\\"y", c=tok/en, d=:YQ==:, e=@1, f=%"%c3%bc"', { a: other, b: other, c: other, d: other, e: other, f: other }],
  ['a=(1 "b";c);d, e;f=1;g', { a: other, e: boolean(true) }],
  ['a=()', { a: other }],
  // One fault makes all of it invalid.
  ...[
    'A=1',
    'a =1',
    'a= 1',
    'a=',
    'a=1,',
    ',a',
    'a,,b',
    'a=1 b',
    'a, &&&&&',
    'a="b',
    'a=1.',
    'a=1234567890123456',
    'a=(1',
    'a=(1"b")',
    'a;B',
    '1',
  ].map((text): [string, null] => [text, null]),
])('the dictionary %j', (text, expected) => {
  const members = parseDictionary(text);
  expect(members && Object.fromEntries(members)).toEqual(expected);
});

describe('which header counts', () => {
  test.each<[headers: Record<string, string>, control: Record<string, string>, isTargeted: boolean]>([
    [{ 'cache-control': 'max-age=1' }, { 'max-age': '1' }, false],
    [{ 'cdn-cache-control': 'max-age=2', 'surrogate-control': 'max-age=3', 'cache-control': 'no-store' }, { 'max-age': '2' }, true],
    [{ 'cdn-cache-control': 'private, foo="bar"', 'cache-control': 'max-age=1' }, { private: '', foo: '' }, true],
    // Directives of the wrong type are ignored, and the field stays.
    [{ 'cdn-cache-control': 'max-age="10000"', 'cache-control': 'max-age=1' }, {}, true],
    [{ 'cdn-cache-control': 'max-age, no-store=1, private=?0, s-maxage=-1', 'cache-control': 'max-age=1' }, {}, true],
    [{ 'cdn-cache-control': '', 'cache-control': 'max-age=1' }, { 'max-age': '1' }, false],
    [{ 'cdn-cache-control': 'max-age=10000, &&&&&', 'cache-control': 'no-store' }, { 'no-store': '' }, false],
    [{ 'surrogate-control': 'max-age=60+30, content="ESI/1.0"', 'cache-control': 'no-store' }, { 'max-age': '60' }, true],
    [{ 'surrogate-control': 'content="ESI/1.0"', 'cache-control': 'no-store' }, { 'no-store': '' }, false],
  ])('%j', (headers, control, isTargeted) => {
    const result = cacheDirectives(new Map(Object.entries(headers)));
    expect([Object.fromEntries(result.control), result.isTargeted]).toEqual([control, isTargeted]);
  });
});
