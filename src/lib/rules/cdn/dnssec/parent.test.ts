import { expect, test } from 'vitest';
import { DS_CACHED_MS, dependence, parentState } from './parent.ts';

test('the parent has our DS record, another one, none, or wasn’t reached', () => {
  const own = ['1 13 2 aa', '1 13 4 bb'];
  expect(parentState(own, null)).toBe('unchecked');
  expect(parentState(own, [])).toBe('none');
  expect(parentState(own, ['9 8 2 cc', '1 13 4 bb'])).toBe('matches');
  expect(parentState(own, ['1 13 2 ab'])).toBe('other');
});

test('a zone may stop being signed a day after its DS record was gone', () => {
  const now = 10 * DS_CACHED_MS;
  expect(dependence('matches', now, now)).toBe('parent');
  expect(dependence('other', null, now)).toBe('parent');
  expect(dependence('none', now - DS_CACHED_MS + 1, now)).toBe('cached');
  expect(dependence('none', now - DS_CACHED_MS, now)).toBeNull();
  expect(dependence('none', null, now)).toBeNull();
  expect(dependence('unchecked', null, now)).toBe('unknown');
});
