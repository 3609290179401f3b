import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '../../time.ts';
import { backupAge, backupChain, backupDependents, expired, nextType, nextWindow, restoreFault } from './backup.ts';

const one = (id: string, parentId: string | null, isScheduled = true) =>
  ({ id, parentId, isScheduled, type: parentId ? 'incremental' : 'full' }) as const;
const week = [one('a', null), one('b', 'a'), one('c', 'b'), one('d', null), one('e', 'd')];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('');

test('the backups that depend on a backup, and its chain', () => {
  expect(ids(backupDependents(week, 'a'))).toBe('bc');
  expect(ids(backupDependents(week, 'c'))).toBe('');
  expect(ids(backupChain(week, 'c'))).toBe('abc');
  expect(ids(backupChain(week, 'd'))).toBe('de');
});

test('retention only deletes whole chains, oldest first, and never goes below the number to keep', () => {
  expect(ids(expired(week, 2))).toBe('abc');
  expect(ids(expired(week, 3))).toBe('');
  expect(ids(expired([one('x', null, false), ...week], 2))).toBe('abc');
  expect(ids(expired([one('a', null), one('b', 'a', false), one('d', null), one('e', null)], 1))).toBe('d');
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 12 }), fc.integer({ min: 1, max: 10 }), (fulls, retained) => {
      const all = fulls.map((isFull, index) => one(String(index), isFull || index === 0 ? null : String(index - 1)));
      const gone = new Set(expired(all, retained).map(({ id }) => id));
      const left = all.filter(({ id }) => !gone.has(id));
      expect(left.length).toBeGreaterThanOrEqual(Math.min(retained, all.length));
      for (const { parentId } of left) expect(parentId === null || !gone.has(parentId)).toBe(true);
    }),
  );
});

test('the first backup is full, and then every nth', () => {
  expect(nextType([], 4)).toBe('full');
  expect(nextType(week.slice(0, 3), 4)).toBe('incremental');
  expect(nextType([...week.slice(0, 3), one('x', 'c')], 4)).toBe('full');
  expect(nextType(week, 1)).toBe('full');
});

test('the next window is the first start after now, also across a DST change', () => {
  const at = Date.UTC(2026, 10, 24, 2);
  expect(nextWindow(at - 1, { every: 'day', weekday: 0, hour: 2 })).toBe(at);
  expect(nextWindow(at, { every: 'day', weekday: 0, hour: 2 })).toBe(at + DAY);
  // 24 November 2026 is a Tuesday.
  expect(nextWindow(at, { every: 'week', weekday: 0, hour: 2 })).toBe(at + 5 * DAY);
  expect(nextWindow(at, { every: 'week', weekday: 2, hour: 2 })).toBe(at + 7 * DAY);
});

test('warns about a server without a backup, or with one that is too old for its schedule', () => {
  expect(backupAge(null, 'day', 0)).toBe('none');
  expect(backupAge(0, 'day', 2 * DAY)).toBe('fresh');
  expect(backupAge(0, 'day', 2 * DAY + 1)).toBe('old');
  expect(backupAge(0, 'week', 14 * DAY)).toBe('fresh');
  expect(backupAge(0, null, 7 * DAY + 1)).toBe('old');
});

test('a backup can only be restored to an equal or larger disk', () => {
  expect(restoreFault({ status: 'ready', diskSize: 100 }, { size: 100 })).toBeNull();
  expect(restoreFault({ status: 'ready', diskSize: 100 }, { size: 50 })).toBe('backup:error.diskTooSmall');
  expect(restoreFault({ status: 'creating', diskSize: 100 }, { size: 100 })).toBe('backup:reason.notReady');
});
