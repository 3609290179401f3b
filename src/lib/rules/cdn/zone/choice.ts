import type { Choice, Translation } from './types.ts';

/** The readings of all doubtful lines. */
export type Readings = Pick<Translation, 'reading' | 'otherwise'>;

/** The readings after one line, or all of them, got another. */
export function chooseReading({ reading, otherwise }: Readings, chosen: Choice, line?: number): Readings {
  if (line === undefined) return { reading: chosen, otherwise: [] };
  const others = otherwise.filter((one) => one !== line);
  return { reading, otherwise: chosen === reading ? others : [...others, line] };
}
