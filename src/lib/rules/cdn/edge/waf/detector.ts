import type { WafModule } from '../protection.ts';
import type { Part } from './parts.ts';
import type { PatternId } from './patternTable.ts';
import type { Value } from './value.ts';

/** A pattern that a value matches, with the text that matched. */
export interface Match {
  id: PatternId;
  text: string;
}

/**
 * Looks for the attacks of one kind in a value. Linear in its length: no expression with an unbounded quantifier that another one
 * could repeat, and no search that starts again for every character.
 */
export interface Detector {
  module: WafModule;
  /** The places where the attack has an effect; absent: all. */
  places?: readonly Part['place'][];
  /** Only in the header with this name. */
  header?: string;
  detect(value: Value): readonly Match[];
}
