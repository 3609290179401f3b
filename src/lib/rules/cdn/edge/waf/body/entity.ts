import type { Detector, Match } from '../detector.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';

/*
 * External entities of XML: a document type or an entity that a parser loads from a file or a URL, or that grows when it's resolved.
 * Public document types, as of property lists and SVG, are no attack: parsers have them or ignore them.
 */

/** Every space is bounded, so that no expression reads a text more than once. */
const expressions: readonly RegExp[] = [
  /<!doctype\s{1,50}[^\s<>[]{1,100}\s{1,50}system\b/,
  /<!entity\s{1,50}(?:%\s{1,50})?[^\s<>]{1,100}\s{1,50}(?:system|public)\b/,
  /<!entity\s{1,50}%\s/,
  // An entity of several others
  /<!entity\s{1,50}[^\s<>]{1,100}\s{1,50}["'](?:&[^;&<>"']{1,60};\s{0,5}){2}/,
];

function detectEntities(value: Value): Match[] {
  if (!value.hasAll(Sign.less | Sign.bang)) return [];
  for (const expression of expressions) {
    const text = expression.exec(value.markup)?.[0];
    if (text !== undefined) return [{ id: 'lfi-entity', text }];
  }
  return [];
}

export const entityDetector: Detector = { module: 'lfi', detect: detectEntities };
