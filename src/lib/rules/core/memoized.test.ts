import { expect, test } from 'vitest';
import { memoized } from './memoized.ts';

test('a text that comes back is made once, as long as it is among those used last', () => {
  const made: string[] = [];
  const read = memoized((text) => made.push(text), 2);
  for (const text of ['a', 'b', 'a', 'c', 'd', 'a', 'e', 'f', 'g', 'h', 'b']) read(text);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'b']);
});

test('a long text is made each time', () => {
  let count = 0;
  const read = memoized(() => ++count);
  expect([read('x'.repeat(600)), read('x'.repeat(600))]).toEqual([1, 2]);
});
