import type { Duration } from '../edge/protection.ts';

/** Seconds. Cache times range from 30 minutes to 365 days; the minimum depends on the plan. */
export const longestCache = 31_536_000;
/** The longest time for errors, in seconds: they are to end soon. */
export const longestError = 86_400;
/** Durations of development mode, in seconds. */
export const longestDevelopment = 86_400;

/** Development mode ends automatically, because it is easily forgotten; the default is three hours. */
export const developmentTime: Duration = { value: 3, unit: 'h' };
export const developmentTimes: readonly Duration[] = [
  { value: 30, unit: 'm' },
  { value: 1, unit: 'h' },
  developmentTime,
  { value: 12, unit: 'h' },
  { value: 24, unit: 'h' },
];
/** For 404 and the like, as at Cloudflare (404 and 410); 5xx aren't cached, as there. */
export const defaultClientErrorTtl: Duration = { value: 3, unit: 'm' };
/** Times for errors in the menu. */
export const errorTimes: readonly Duration[] = [
  { value: 10, unit: 's' },
  { value: 1, unit: 'm' },
  { value: 3, unit: 'm' },
  { value: 10, unit: 'm' },
  { value: 1, unit: 'h' },
];
/** Cache times in the menu; any other is entered as number and unit. */
export const cacheTimes: readonly Duration[] = [
  { value: 30, unit: 'm' },
  { value: 1, unit: 'h' },
  { value: 4, unit: 'h' },
  { value: 1, unit: 'd' },
  { value: 7, unit: 'd' },
  { value: 30, unit: 'd' },
  { value: 365, unit: 'd' },
];
