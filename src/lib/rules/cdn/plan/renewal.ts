import { facts } from '../../core/facts.ts';
import type { Period } from './period.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long before the end of a period the customer is told of the next one. */
export const noticeBefore: Record<Period, number> = { month: 3 * DAY, year: 14 * DAY };
/** How long a plan stays on that could not be paid, and how often it is tried meanwhile. */
export const GRACE_MS = facts.graceNegative * HOUR;
export const RETRY_MS = HOUR;
/** How long money that was added brings a disabled service back by itself. Who adds some later chooses a plan first. */
export const REVIVE_MS = 30 * DAY;

export interface Term {
  period: Period;
  endsAt: number;
  /** When the notice of this period's end was given; null: not yet. */
  noticedAt: number | null;
  /** When the next period could first not be paid. */
  unpaidSince: number | null;
  /** When the service was disabled for it. */
  disabledAt: number | null;
}

/**
 * The job's next work for a paid plan, if it is due. After a `lastCharge` that fails the service is disabled: not before 24 hours.
 * `revive` charges a new period as soon as there is money for it, and brings the service back.
 */
export type Step = 'notice' | 'charge' | 'lastCharge' | 'revive';
export function dueStep({ period, endsAt, noticedAt, unpaidSince, disabledAt }: Term, now: number): Step | null {
  if (disabledAt !== null) return now < disabledAt + REVIVE_MS ? 'revive' : null;
  if (unpaidSince !== null && now >= unpaidSince + GRACE_MS) return 'lastCharge';
  if (now >= endsAt) return 'charge';
  return noticedAt === null && now >= endsAt - noticeBefore[period] ? 'notice' : null;
}

/** When the job has to look again; null: never by itself. The last try falls on the end of the 24 hours, not up to an hour after it. */
export function nextLook({ period, endsAt, noticedAt, unpaidSince, disabledAt }: Term, now: number): number | null {
  if (disabledAt !== null) return now + RETRY_MS < disabledAt + REVIVE_MS ? now + RETRY_MS : null;
  if (unpaidSince !== null) return Math.min(now + RETRY_MS, unpaidSince + GRACE_MS);
  return noticedAt === null ? endsAt - noticeBefore[period] : endsAt;
}
