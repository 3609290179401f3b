import { iso } from '../../time.ts';
/** A calendar month in UTC, as `2026-11`. Months compare as text. */
export type Month = string;

export const monthKey = (time: number): Month => iso(time).slice(0, 7);

/** Epoch milliseconds at which a month begins. */
export const monthStart = (month: Month): number => Date.parse(`${month}-01T00:00:00.000Z`);

/** The month `by` months later. */
export function addMonths(month: Month, by: number): Month {
  const date = new Date(monthStart(month));
  date.setUTCMonth(date.getUTCMonth() + by);
  return monthKey(date.getTime());
}

/** Epoch milliseconds at which a month has ended. */
export const monthEnd = (month: Month): number => monthStart(addMonths(month, 1));

/** The months from one to another, both inclusive. */
export function monthsBetween(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}
