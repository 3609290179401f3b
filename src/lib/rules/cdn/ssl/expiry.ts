const DAY = 86_400_000;

/** Days before its end that a free certificate is renewed. */
export const renewDays = 30;
/** Days before the end at which a customer is told; 0: it has ended. */
const tellAt = [30, 14, 7, 1, 0] as const;

/** Whole days until a time; negative once it is over. */
export const daysUntil = (time: number, now: number): number => Math.floor((time - now) / DAY);

/** How near the end is, in the steps at which the panel raises its voice. */
export function nearness(expiresAt: number, now: number): 'far' | 'soon' | 'near' | 'over' {
  const left = expiresAt - now;
  if (left <= 0) return 'over';
  return left <= 7 * DAY ? 'near' : left <= renewDays * DAY ? 'soon' : 'far';
}

/**
 * The step at which the customer has to be told now; null: none that was not told before.
 * @param told the last step that was told; null: none
 */
export function dueWarning(expiresAt: number, now: number, told: number | null): number | null {
  const left = expiresAt - now;
  const step = tellAt.findLast((days) => left <= days * DAY);
  return step === undefined || (told !== null && step >= told) ? null : step;
}
