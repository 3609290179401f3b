import { periodEnd } from './period.ts';
import { REVIVE_MS, type Term } from './renewal.ts';

/**
 * The automatic charges of a plan from `now` to `until`, both inclusive, as in `dueStep`. A period awaiting payment is charged
 * now; a disabled one restarts now, as long as adding credit still restores it. Epoch milliseconds.
 */
export function chargesUntil(term: Term & { anchorAt: number }, now: number, until: number): number[] {
  const { period, endsAt, disabledAt } = term;
  if (disabledAt !== null && now >= disabledAt + REVIVE_MS) return [];
  const [anchor, first] = disabledAt === null ? [term.anchorAt, endsAt] : [now, now];
  const times: number[] = [];
  for (let at = first; at <= until; at = periodEnd(anchor, period, at)) times.push(Math.max(at, now));
  return times;
}
