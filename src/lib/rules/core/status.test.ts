import { expect, test } from 'vitest';
import { type DayChecks, lastDays, operationalShare, type State, stateOfDay, worst } from './status.ts';

test.each<[State[], State]>([
  [[], 'unknown'],
  [['operational', 'operational'], 'operational'],
  [['operational', 'unknown'], 'unknown'],
  [['unknown', 'degraded', 'operational'], 'degraded'],
  [['degraded', 'down', 'unknown'], 'down'],
])('the worst of %j is %s', (match, state) => {
  expect(worst(match)).toBe(state);
});

const day = (change: Partial<DayChecks>): DayChecks => ({ day: '2026-11-29', operational: 0, degraded: 0, down: 0, ...change });

test.each<[DayChecks | null, State]>([
  [null, 'unknown'],
  [day({}), 'unknown'],
  [day({ operational: 1440 }), 'operational'],
  [day({ operational: 1439, degraded: 1 }), 'degraded'],
  [day({ operational: 1438, degraded: 1, down: 1 }), 'down'],
])('the state of %j is %s', (checks, state) => expect(stateOfDay(checks)).toBe(state));

test('ninety days end today, and those without a check are unknown', () => {
  const now = Date.parse('2026-11-29T23:59:00Z');
  const days = lastDays([day({ operational: 1 }), day({ day: '2026-01-01', down: 1 })], now);
  expect([days.length, days.at(-1), days.at(-2), days[0]]).toEqual([90, day({ operational: 1 }), null, null]);
});

test('the share is that of all checks', () => {
  expect(operationalShare([null])).toBeNull();
  expect(operationalShare([day({ operational: 3, down: 1 }), null, day({ operational: 4 })])).toBe(7 / 8);
});
