import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalPath, readTarget } from './requestPath.ts';

test.each([
  ['/', '/'],
  ['/a/b', '/a/b'],
  ['/a/', '/a/'],
  ['//admin', '/admin'],
  ['/.//admin', '/admin'],
  ['/./static/app.js', '/static/app.js'],
  ['/x/../p', '/p'],
  ['/x/%2e%2E/p', '/p'],
  ['/a/..', '/'],
  ['/a/b/..', '/a/'],
  ['/a/.', '/a/'],
  ['/%61dmin', '/admin'],
  ['/a%2fb', '/a%2Fb'],
  ['/%7euser', '/~user'],
  ['/a b'.replace(' ', '%20'), '/a%20b'],
  ['/"x"', '/%22x%22'],
  ['/\u00d8\u00aa', '/%D8%AA'],
  ['/...', '/...'],
])('%s is %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test.each([
  ...['', '*', 'a', '?a', '/\\x', '/a\\b', '/%5cadmin', '/a#b', '/a?b', '/a b', '/a\u0000', '/a\tb', '/a\u007f'],
  ...['/%', '/%4', '/%zz', '/a%2', '/..', '/../a', '/a/../..', '/%2e%2e/a', '/a/%2e./../b', '/x%2F..%2Fadmin', '/a%2Fb/../c', '/a%2f%2e/b'],
])('%j has no normal form', (path) => {
  expect(canonicalPath(path)).toBeNull();
});

test.each([
  ['//', '//'],
  ['/a//b', '/a//b'],
  ['/a//', '/a//'],
  ['/a//../b', '/a/b'],
  ['//./a/.//', '//a//'],
  ['/a//..', '/a/'],
  ['/thumb/https://example.com/%7Ea.png', '/thumb/https://example.com/~a.png'],
  ['/../a', null],
])('%s is %s where slashes aren’t merged', (path, canonical) => {
  expect(canonicalPath(path, false)).toBe(canonical);
});

test.each([
  ['/a?b=1', null, '/a', '?b=1'],
  ['/a', null, '/a', ''],
  ['/a?next=/x/../y\\z%', null, '/a', '?next=/x/../y\\z%'],
  ['http://example.com:8080/a?b', 'example.com:8080', '/a', '?b'],
  ['HTTPS://example.com', 'example.com', '/', ''],
  ['http://example.com?x', 'example.com', '/', '?x'],
  // A path has a normal form or not: that is for `canonicalPath`.
  ['/a#b', null, '/a#b', ''],
  ['*', null, '*', ''],
])('%j has the parts %j, %j and %j', (target, authority, path, query) => {
  expect(readTarget(target)).toEqual({ authority, path, query });
});

test.each(['', '?x', '/a?b#c', '/a?b c', '/a?\u0000'])('%j is no target', (target) => {
  expect(readTarget(target)).toBeNull();
});

test('the normal form is its own, and that of a URL', () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '.',
    '..',
    'a',
    'B',
    '~',
    '%2e',
    '%2F',
    '%41',
    '%25',
    '%7E',
    '%ff',
    '"',
    "'",
    '|',
    '{',
    ';',
    '@',
    ':',
    '\u00e9',
    '+',
    ',',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const canonical = canonicalPath(`/${pieces.join('')}`);
      if (canonical === null) return;
      expect(canonicalPath(canonical)).toBe(canonical);
      expect(new URL(`http://x${canonical}`).pathname).toBe(canonical);
      expect(canonical).not.toMatch(/\/\/|\/\.{1,2}(\/|$)|%2e|[^\u0021-\u007e]/i);
    }),
    { numRuns: 2000 },
  );
});
