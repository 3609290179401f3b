import { combine } from '../combine.ts';
import type { Detector, Match } from '../detector.ts';
import { isDocument, isText } from '../document.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { findSystemFile, findSystemPath } from './systemFiles.ts';
import { findTraversal } from './traversal.ts';

/*
 * Paths that leave the folder an application serves: steps upwards in any notation, and files of the system. A relative link in markup is
 * normal, so one counts only from the start of its value or in a notation of attacks.
 */

function detectTraversal(value: Value): Match[] {
  if (!value.hasAny(Sign.dot) || !value.hasAny(Sign.slash | Sign.backslash)) {
    if (!value.decoded.includes('0x2e')) return [];
  }
  const { decoded } = value;
  if (!decoded.includes('..') && !decoded.includes('.\0') && !decoded.includes('0x2e')) return [];
  const found = findTraversal(decoded, value.text);
  if (!found) return [];
  const isClear = found.isClear && !(isDocument(value) && !found.text.includes('\\'));
  return [{ id: isClear || value.place === 'path' ? 'lfi-traversal' : 'lfi-relative', text: found.text }];
}

function detectSystemFile(value: Value): Match[] {
  if (!value.hasAny(Sign.slash | Sign.backslash)) return [];
  const text = value.place === 'path' ? findSystemPath(value.decoded) : findSystemFile(value.decoded);
  return text === null ? [] : [{ id: isText(value) ? 'lfi-mention' : 'lfi-system', text }];
}

export const pathDetectors: readonly Detector[] = [{ module: 'lfi', detect: combine(detectTraversal, detectSystemFile) }];
