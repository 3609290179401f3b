import { expect, test } from 'vitest';
import { HOUR } from '../../../lib/time.ts';
import { chartOptions, tickMarks } from './options.ts';

const midnight = new Date(2026, 10, 19).getTime();

test('labels are at round clock times, limited by the available space', () => {
  const halfHours = Array.from({ length: 48 }, (_, i) => midnight + (i * HOUR) / 2);
  expect([...tickMarks(halfHours, 8)].map((time) => new Date(time).getHours())).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
  expect(tickMarks(halfHours, 4).size).toBe(4);
  // A window that starts at an odd minute has its first label at the next round time.
  const odd = halfHours.map((time) => time + 7 * 60_000);
  expect(new Date([...tickMarks(odd, 8)][0] ?? 0).getMinutes()).toBe(7);
  expect([...tickMarks(odd, 8)][0]).toBe(odd[6]);
  expect(tickMarks([], 8).size).toBe(0);
  expect(tickMarks([midnight], 8).size).toBe(1);
});

test('escapes HTML in names and values of the tooltip; a gap is a dash', () => {
  const options = chartOptions(
    { times: [midnight, midnight + HOUR], series: [{ key: 'a', name: '<img src=x onerror=alert(1)>', values: [null, 1] }] },
    {
      kind: 'area',
      stacked: false,
      rtl: true,
      height: 100,
      group: undefined,
      id: 'x',
      ticks: 8,
      reducedMotion: true,
      color: () => '#000',
      format: { value: (value) => `${value}"`, tick: String, moment: () => '<b>' },
    },
  );
  const custom = options.tooltip?.custom as (at: { dataPointIndex: number }) => string; // the one that is given above
  expect(custom({ dataPointIndex: 0 })).not.toMatch(/<img|<b>&|<b><b>/);
  expect(custom({ dataPointIndex: 0 })).toContain('—');
  expect(custom({ dataPointIndex: 1 })).toContain('1&#34;');
  // The axis is on the side where reading starts.
  const yaxis = options.yaxis as { opposite: boolean; labels: { formatter: (value: number) => string } };
  expect(yaxis.opposite).toBe(true);
  expect(yaxis.labels.formatter(1)).toBe('\u20681"\u2069');
});

test('a value between two gaps is a dot, and a share ends at 100%', () => {
  const look = {
    kind: 'line' as const,
    stacked: false,
    rtl: false,
    height: 100,
    group: undefined,
    id: 'x',
    ticks: 8,
    reducedMotion: true,
    color: (token: string) => token,
    format: { value: String, tick: String, moment: String, max: 1 },
  };
  const values = [0.5, null, 0.75, null, 1, 1];
  const data = { times: values.map((_, i) => midnight + i * HOUR), series: [{ key: 'a', name: 'a', values }] };
  const { markers, yaxis } = chartOptions(data, look);
  expect(markers?.discrete?.map(({ dataPointIndex }) => dataPointIndex)).toEqual([0, 2]);
  expect(yaxis).toMatchObject({ min: 0, max: 1 });
  expect(chartOptions(data, { ...look, kind: 'bar' }).markers?.discrete).toEqual([]);
});
