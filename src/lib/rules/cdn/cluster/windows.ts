import { DAY, HOUR, MINUTE } from '../../../time.ts';
import type { Window } from '../../core/windows.ts';

/** Length of a window and of its steps, in ms: at most 62 steps. */
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

/** Start of the first step of a window: a multiple of the step length, so that every read gives the same steps. Epoch ms. */
export function windowStart(window: Window, now: number): number {
  const [length, step] = spans[window];
  return now - (now % step) + step - length;
}

/** The start of each step of a window, oldest first; the last one is still in progress. Epoch ms. */
export function windowSteps(window: Window, now: number): number[] {
  const [length, step] = spans[window];
  const begin = windowStart(window, now);
  return Array.from({ length: length / step }, (_, place) => begin + place * step);
}
