import { DAY, HOUR } from '../../../time.ts';
import { facts } from '../../core/facts.ts';
import type { Period } from './period.ts';

/** How long before the end of a period the customer is notified of the next one. */
export const noticeBefore: Record<Period, number> = { month: 3 * DAY, year: 14 * DAY };
/** How long an unpaid plan stays on, and how often the charge is retried. */
export const GRACE_MS = facts.graceNegative * HOUR;
export const RETRY_MS = HOUR;
/** How long adding credit restores a disabled service automatically. Later, the customer has to select a plan first. */
export const REVIVE_MS = 30 * DAY;

export interface Term {
  period: Period;
  endsAt: number;
  /** When the notification for this period was sent; null: not yet. */
  noticedAt: number | null;
  /** When the charge for the next period first failed. */
  unpaidSince: number | null;
  /** When the service was disabled because of it. */
  disabledAt: number | null;
}

/**
 * The next step of the job for a paid plan, if it is due. After a failed `lastCharge` the service is disabled: not before 24 hours.
 * `revive` charges a new period as soon as the balance allows, and restores the service.
 */
export type Step = 'notice' | 'charge' | 'lastCharge' | 'revive';
export function dueStep({ period, endsAt, noticedAt, unpaidSince, disabledAt }: Term, now: number): Step | null {
  if (disabledAt !== null) return now < disabledAt + REVIVE_MS ? 'revive' : null;
  if (unpaidSince !== null && now >= unpaidSince + GRACE_MS) return 'lastCharge';
  if (now >= endsAt) return 'charge';
  return noticedAt === null && now >= endsAt - noticeBefore[period] ? 'notice' : null;
}

/** When the job has to run next; null: never. The last attempt is at the end of the 24 hours, not up to an hour later. */
export function nextLook({ period, endsAt, noticedAt, unpaidSince, disabledAt }: Term, now: number): number | null {
  if (disabledAt !== null) return now + RETRY_MS < disabledAt + REVIVE_MS ? now + RETRY_MS : null;
  if (unpaidSince !== null) return Math.min(now + RETRY_MS, unpaidSince + GRACE_MS);
  return noticedAt === null ? endsAt - noticeBefore[period] : endsAt;
}
