const DAY = 86_400_000;

export const periods = ['all', 'd1', 'd7', 'd30', 'd90'] as const;
export type Period = (typeof periods)[number];
const days: Partial<Record<string, number>> = { d1: 1, d7: 7, d30: 30, d90: 90 };

/** Since when a period is; whole hours, so that the same view is the same read. Empty: from the beginning. */
export function since(period: string, now: number): { from?: string } {
  const count = days[period];
  const HOUR = 3_600_000;
  return count ? { from: new Date(Math.floor(now / HOUR) * HOUR - count * DAY).toISOString() } : {};
}

/** A place in a list, as an address carries it. What somebody has changed by hand begins at the newest. */
export const cursorIn = (before: string): { cursor?: string } => (/^\d{1,15}\.[\w-]{1,64}$/.test(before) ? { cursor: before } : {});
