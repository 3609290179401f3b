import { expect, test } from 'vitest';
import { HOUR } from '../../../time.ts';
import { canCancelRoll, type RollTimes, rollStep } from './roll.ts';

const times: RollTimes = { publishedAt: 1, dsSeenAt: null, dsLastAt: null, dsTtl: 86_400, zoneTtl: 3600 };

test.each([
  ['nothing is published', { publishedAt: null }, 99 * HOUR, 'publish', null],
  ['resolvers may have the old keys', {}, HOUR, 'publish', 1 + 13_600_000],
  ['the parent already has the new DS record by CDS', { dsSeenAt: 5 }, HOUR, 'publish', 1 + 13_600_000],
  ['all have both keys', {}, 1 + 13_600_000, 'registrar', null],
  ['the parent has the new DS record', { dsSeenAt: 5 * HOUR }, 6 * HOUR, 'parent', 29 * HOUR],
  ['records are kept longer than the DS record', { dsSeenAt: 5 * HOUR, zoneTtl: 604_800 }, 6 * HOUR, 'parent', 1 + 614_800_000],
] as const)('%s', (_what, more, now, step, until) => expect(rollStep({ ...times, ...more }, now)).toEqual({ step, until }));

test('a roll can be canceled while no resolver can have the new DS record', () => {
  expect(canCancelRoll(times, 0)).toBe(true);
  expect(canCancelRoll({ dsLastAt: HOUR, dsTtl: 3600 }, 2 * HOUR)).toBe(false);
  expect(canCancelRoll({ dsLastAt: HOUR, dsTtl: 3600 }, 2 * HOUR + 1)).toBe(true);
});
