import { DAY, iso } from '../../../lib/time.ts';

/** The validity of a key, in days; `never`: without an end. */
export const presets = { week: 7, month: 30, quarter: 90, year: 365, never: null } as const;
export type Preset = keyof typeof presets;
export type Expiry = Preset | 'keep' | 'custom';

/**
 * The expiry of an option.
 * @param date the value of a date field; the key is valid until the end of that day, in the browser's time zone
 * @param saved the saved expiry, for `keep`
 */
export function resolveExpireDate(choice: Expiry, date: string, saved: string | null, now = Date.now()): string | null {
  if (choice === 'keep') return saved;
  if (choice === 'custom') {
    const end = new Date(`${date}T23:59:59`);
    return Number.isNaN(end.getTime()) ? iso(0) : end.toISOString();
  }
  const days = presets[choice];
  return days === null ? null : iso(now + days * DAY);
}
