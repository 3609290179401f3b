import { DAY, HOUR, MINUTE } from '../../../time.ts';
import type { Window } from '../../core/windows.ts';

/** Length, and the period of one point of the charts. */
const facts: Record<Window, { ms: number; step: number }> = {
  live: { ms: 15 * MINUTE, step: MINUTE },
  '30m': { ms: 30 * MINUTE, step: MINUTE },
  '1h': { ms: HOUR, step: MINUTE },
  '3h': { ms: 3 * HOUR, step: 5 * MINUTE },
  '4h': { ms: 4 * HOUR, step: 5 * MINUTE },
  '5h': { ms: 5 * HOUR, step: 5 * MINUTE },
  '6h': { ms: 6 * HOUR, step: 5 * MINUTE },
  '12h': { ms: 12 * HOUR, step: 10 * MINUTE },
  '24h': { ms: DAY, step: 15 * MINUTE },
  '1w': { ms: 7 * DAY, step: 2 * HOUR },
  '1M': { ms: 30 * DAY, step: 6 * HOUR },
};

/** Epoch ms, multiples of `step`; `to` is exclusive. The last point is not over yet. */
export interface ReportRange {
  from: number;
  to: number;
  step: number;
}

/** How long single requests are stored, which filters need. */
export const REQUESTS_MS = DAY;
/** How far back a report can begin. */
export const REPORT_MS = 400 * DAY;
/** Counts by minute, by five minutes and by hour are stored for a shorter time; older ranges have longer periods. */
const FINEST = [
  { age: REQUESTS_MS, step: MINUTE },
  { age: 60 * DAY, step: HOUR },
  { age: Number.POSITIVE_INFINITY, step: DAY },
] as const;
const STEPS = [1, 5, 10, 15, 30]
  .map((n) => n * MINUTE)
  .concat(
    [1, 2, 3, 6, 12].map((n) => n * HOUR),
    [DAY],
  );
const MAX_POINTS = 200;

const aligned = (from: number, to: number, step: number): ReportRange => ({
  from: Math.floor(from / step) * step,
  to: Math.ceil(to / step) * step,
  step,
});

export function windowRange(window: Window, now: number): ReportRange {
  const { ms, step } = facts[window];
  const to = Math.ceil(now / step) * step;
  return { from: to - ms, to, step };
}

/** A range of one's own, widened to whole periods. `from` is before `to`, and not longer ago than `REPORT_MS`. */
export function customRange(from: number, to: number, now: number): ReportRange {
  const least = FINEST.find(({ age }) => from >= now - age)?.step ?? DAY;
  const step = STEPS.find((one) => one >= least && (to - from) / one <= MAX_POINTS) ?? DAY;
  return aligned(from, to, step);
}

/** The period before, of the same length. */
export const rangeBefore = ({ from, to, step }: ReportRange): ReportRange => ({ from: from - (to - from), to: from, step });

/** Whether single requests of the whole range are still there. */
export const hasRequests = ({ from }: Pick<ReportRange, 'from'>, now: number): boolean =>
  from >= Math.floor((now - REQUESTS_MS) / HOUR) * HOUR;
