import type { Window } from './options.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Length of a window and of its steps, ms: at most 62 of them. */
export const spans: Record<Window, readonly [length: number, step: number]> = {
  live: [10 * MINUTE, MINUTE],
  '30m': [30 * MINUTE, MINUTE],
  '1h': [HOUR, MINUTE],
  '3h': [3 * HOUR, 3 * MINUTE],
  '4h': [4 * HOUR, 4 * MINUTE],
  '5h': [5 * HOUR, 5 * MINUTE],
  '6h': [6 * HOUR, 6 * MINUTE],
  '12h': [12 * HOUR, 15 * MINUTE],
  '24h': [DAY, 30 * MINUTE],
  '1w': [7 * DAY, 3 * HOUR],
  '1M': [30 * DAY, 12 * HOUR],
};

/** When the first step of a window begins: at a multiple of its length, so that two readings give the same steps. Epoch ms. */
export function beginOf(window: Window, now: number): number {
  const [length, step] = spans[window];
  return now - (now % step) + step - length;
}

/** The beginnings of all steps of a window, the oldest first; the last one runs still. Epoch ms. */
export function stepsOf(window: Window, now: number): number[] {
  const [length, step] = spans[window];
  const begin = beginOf(window, now);
  return Array.from({ length: length / step }, (_, place) => begin + place * step);
}
