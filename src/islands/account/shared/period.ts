import { DAY, HOUR, iso } from '../../../lib/time.ts';

export const periods = ['all', 'd1', 'd7', 'd30', 'd90'] as const;
export type Period = (typeof periods)[number];
const days: Partial<Record<string, number>> = { d1: 1, d7: 7, d30: 30, d90: 90 };

/** The start of a period; whole hours, so that the same view uses the same query. Empty: from the beginning. */
export function since(period: string, now: number): { from?: string } {
  const count = days[period];
  return count ? { from: iso(Math.floor(now / HOUR) * HOUR - count * DAY) } : {};
}

/** A cursor from the address. An invalid one starts at the newest entry. */
export const cursorIn = (before: string): { cursor?: string } => (/^\d{1,15}\.[\w-]{1,64}$/.test(before) ? { cursor: before } : {});
