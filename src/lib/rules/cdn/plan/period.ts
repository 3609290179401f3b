/** How long a plan is paid for at once. */
export const periods = ['month', 'year'] as const;
export type Period = (typeof periods)[number];

const MONTHS: Record<Period, number> = { month: 1, year: 12 };

/** The same moment `months` later (UTC). A day that the month lacks is its last one: January 31 becomes February 28 or 29. */
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
 * The end of the period that runs at `after`, counted from where the series began, so that a domain that was bought on January 31
 * renews on February 28 and on March 31. Epoch milliseconds.
 */
export function periodEnd(anchor: number, period: Period, after: number): number {
  const step = MONTHS[period];
  // Months are never longer than 31 days: what was counted too few is caught up with below.
  let count = Math.max(1, Math.floor((after - anchor) / (31 * 86_400_000 * step)));
  while (addMonths(anchor, count * step) <= after) count++;
  return addMonths(anchor, count * step);
}

/** The beginning of the period that runs at `at`. */
export function periodStart(anchor: number, period: Period, at: number): number {
  const step = MONTHS[period];
  let start = anchor;
  for (let count = 1; addMonths(anchor, count * step) <= at; count++) start = addMonths(anchor, count * step);
  return start;
}
