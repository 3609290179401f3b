import type { PatternId } from '../patternTable.ts';
import type { Sequence } from './arrange.ts';

/** What a shape reports: a pattern, and the tokens from the first to the last one. */
export type Report = (id: PatternId, from: number, to: number) => void;
export type Shape = (tokens: Sequence, at: number, report: Report) => void;
