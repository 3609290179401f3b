import type { WafModule } from '../protection.ts';
import type { Detector, Match } from './detector.ts';
import type { Part } from './parts.ts';
import type { PatternId } from './patternTable.ts';
import type { Value } from './value.ts';

/**
 * Known attacks, in the spirit of the OWASP Core Rule Set, of which this is a small subset (docs/decisions/0011).
 *
 * No expression has an unbounded quantifier: with all of them bounded and none nested in another large one, matching is linear
 * in the text, whatever it contains. A test checks the sources.
 */
export interface Pattern {
  id: PatternId;
  form?: 'decoded' | 'plain' | 'tight';
  places?: readonly Part['place'][];
  /** Only in the header with this name. */
  header?: string;
  expression: RegExp;
}

const sqli: readonly Pattern[] = [{ id: 'sqli-quotes', places: ['parameter', 'parameterName'], expression: /['"`] ?(?:;|\)|=|\|\||--)/ }];

const xss: readonly Pattern[] = [{ id: 'xss-style', expression: /\bexpression ?\(|-moz-binding\b|@import\b/ }];

const detectorOf = (module: WafModule, { id, form = 'plain', places, header, expression }: Pattern): Detector => ({
  module,
  ...(places && { places }),
  ...(header && { header }),
  detect(value: Value): Match[] {
    const text = expression.exec(value[form])?.[0];
    return text === undefined ? [] : [{ id, text }];
  },
});

export const patterns: Readonly<Partial<Record<WafModule, readonly Pattern[]>>> = { sqli, xss };
export const patternDetectors: readonly Detector[] = Object.entries(patterns).flatMap(([module, list]) =>
  list.map((one) => detectorOf(module as WafModule, one)),
);
