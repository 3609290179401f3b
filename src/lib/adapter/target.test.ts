import { expect, test } from 'vitest';
import { canonicalTarget } from './target.ts';

test.each([
  ['/api/auth/profile', '/api/auth/profile'],
  ['/api\\auth\\profile', '/api/auth/profile'],
  ['\\api/auth/profile', '/api/auth/profile'],
  ['/./api/auth/profile', '/api/auth/profile'],
  ['/x/../api/auth/profile', '/api/auth/profile'],
  ['/x/%2e%2E/api/auth/profile', '/api/auth/profile'],
  ['//api/auth/profile', '/api/auth/profile'],
  ['///evil.example/x', '/evil.example/x'],
  ['/.//api/auth/profile', '/api/auth/profile'],
  ['/%61pi/%61uth/profile', '/api/auth/profile'],
  ['http://evil.example/api/auth/profile?a=1', '/api/auth/profile?a=1'],
  ['http://evil.example', '/'],
  // What isn't a path is left alone: an escaped slash, a query.
  ['/api%2Fauth', '/api%2Fauth'],
  ['/a?next=/x/../y\\z', '/a?next=/x/../y\\z'],
  ['/a#b', '/a'],
  ['/تهران', '/%D8%AA%D9%87%D8%B1%D8%A7%D9%86'],
  ['/%ff', '/%ff'],
])('%s is %s', (target, canonical) => {
  expect(canonicalTarget(target)).toBe(canonical);
  expect(canonicalTarget(canonical), 'it is its own canonical form').toBe(canonical);
});

test('a target that is no path can’t be read', () => {
  for (const target of ['*', 'example.com:443', 'api/auth/profile']) expect(canonicalTarget(target)).toBeNull();
});
