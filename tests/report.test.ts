import { expect, test } from 'vitest';
import { settleUnstable } from '../scripts/lib/report.mjs';

const failed = (...titles: string[]) => ({
  passed: 0,
  failed: titles.length,
  failures: titles.map((title) => `${title}\n  Error: of ${title}`),
  failedTests: titles,
});

test('a failed browser test that passes when it is repeated is unstable; one that fails again fails', async () => {
  const first = { ...failed('a', 'b'), passed: 7 };
  const settled = await settleUnstable(first, async () => ({ ...failed('b'), passed: 1 }));
  expect(settled).toMatchObject({ passed: 8, failed: 1, failedTests: ['b'], failures: ['b\n  Error: of b'] });
  expect(settled.unstable).toEqual([{ name: 'a', error: 'a\n  Error: of a' }]);
});

test('nothing is repeated without a failure, with more than three, or after a fault of the runner', async () => {
  const never = () => Promise.reject(new Error('repeated'));
  for (const count of [
    { passed: 7, failed: 0 },
    failed('a', 'b', 'c', 'd'),
    { passed: 7, failed: 1, failures: ['it ended with 1 and reported no failure'], failedTests: [] },
  ])
    expect(await settleUnstable(count, never)).toBe(count);
});

test('a repetition that ran something else changes nothing', async () => {
  const count = failed('a');
  expect(await settleUnstable(count, async () => ({ passed: 0, failed: 0 }))).toBe(count);
});
