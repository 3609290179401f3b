import { periodEnd } from './period.ts';
import { REVIVE_MS, type Term } from './renewal.ts';

/**
 * When a plan is charged by itself from `now` to `until`, both included, as `dueStep` does it. A period that waits to be paid is charged
 * now; one that was disabled begins again now, as long as money still brings it back. Epoch milliseconds.
 */
export function chargesUntil(term: Term & { anchorAt: number }, now: number, until: number): number[] {
  const { period, endsAt, disabledAt } = term;
  if (disabledAt !== null && now >= disabledAt + REVIVE_MS) return [];
  const [anchor, first] = disabledAt === null ? [term.anchorAt, endsAt] : [now, now];
  const times: number[] = [];
  for (let at = first; at <= until; at = periodEnd(anchor, period, at)) times.push(Math.max(at, now));
  return times;
}
