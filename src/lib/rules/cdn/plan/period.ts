/** The billing periods of a plan. */
export const periods = ['month', 'year'] as const;
export type Period = (typeof periods)[number];

const MONTHS: Record<Period, number> = { month: 1, year: 12 };

/** The same time `months` later (UTC). A missing day becomes the last of the month: January 31 becomes February 28 or 29. */
function addMonths(time: number, months: number): number {
  const from = new Date(time);
  const to = new Date(time);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}

/**
 * The end of the period that contains `after`, counted from the start of the series, so that a domain bought on January 31
 * renews on February 28 and on March 31. Epoch milliseconds.
 */
export function periodEnd(anchor: number, period: Period, after: number): number {
  const step = MONTHS[period];
  // Months have at most 31 days: the loop below corrects the estimate.
  let count = Math.max(1, Math.floor((after - anchor) / (31 * 86_400_000 * step)));
  while (addMonths(anchor, count * step) <= after) count++;
  return addMonths(anchor, count * step);
}

/** The start of the period that contains `at`. */
export function periodStart(anchor: number, period: Period, at: number): number {
  const step = MONTHS[period];
  let start = anchor;
  for (let count = 1; addMonths(anchor, count * step) <= at; count++) start = addMonths(anchor, count * step);
  return start;
}
