import { expect, test } from 'vitest';
import { expand } from './expand.ts';
import type { Part } from './parts.ts';

const texts = (text: string, place: Part['place'] = 'parameter'): string[] =>
  [...expand({ place, name: 'a', text })].map((part) => `${part.place} ${part.name}=${part.text}`);
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

test.each<[what: string, text: string, expected: string[]]>([
  ['a word', 'shoes', ['parameter a=shoes']],
  ['JSON', '{"b":"x y","c":[1]}', ['parameterName a=b', 'parameter a=x y', 'parameterName a=c', 'parameter a=1']],
  ['JSON with escapes of a URL', '%7B%22b%22%3A%22x%22%7D', ['parameterName a=b', 'parameter a=x']],
  ['JSON in JSON', '{"b":"{\\"c\\":\\"x y\\"}"}', ['parameterName a=b', 'parameterName a=c', 'parameter a=x y']],
  ['something like JSON', '{a}', ['parameter a={a}']],
  ['base64', base64("1' or 1=1 -- "), [`parameter a=${base64("1' or 1=1 -- ")}`, "parameter a=1' or 1=1 -- "]],
  [
    'credentials',
    `Basic ${base64('user:secret word')}`,
    [`parameter a=Basic ${base64('user:secret word')}`, 'parameter a=user:secret word'],
  ],
  [
    'base64 of JSON',
    base64('{"b":"some text"}'),
    [`parameter a=${base64('{"b":"some text"}')}`, 'parameterName a=b', 'parameter a=some text'],
  ],
  ['a serialized object', base64('\xac\xed\0\x05sr\0\x01abcd'), ['parameter a=rO0ABXNyAAFhYmNk', 'parameter a=\xac\xed\0\x05sr\0\x01abcd']],
  ['a hash', 'd41d8cd98f00b204e9800998ecf8427e', ['parameter a=d41d8cd98f00b204e9800998ecf8427e']],
  ['an identifier', '01890a5d-ac96-774b-bcce-b302099a8057', ['parameter a=01890a5d-ac96-774b-bcce-b302099a8057']],
])('%s', (_, text, expected) => expect(texts(text)).toEqual(expected));

test('the claims of a token', () => {
  const token = [base64('{"alg":"none"}'), base64('{"sub":"x y"}'), ''].map((part) => part.replaceAll('=', '')).join('.');
  expect(texts(`Bearer ${token}`, 'header')).toEqual([
    `header a=Bearer ${token}`,
    'parameterName a=alg',
    'header a=none',
    'parameterName a=sub',
    'header a=x y',
  ]);
});

test('a path is a path', () => expect(texts('{"a":"b"}', 'path')).toEqual(['path a={"a":"b"}']));

test('nesting has a limit', () => {
  const nested = [1, 2, 3, 4].reduce((text) => JSON.stringify({ b: text }), 'x y');
  expect(texts(nested).at(-1)).toContain('{');
});
