/** Seconds between two measurements of a server. */
export const measureIntervals = [10, 30, 60, 300] as const;
export type MeasureInterval = (typeof measureIntervals)[number];
export const defaultInterval: MeasureInterval = 10;
