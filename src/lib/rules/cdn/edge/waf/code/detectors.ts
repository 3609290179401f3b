import { unlessWords } from '../combine.ts';
import type { Detector, Match } from '../detector.ts';
import { isDocument, isText } from '../document.ts';
import type { PatternId } from '../patternTable.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { findClass, findExpression, findGadget, findLookup, findSerializedJava, mayBeJava } from './java.ts';
import { findCalls } from './judgeCall.ts';
import { findBulletin, findSerialized, findSetting, findTag, findVariable } from './php.ts';
import { findNode, findPython, findRuby, mayBeScript } from './scripts.ts';
import { findInclude, findTemplate } from './templates.ts';

/*
 * Code that a server would run: calls of dangerous functions in the syntax of PHP, Java, JavaScript, Python and Ruby, expressions of
 * templates, and serialized objects. A name alone is a word; the call, the tag, the delimiter or the place of a name makes it code. In an
 * article, calls and names are examples; tags, lookups and serialized objects aren't.
 */

const one = (id: PatternId, text: string | null): Match[] => (text === null ? [] : [{ id, text }]);
/** The same finding is worth less in a text that somebody wrote. */
const unlessQuoted = (value: Value, matches: readonly Match[]): readonly Match[] =>
  matches.length > 0 && isText(value) ? matches.slice(0, 1).map(({ text }) => ({ id: 'rce-document', text })) : matches;

const detectCalls = (value: Value): readonly Match[] =>
  value.place !== 'header' && value.hasAny(Sign.open) ? unlessQuoted(value, findCalls(value.cased)) : [];

function detectPhp(value: Value): readonly Match[] {
  const { decoded } = value;
  const tag = value.hasAny(Sign.less | Sign.brace) ? findTag(decoded) : null;
  if (tag !== null) return [{ id: 'rce-php', text: tag }];
  if (value.hasAny(Sign.bracket)) {
    const bulletin = findBulletin(decoded);
    if (bulletin !== null) return [{ id: isDocument(value) ? 'rce-document' : 'rce-php', text: bulletin }];
  }
  const set = value.hasAny(Sign.equals) ? findSetting(decoded) : null;
  if (set !== null) return unlessQuoted(value, one('rce-php', set));
  return value.hasAny(Sign.dollar) ? unlessQuoted(value, one('rce-php', findVariable(decoded))) : [];
}

function detectSerialized(value: Value): readonly Match[] {
  const php = value.hasAll(Sign.colon | Sign.double | Sign.brace) ? findSerialized(value.decoded) : null;
  return one('rce-serialized', php ?? (value.text.length >= 8 ? findSerializedJava(value.cased) : null));
}

const detectLookup = (value: Value): readonly Match[] =>
  value.hasAll(Sign.dollar | Sign.brace | Sign.colon) ? one('rce-lookup', findLookup(value.tight)) : [];

function detectJava(value: Value): readonly Match[] {
  const { decoded } = value;
  if (!mayBeJava.test(decoded)) return [];
  return unlessQuoted(value, one('rce-java', findExpression(decoded) ?? findClass(decoded) ?? findGadget(decoded)));
}

function detectScripts(value: Value): readonly Match[] {
  if (value.place === 'header') return [];
  const { decoded } = value;
  if (!mayBeScript.test(decoded)) return [];
  return unlessQuoted(value, [
    ...one('rce-node', findNode(decoded)),
    ...one('rce-python', findPython(decoded)),
    ...one('rce-ruby', findRuby(decoded)),
  ]);
}

function detectTemplate(value: Value): readonly Match[] {
  if (!value.hasAny(Sign.brace | Sign.percent | Sign.at | Sign.bracket)) return [];
  const { decoded } = value;
  if (!/[{$#*~]\{|\{[%#$*]|<%|@\(|\[\[/.test(decoded)) return [];
  return unlessQuoted(value, one('rce-template', findTemplate(decoded)));
}

const detectInclude = (value: Value): readonly Match[] => (value.hasAll(Sign.less) ? one('rce-include', findInclude(value.decoded)) : []);

export const codeDetectors: readonly Detector[] = [
  {
    module: 'rce',
    detect: unlessWords(detectCalls, detectPhp, detectSerialized, detectLookup, detectJava, detectScripts, detectTemplate, detectInclude),
  },
];
