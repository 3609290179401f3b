import { unlessWords } from '../combine.ts';
import type { Detector, Match } from '../detector.ts';
import { isKeyword, isPhrase, startsWithWord, withoutProse, wordBeforeName } from '../document.ts';
import type { PatternId } from '../patternTable.ts';
import { isUpload, unquotedCode } from '../quotation.ts';
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
const mentioned = (matches: readonly Match[]): readonly Match[] =>
  matches.slice(0, 1).map(({ text }): Match => ({ id: 'rce-document', text }));

/** What connects expressions, or begins one, in a language whose operators are words. */
const operator = /\b(?:and|or|xor|not|if|unless|echo|print|return|new|throw|yield|await|include|require|do|else)\b/;
/** What is found in a value; what only the code has that it quotes, or a sentence or a file, counts less. */
function judged(value: Value, form: 'cased' | 'decoded', find: (text: string) => readonly Match[]): readonly Match[] {
  const all = find(value[form]);
  if (all.length === 0) return all;
  const outside = unquotedCode(value);
  const found = outside === value ? all : find(outside[form]);
  if (found.length === 0 || isUpload(value)) return mentioned(all);
  if (isPhrase(value) && startsWithWord(value) && !operator.test(value.decoded)) return mentioned(found);
  const code = withoutProse(outside[form]);
  return code === outside[form] || find(code).length > 0 ? found : mentioned(found);
}

const detectCalls = (value: Value): readonly Match[] =>
  value.place !== 'header' && value.hasAny(Sign.open) ? judged(value, 'cased', findCalls) : [];

/** Words of other languages, which no variable of PHP follows. */
const notPhp = /^(?:with|in|is|from|if|when|not|then)$/;
/** A variable of PHP, or a setting at the start of its line; behind a word, a sentence names it. */
function findPhp(value: Value, text: string): Match[] {
  const found = (value.hasAny(Sign.equals) ? findSetting(text) : null) ?? (value.hasAny(Sign.dollar) ? findVariable(text) : null);
  if (found === null) return [];
  const name = /^[$\w.]{1,60}/.exec(found)?.[0] ?? '';
  const before = wordBeforeName(text, text.indexOf(found) + name.length);
  const isNamed = before !== null && (found[0] !== '$' || notPhp.test(before) || !isKeyword(before));
  return [{ id: isNamed ? 'rce-document' : 'rce-php', text: found }];
}

function detectPhp(value: Value): readonly Match[] {
  // In a page, `&lt;?php` is the text of a tag.
  const tag = value.hasAny(Sign.less | Sign.brace) ? findTag(value.markup) : null;
  if (tag !== null) return [{ id: 'rce-php', text: tag }];
  return judged(value, 'decoded', (text) => {
    const bulletin = value.hasAny(Sign.bracket) ? findBulletin(text) : null;
    return bulletin === null ? findPhp(value, text) : one('rce-php', bulletin);
  });
}

function detectSerialized(value: Value): readonly Match[] {
  const php = value.hasAll(Sign.colon | Sign.double | Sign.brace) ? findSerialized(value.decoded) : null;
  return one('rce-serialized', php ?? (value.text.length >= 8 ? findSerializedJava(value.cased) : null));
}

const detectLookup = (value: Value): readonly Match[] =>
  value.hasAll(Sign.dollar | Sign.brace | Sign.colon) ? one('rce-lookup', findLookup(value.tight)) : [];

const detectJava = (value: Value): readonly Match[] =>
  mayBeJava.test(value.decoded)
    ? judged(value, 'decoded', (text) => one('rce-java', findExpression(text) ?? findClass(text) ?? findGadget(text)))
    : [];

const detectScripts = (value: Value): readonly Match[] =>
  value.place !== 'header' && mayBeScript.test(value.decoded)
    ? judged(value, 'decoded', (text) => [
        ...one('rce-node', findNode(text)),
        ...one('rce-python', findPython(text)),
        ...one('rce-ruby', findRuby(text)),
      ])
    : [];

function detectTemplate(value: Value): readonly Match[] {
  if (!value.hasAny(Sign.brace | Sign.percent | Sign.at | Sign.bracket)) return [];
  if (!/[{$#*~]\{|\{[%#$*]|<%|@\(|\[\[/.test(value.decoded)) return [];
  // A template runs its expressions wherever they stand.
  return one('rce-template', findTemplate(value.decoded));
}

const detectInclude = (value: Value): readonly Match[] => (value.hasAll(Sign.less) ? one('rce-include', findInclude(value.decoded)) : []);

const detectAll = unlessWords(
  detectCalls,
  detectPhp,
  detectSerialized,
  detectLookup,
  detectJava,
  detectScripts,
  detectTemplate,
  detectInclude,
);

export const codeDetectors: readonly Detector[] = [
  {
    module: 'rce',
    // The name that gives an object another prototype is a word, too.
    detect: (value) =>
      value.place === 'parameterName' && value.decoded === '__proto__' ? one('rce-node', value.decoded) : detectAll(value),
  },
];
