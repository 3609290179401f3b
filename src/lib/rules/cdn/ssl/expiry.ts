import { DAY } from '../../../time.ts';

/** Days before expiry at which a free certificate is renewed. */
export const renewDays = 30;
/** Days before expiry at which a customer is notified; 0: expired. */
const noticeDays = [30, 14, 7, 1, 0] as const;

/** When a free certificate is renewed, in epoch ms: a short-lived one when a third of its validity is left. */
export const renewsFrom = (issuedAt: number, expiresAt: number): number =>
  expiresAt - Math.min(renewDays * DAY, Math.max(0, expiresAt - issuedAt) / 3);

/** Whole days until a time; negative after it. */
export const daysUntil = (time: number, now: number): number => Math.floor((time - now) / DAY);

/** How close the expiry is, in the severity steps of the panel. */
export function nearness(expiresAt: number, now: number): 'far' | 'soon' | 'near' | 'over' {
  const left = expiresAt - now;
  if (left <= 0) return 'over';
  return left <= 7 * DAY ? 'near' : left <= renewDays * DAY ? 'soon' : 'far';
}

/**
 * The step to notify the customer of now; null: none since the last one.
 * @param notified the last step that was sent; null: none
 */
export function dueWarning(expiresAt: number, now: number, notified: number | null): number | null {
  const left = expiresAt - now;
  const step = noticeDays.findLast((days) => left <= days * DAY);
  return step === undefined || (notified !== null && step >= notified) ? null : step;
}
