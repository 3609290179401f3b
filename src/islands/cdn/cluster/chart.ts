import type { Output } from '../../../lib/contract/call.ts';
import type { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { serverName } from '../../../lib/rules/cdn/cluster/serverName.ts';
import { windowSteps } from '../../../lib/rules/cdn/cluster/windows.ts';
import type { Window } from '../../../lib/rules/core/windows.ts';
import type { ChartData } from '../../ui/chart/types.ts';

type Health = Output<typeof cluster.health>['health'];
type Point = Health[number]['series'][number];

/** The number of distinguishable colors; with more servers, their results are combined. */
const MOST = 8;

/** A server, or all of them combined, with the data of the chart and its summary. */
export interface HealthSeries {
  key: string;
  /** Null: all servers combined. */
  name: string | null;
  points: readonly Point[];
}

/** One line per monitored server; a single one for all if there are too many. */
export function healthSeries(health: Health): HealthSeries[] {
  const checked = health.filter(({ series }) => series.length > 0);
  const lines = checked.map(({ id, address, port, series }) => ({
    key: id,
    name: serverName({ address, port, weight: 1, backup: false }, { port }),
    points: series,
  }));
  return lines.length > MOST ? [{ key: 'all', name: null, points: together(lines) }] : lines;
}

function together(lines: readonly HealthSeries[]): Point[] {
  const sums = new Map<string, { checks: number; failed: number; ms: number; answers: number }>();
  for (const { t, checks, failed, ms } of lines.flatMap(({ points }) => points)) {
    const sum = sums.get(t) ?? { checks: 0, failed: 0, ms: 0, answers: 0 };
    const answers = ms === null ? 0 : Math.max(1, checks - failed);
    sums.set(t, {
      checks: sum.checks + checks,
      failed: sum.failed + failed,
      ms: sum.ms + (ms ?? 0) * answers,
      answers: sum.answers + answers,
    });
  }
  return [...sums].map(([t, { checks, failed, ms, answers }]) => ({
    t,
    checks,
    failed,
    ms: answers > 0 ? Math.round(ms / answers) : null,
  }));
}

/** Share of successful checks, 0 to 1; null: no checks. */
export function passed(points: readonly Pick<Point, 'checks' | 'failed'>[]): number | null {
  const checks = points.reduce((sum, point) => sum + point.checks, 0);
  const failed = points.reduce((sum, point) => sum + point.failed, 0);
  return checks === 0 ? null : (checks - failed) / checks;
}

/** Mean response time of the steps with a response, in ms; null: none. */
export function meanTime(points: readonly Pick<Point, 'ms'>[]): number | null {
  const times = points.flatMap(({ ms }) => ms ?? []);
  return times.length === 0 ? null : Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length);
}

/** The lines of a window; unmonitored time is a gap. @param now epoch ms */
export function buildChart(
  lines: readonly HealthSeries[],
  window: Window,
  now: number,
  all: string,
  pick: (point: Point) => number | null,
): ChartData {
  const times = windowSteps(window, now);
  return {
    times,
    series: lines.map(({ key, name, points }) => {
      const at = new Map(points.map((point) => [Date.parse(point.t), point]));
      const value = (time: number) => {
        const point = at.get(time);
        return point ? pick(point) : null;
      };
      return { key, name: name ?? all, values: times.map(value) };
    }),
  };
}
