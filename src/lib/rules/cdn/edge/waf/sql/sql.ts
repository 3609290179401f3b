import { isBrowserField } from '../combine.ts';
import type { Detector, Match } from '../detector.ts';
import type { PatternId } from '../patternTable.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { arrange, type Context } from './arrange.ts';
import { judge } from './judge.ts';
import { tokenize } from './lexer.ts';
import { catalogs } from './words.ts';

/*
 * SQL injection: a value that the application puts into a query ends the string or number that it should be, and continues with code.
 *
 * The value is divided into tokens as a database does, and read in the contexts where it may be put: outside of quotes, and inside of
 * single, double or back quotes, which it then ends. What counts is the shape of what follows (`or`, a constant, a comparison), not
 * the words: a sentence with `select` or `union` has another one. Comments, white space and the notation of numbers, with which attacks
 * avoid lists of words, are gone by then.
 */

/** An attack has one of these signs, or is made of words alone. */
const needed =
  Sign.single | Sign.double | Sign.backtick | Sign.equals | Sign.less | Sign.greater | Sign.open | Sign.semicolon | Sign.at | Sign.pipe;
const words =
  /\b(?:or|and|xor|union|select|from|order|group|having|procedure|into|case|exec|execute|waitfor|declare|drop|insert|create|alter|truncate|grant|delete|update|merge|rename|shutdown|dbcc|bulk|backup|restore)\b|::|\/\*!|\de-30\d|\b(?:pg_|sqlite_|m?sys[a-z]|all_|user_|dba_|v\$|information_|performance_|innodb_|[xs]p_|tempdb)/;
const contexts: readonly (readonly [Context, number])[] = [
  ['bare', 0],
  ['single', Sign.single],
  ['double', Sign.double],
  ['backtick', Sign.backtick],
];

/** A word of a query between pluses: in a value without white space they are spaces, which the application decodes once more. */
const spaced = /[+][a-z]{2,9}[+]/;
const decodeSpaces = (value: Value): string =>
  value.hasAny(Sign.plus) && spaced.test(value.decoded) && !/\s/.test(value.decoded.trim())
    ? value.decoded.replaceAll('+', ' ')
    : value.decoded;

function detectSql(value: Value): Match[] {
  const text = decodeSpaces(value);
  if (!value.hasAny(needed) && !words.test(text)) return [];
  const matches = new Map<PatternId, Match>();
  const tokens = tokenize(text);
  // Browsers mention no SQL.
  const isProbed = isBrowserField(value) && value.name !== 'referer';
  for (const [context, signs] of contexts) {
    if (signs !== 0 && !value.hasAny(signs)) continue;
    const sequence = arrange(tokens, context);
    if (!sequence) continue;
    judge(sequence, isProbed, (id, from, to) => {
      if (!matches.has(id)) matches.set(id, { id, text: sequence.text(Math.max(0, from), to) });
    });
  }
  if (tokens.isVersioned && tokens.count > 1 && !matches.has('sqli-comment'))
    matches.set('sqli-comment', { id: 'sqli-comment', text: '/*!' });
  return [...matches.values()];
}

/** A word that isn't harmless on its own. */
export const isCatalog = (text: string): boolean => catalogs.has(text.toLowerCase());

export const sqlDetector: Detector = { module: 'sqli', detect: detectSql };
