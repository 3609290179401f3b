import { expect, test } from 'vitest';
import { nextDigest, quietUntil } from './quietHours.ts';

const at = (time: string) => Date.parse(`2026-11-24T${time}:30Z`);
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString().slice(5, 16));
const night = { from: 22 * 60, until: 7 * 60 };

test.each([
  ['21:59', 'UTC', null],
  ['22:00', 'UTC', '11-25T07:00'],
  ['06:59', 'UTC', '11-24T07:00'],
  ['07:00', 'UTC', null],
  // 22:00 in Tehran, which is UTC+3:30.
  ['18:30', 'Asia/Tehran', '11-25T03:30'],
  ['18:29', 'Asia/Tehran', null],
])('at %s UTC, quiet from 22 to 7 in %s until %s', (time, zone, until) => expect(iso(quietUntil(at(time), night, zone))).toBe(until));

test('within one day, always and never', () => {
  const noon = { from: 12 * 60, until: 13 * 60 };
  expect(iso(quietUntil(at('12:10'), noon, 'UTC'))).toBe('11-24T13:00');
  expect(quietUntil(at('13:00'), noon, 'UTC')).toBeNull();
  expect(quietUntil(at('12:10'), { from: 60, until: 60 }, 'UTC')).toBeNull();
  expect(quietUntil(at('12:10'), null, 'UTC')).toBeNull();
});

test('the daily email is sent at the next 8:00 of the zone', () => {
  expect(iso(nextDigest(at('07:59'), 'UTC'))).toBe('11-24T08:00');
  expect(iso(nextDigest(at('08:00'), 'UTC'))).toBe('11-25T08:00');
  expect(iso(nextDigest(at('00:00'), 'Asia/Tehran'))).toBe('11-24T04:30');
});
