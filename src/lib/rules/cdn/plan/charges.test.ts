import { expect, test } from 'vitest';
import { DAY } from '../../../time.ts';
import { chargesUntil } from './charges.ts';
import { REVIVE_MS } from './renewal.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const term = (over: Partial<Parameters<typeof chargesUntil>[0]> = {}) => ({
  period: 'month' as const,
  anchorAt: at('2026-10-25'),
  endsAt: at('2026-11-25'),
  noticedAt: null,
  unpaidSince: null,
  disabledAt: null,
  ...over,
});
const february = term({ anchorAt: at('2027-01-31'), endsAt: at('2027-02-28') });
const days = (one: ReturnType<typeof term>, from: string, until: string) =>
  chargesUntil(one, at(from), at(until)).map((time) => new Date(time).toISOString().slice(0, 10));

test.each([
  ['a month that ends in the window', term(), '2026-11-20', '2026-12-20', ['2026-11-25']],
  ['a month that ends on the last moment of it', term(), '2026-10-26', '2026-11-25', ['2026-11-25']],
  ['a month that ends after it', term(), '2026-10-25', '2026-11-24', []],
  ['a year with half of it left', term({ period: 'year', endsAt: at('2027-05-25') }), '2026-11-20', '2026-12-20', []],
  ['a year that ends in the window', term({ period: 'year' }), '2026-11-20', '2026-12-20', ['2026-11-25']],
  ['February, with two ends', february, '2027-02-28', '2027-03-31', ['2027-02-28', '2027-03-31']],
  ['a period that waits for money', term({ unpaidSince: at('2026-11-25') }), '2026-11-26', '2026-12-20', ['2026-11-26']],
  ['one that was disabled starts again', term({ disabledAt: at('2026-11-26') }), '2026-12-01', '2027-01-01', ['2026-12-01', '2027-01-01']],
])('%s', (_name, one, from, until, charged) => expect(days(one, from, until)).toEqual(charged));

test('a plan that can no longer be restored by adding credit isn’t charged', () => {
  const disabledAt = at('2026-11-26');
  const dead = term({ disabledAt });
  expect(chargesUntil(dead, disabledAt + REVIVE_MS - 1, disabledAt + REVIVE_MS)).toHaveLength(1);
  expect(chargesUntil(dead, disabledAt + REVIVE_MS, disabledAt + REVIVE_MS + 30 * DAY)).toEqual([]);
});
