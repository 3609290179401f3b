import { expect, test } from 'vitest';
import { nonePicked, type Picked, pick, pickRange, selectionCover } from './selection.ts';

const selectedRows = ['a', 'b', 'c', 'd', 'e'];
const keys = (picked: Picked) => [...picked.keys].sort().join('');

test('selects and deselects single rows', () => {
  const two = pick(pick(nonePicked, ['b'], true), ['d'], true);
  expect(keys(two)).toBe('bd');
  expect(keys(pick(two, ['b'], false))).toBe('d');
  expect(nonePicked.keys.size).toBe(0);
});

test.each([
  ['down', 'b', 'd', true, 'bcd'],
  ['up', 'd', 'b', true, 'bcd'],
  ['onto itself', 'c', 'c', true, 'c'],
])('a range %s takes what lies between', (_way, from, to, on, result) => {
  expect(keys(pickRange(pick(nonePicked, [from], true), selectedRows, to, on))).toBe(result);
});

test('a range can be deselected, and the next one starts where it ended', () => {
  const all = pick(nonePicked, selectedRows, true);
  const out = pickRange(pick(all, ['b'], false), selectedRows, 'd', false);
  expect(keys(out)).toBe('ae');
  expect(keys(pickRange(out, selectedRows, 'c', true))).toBe('acde');
});

test('a range from a row hidden by filters is only the row itself', () => {
  const picked = pick(nonePicked, ['hidden'], true);
  expect(keys(pickRange(picked, selectedRows, 'c', true))).toBe('chidden');
});

test('the box of the head', () => {
  expect(selectionCover(nonePicked, selectedRows)).toBe('none');
  expect(selectionCover(pick(nonePicked, ['a'], true), selectedRows)).toBe('some');
  expect(selectionCover(pick(nonePicked, ['hidden'], true), selectedRows)).toBe('none');
  expect(selectionCover(pick(nonePicked, [...selectedRows, 'hidden'], true), selectedRows)).toBe('all');
  expect(selectionCover(pick(nonePicked, ['a'], true), [])).toBe('none');
});
