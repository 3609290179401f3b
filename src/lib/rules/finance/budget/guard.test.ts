import { expect, test } from 'vitest';
import { actsAt, reached } from './guard.ts';

test.each([
  [[80, 50, 100], 1000, 799, [50]],
  [[80, 50, 100], 1000, 800, [50, 80]],
  [[100], 1000, 1001, [100]],
  [[50], null, 1_000_000, []],
  [[50], 1000, -5, []],
  // A third of 100 mills: 33 is below 33.3 %, because the comparison is exact.
  [[33], 300, 99, [33]],
])('of %j percent of %s, %s has reached %j', (thresholds, monthly, spent, expected) => {
  expect(reached(thresholds, monthly, spent)).toEqual(expected);
});

test('a cap takes effect with the charge that reaches it; refunds count, and charges are ordered by time', () => {
  const charges = [
    { at: 30, amount: 50 },
    { at: 10, amount: 60 },
    { at: 20, amount: -30 },
    { at: 40, amount: 40 },
  ];
  expect(actsAt(charges, 60)).toBe(10);
  expect(actsAt(charges, 61)).toBe(30);
  expect(actsAt(charges, 120)).toBe(40);
  expect(actsAt(charges, 121)).toBeNull();
  expect(actsAt([], 1)).toBeNull();
});
