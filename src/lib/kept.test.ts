import { expect, test } from 'vitest';
import { keptHeader, readKept } from './kept.ts';

test('the browser’s list of texts is parsed for its language only', () => {
  const said = keptHeader('fa', ['common', 'shell']);
  expect(readKept(said, 'fa')).toEqual(new Set(['common', 'shell']));
  expect(readKept(said, 'ar')).toBeNull();
  for (const nothing of [null, '', ' ', 'xx common']) expect(readKept(nothing, 'en')).toBeNull();
});
