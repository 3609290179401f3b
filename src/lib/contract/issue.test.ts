import { expect, test } from 'vitest';
import { z } from 'zod';
import { keyWith, toIssue } from './issue.ts';

test('a key carries the same params everywhere; a second set is refused', () => {
  const name = 'error:crossSite';
  const message = keyWith(name, { max: 5 });
  expect(keyWith(name, { max: 5 })).toBe(name);
  expect(() => keyWith(name, { max: 6 })).toThrow(/error:crossSite is used with different params/);
  const [issue] = z.union([z.literal('a'), z.literal('b')], message).safeParse('c').error?.issues ?? [];
  expect(issue && toIssue(issue)).toEqual({ field: '', key: name, params: { max: 5 } });
});
