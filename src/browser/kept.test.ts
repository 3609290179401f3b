import { expect, test } from 'vitest';
import { cachedTextsHeader, readPersistedShell } from '../lib/persistedShell.ts';

test('the browser’s list of texts is parsed for its language only', () => {
  const header = cachedTextsHeader('fa', ['common', 'shell']);
  expect(readPersistedShell(header, 'fa')).toEqual(new Set(['common', 'shell']));
  expect(readPersistedShell(header, 'ar')).toBeNull();
  for (const nothing of [null, '', ' ', 'xx common']) expect(readPersistedShell(nothing, 'en')).toBeNull();
});
