import { expect, test } from 'vitest';
import { keptHeader, readKept } from './kept.ts';

test('what the browser says of its texts is understood, in its language only', () => {
  const said = keptHeader('fa', ['common', 'shell']);
  expect(readKept(said, 'fa')).toEqual(new Set(['common', 'shell']));
  expect(readKept(said, 'ar')).toBeNull();
  for (const nothing of [null, '', ' ', 'xx common']) expect(readKept(nothing, 'en')).toBeNull();
});
