import { combine } from '../combine.ts';
import type { Detector, Match } from '../detector.ts';
import { hasWords, isDocument, isPhrase, standsApart, wordBefore } from '../document.ts';
import { isRepositoryView } from '../files/repository.ts';
import { mayBeText, unquoted } from '../quotation.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { findSystemFile, findSystemPath } from './systemFiles.ts';
import { findTraversal } from './traversal.ts';

/*
 * Paths that leave the folder an application serves: steps upwards in any notation, and files of the system. A relative link in markup is
 * normal, so one counts only from the start of its value or in a notation of attacks. A program takes a whole value as a path, so a path
 * between words is one that a text mentions.
 */

/** A step that leads nowhere, in a sentence about it. */
const isNotation = /^\.\.\/\s{1,9}\p{L}{2,30}\s/u;

function detectTraversal(value: Value): Match[] {
  if (!value.hasAny(Sign.dot) || !value.hasAny(Sign.slash | Sign.backslash)) {
    if (!value.decoded.includes('0x2e')) return [];
  }
  const { decoded } = value;
  if (!decoded.includes('..') && !decoded.includes('.\0') && !decoded.includes('0x2e')) return [];
  const found = findTraversal(decoded, value.text);
  if (!found) return [];
  const isClear =
    value.place === 'path'
      ? !found.isInside
      : found.isClear && !(isDocument(value) && !found.text.includes('\\') && !/^[./\\]/.test(decoded)) && !isNotation.test(decoded);
  return [{ id: isClear ? 'lfi-traversal' : 'lfi-relative', text: found.text }];
}

const isPassword = (name: string): boolean => /(?:^|[._[-])(?:current_?|new_?|old_?)?pass(?:word|wd)?\]?$/i.test(name);

/** Commands that read the file after them. */
const readers =
  /^(?:cat|tac|head|tail|less|more|nl|od|xxd|strings|type|cp|mv|rm|vim?|nano|grep|sed|awk|(?:ba|da|z|k)?sh|php|source|curl|wget|tee)$/;

/** Whether a text names a file, without a program that would read it. */
function isMentioned(value: Value, text: string): boolean {
  const { decoded } = value;
  if (isPhrase(value)) return true;
  if (!mayBeText(value) || !hasWords(decoded, 3) || value.hasAny(Sign.control)) return false;
  const at = decoded.replaceAll('\\', '/').indexOf(text.replace(/^[\s"'=<>([{,;|&@!]+/, ''));
  if (at < 0) return false;
  return at > 0
    ? /\s["'(«]?$/.test(decoded.slice(Math.max(0, at - 2), at)) && !readers.test(wordBefore(decoded, at))
    : standsApart(decoded, 0);
}

function detectSystemFile(value: Value): Match[] {
  if (!value.hasAny(Sign.slash | Sign.backslash)) return [];
  if (value.place === 'path') {
    const text = isRepositoryView(value.decoded) ? null : findSystemPath(value.decoded);
    return text === null ? [] : [{ id: 'lfi-system', text }];
  }
  const all = findSystemFile(value.decoded, value.isPosted);
  if (all === null) return [];
  const outside = unquoted(value);
  const text = outside === value ? all : findSystemFile(outside.decoded, value.isPosted);
  return [{ id: text === null || isMentioned(value, text) ? 'lfi-mention' : 'lfi-system', text: text ?? all }];
}

const detectPath = combine(detectTraversal, detectSystemFile);

export const pathDetectors: readonly Detector[] = [
  // Passwords have any characters, and nobody opens one as a file.
  { module: 'lfi', detect: (value) => (value.place === 'parameter' && isPassword(value.name) ? [] : detectPath(value)) },
];
