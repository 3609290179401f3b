/** Lengths of time in milliseconds, and a moment as the API writes it. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * @param ms a moment in epoch milliseconds
 * @returns the moment in UTC, as `2026-07-01T12:00:00.000Z`; null for null
 * @throws RangeError when a date can't express `ms`
 */
export function iso(ms: number): string;
export function iso(ms: number | null): string | null;
export function iso(ms: number | null) {
  return ms === null ? null : new Date(ms).toISOString();
}
