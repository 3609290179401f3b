import { expect, test } from 'vitest';
import { windowSteps } from '../../../lib/rules/cdn/cluster/windows.ts';
import { HOUR, iso } from '../../../lib/time.ts';
import { buildChart, healthSeries, meanTime, passed } from './chart.ts';

const now = Date.parse('2026-11-22T10:10:00Z');
const server = (id: string, series: { t: string; checks: number; failed: number; ms: number | null }[]) => ({
  id,
  address: id.includes(':') ? id : `${id}.shop.example`,
  port: 443,
  health: 'up' as const,
  up: true,
  series,
});

test.each([
  ['24h', 48, '2026-11-21T10:30:00.000Z', '2026-11-22T10:00:00.000Z'],
  ['1w', 56, '2026-11-15T12:00:00.000Z', '2026-11-22T09:00:00.000Z'],
  ['1M', 60, '2026-10-23T12:00:00.000Z', '2026-11-22T00:00:00.000Z'],
] as const)('the steps of %s are %i, and the last one runs', (window, count, first, last) => {
  const steps = windowSteps(window, now);
  expect([steps.length, iso(steps[0] ?? 0), iso(steps.at(-1) ?? 0)]).toEqual([count, first, last]);
});

test('unmonitored time is a gap, and a server without checks has no line', () => {
  const at = windowSteps('1w', now);
  const lines = healthSeries([server('a', [{ t: iso(at[3] ?? 0), checks: 4, failed: 1, ms: 20 }]), server('b', [])]);
  expect(lines.map(({ name }) => name)).toEqual(['a.shop.example:443']);
  const { times, series } = buildChart(lines, '1w', now, 'All', ({ checks, failed }) => (checks - failed) / checks);
  expect(times).toEqual(at);
  expect(series[0]?.values.slice(0, 5)).toEqual([null, null, null, 0.75, null]);
  expect(healthSeries([server('2001:db8::1', [{ t: iso(now), checks: 1, failed: 0, ms: 1 }])])[0]?.name).toBe('[2001:db8::1]:443');
});

test('more servers than colors become one line, weighted by their checks', () => {
  const t = iso(now - HOUR);
  const many = Array.from({ length: 9 }, (_, i) =>
    server(`s${i}`, [{ t, checks: i === 0 ? 3 : 1, failed: i === 8 ? 1 : 0, ms: i === 8 ? null : i === 0 ? 30 : 10 }]),
  );
  expect(healthSeries(many.slice(0, 8))).toHaveLength(8);
  expect(healthSeries(many)).toEqual([{ key: 'all', name: null, points: [{ t, checks: 11, failed: 1, ms: 16 }] }]);
});

test('figures of a summary', () => {
  const point = (checks: number, failed: number, ms: number | null) => ({ checks, failed, ms });
  expect(passed([point(9, 0, 1), point(1, 1, null)])).toBe(0.9);
  expect(meanTime([point(9, 0, 10), point(1, 1, null), point(1, 0, 21)])).toBe(16);
  expect([passed([]), meanTime([point(1, 1, null)])]).toEqual([null, null]);
});
