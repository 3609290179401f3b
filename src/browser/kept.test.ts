import { expect, test } from 'vitest';
import { cachedTextsHeader, readPersistedShell } from '../lib/persistedShell.ts';

test('the browser’s list of texts is parsed for its language only', () => {
  const said = cachedTextsHeader('fa', ['common', 'shell']);
  expect(readPersistedShell(said, 'fa')).toEqual(new Set(['common', 'shell']));
  expect(readPersistedShell(said, 'ar')).toBeNull();
  for (const nothing of [null, '', ' ', 'xx common']) expect(readPersistedShell(nothing, 'en')).toBeNull();
});
