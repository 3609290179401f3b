import { expect, test } from 'vitest';
import { defaultDataCenter, logoPath, offered, visibleDataCenters } from './dataCenter.ts';

const center = (id: number, more = {}) => ({ id, name: `City ${id}`, code: `C${id}`, available: true, isDefault: false, ...more });

test('the default is the flagged one, else the first; unavailable ones are skipped', () => {
  const all = [center(1, { available: false, isDefault: true }), center(2), center(3, { isDefault: true })];
  expect(offered(all).map(({ id }) => id)).toEqual([2, 3]);
  expect(defaultDataCenter(all)?.id).toBe(3);
  expect(defaultDataCenter(all.slice(0, 2))?.id).toBe(2);
  expect(defaultDataCenter([])).toBeUndefined();
});

test('the fields that the panel adds: selected, hidden, logo', () => {
  const all = [center(1, { available: false }), center(2, { isDefault: true }), center(3)];
  const shown = (id: number | null) => visibleDataCenters(all, id).map(({ isActive, isHidden, logo }) => [isActive, isHidden, logo]);
  expect(shown(3)).toEqual([
    [false, true, 'city-1'],
    [false, false, 'city-2'],
    [true, false, 'city-3'],
  ]);
  // An unavailable one can't stay selected.
  expect(shown(1)[1]).toEqual([true, false, 'city-2']);
  expect(logoPath('  New York  City')).toBe('new-york-city');
});
