import type { Duration } from './protection.ts';

/** The durations in the menus of rate limits, caches and monitoring, by unit. */
export const timeOptions: Record<Duration['unit'], readonly number[]> = {
  s: [1, 5, 10, 30],
  m: upTo(60),
  h: upTo(24),
  d: upTo(720),
  M: upTo(24),
};
export const timeUnits = Object.keys(timeOptions) as Duration['unit'][]; // the keys of `timeOptions`

export const isTimeOption = ({ value, unit }: Duration): boolean => timeOptions[unit].includes(value);

function upTo(max: number): number[] {
  return Array.from({ length: max }, (_, index) => index + 1);
}
