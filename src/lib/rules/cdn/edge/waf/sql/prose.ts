import type { Sequence } from './arrange.ts';
import { isJsonString } from './operands.ts';
import { Kind } from './words.ts';

/** Words of the grammar that have no part in an attack, but may be next to names. */
const grammar =
  /^(?:on|as|to|join|inner|outer|left|right|full|natural|cross|using|key|duplicate|with|asc|desc|over|partition|for|values?|at|time|zone|end|else|only|do|nothing|conflict|row|rows|array|ignore|low_priority|table|change|modify|column|character|returns?|soname|language|identified|cursor)$/;

const isNameKind = (kind: Kind | -1): boolean => kind === Kind.word || kind === Kind.info || kind === Kind.function || kind === Kind.type;
const isPlain = (tokens: Sequence, at: number): boolean =>
  isNameKind(tokens.kind(at)) &&
  tokens.kind(at + 1) !== Kind.parenthesis &&
  !tokens.text(at).startsWith('`') &&
  !grammar.test(tokens.text(at));

const isSign = (text: string): boolean => /^[=<>!]/.test(text);

/** Whether a token is part of a sentence. No query has three names in a row: an alias makes two. Nor is `in` or `is` before a name. */
function isSentenceAt(tokens: Sequence, at: number): boolean {
  const kind = tokens.kind(at);
  // The fence of a block in Markdown: no database accepts an empty name.
  if (tokens.text(at) === '```') return true;
  // `or <2>`: an operand is missing.
  if (kind === Kind.compare && tokens.kind(at - 1) === Kind.logic) return isSign(tokens.text(at));
  if (kind !== Kind.word || tokens.kind(at + 1) === Kind.parenthesis || tokens.kind(at + 1) === Kind.dot) return false;
  const before = tokens.kind(at - 1);
  if (before === Kind.compare) return /^i[ns]$/.test(tokens.text(at - 1)) && !/^(?:distinct|json|of|document)$/.test(tokens.text(at));
  const first = tokens.kind(at - 2);
  const isRun = isNameKind(before) && (first === Kind.closing || isNameKind(first));
  return isRun && isPlain(tokens, at) && isPlain(tokens, at - 1) && (first === Kind.closing || isPlain(tokens, at - 2));
}

/** Where a sentence makes a query invalid: from the statement that it is in. Statements before it may be executed. */
export function findSentence(tokens: Sequence): number {
  let start = 0;
  for (let at = 1; at < tokens.count; at++) {
    if (tokens.kind(at) === Kind.semicolon) start = at;
    else if (isSentenceAt(tokens, at)) return start;
  }
  return tokens.count;
}

/** So many tokens of a query are read. */
const maxRead = 200;

/**
 * Whether a value is a query on an ordinary table, as tools for reports send it: it's in no other query, so functions, cases and queries
 * inside of it are no injection. What reads the database's own tables or files, waits, or follows the query, still is.
 */
export function isWholeQuery(tokens: Sequence): boolean {
  const isWith = tokens.text(0) === 'with' && tokens.text(2) === 'as' && tokens.kind(3) === Kind.parenthesis;
  if (tokens.context !== 'bare' || (tokens.kind(0) !== Kind.select && !isWith)) return false;
  let hasTable = false;
  for (let at = 1; at < maxRead && at < tokens.count; at++) {
    const kind = tokens.kind(at);
    if (kind === Kind.semicolon) break;
    if (kind === Kind.from && tokens.kind(at + 1) === Kind.word) hasTable ||= !/^(?:dual|sys)/.test(tokens.text(at + 1));
    if (kind === Kind.parenthesis && isJsonString(tokens, at + 1)) return false;
  }
  return hasTable;
}

/** Where a text becomes a query of its own, with words before it at most: what it selects is no injection. */
export function findQuery(tokens: Sequence): number {
  let at = 0;
  for (let kind = tokens.kind(at); kind === Kind.word || kind === Kind.other || kind === Kind.statement || kind === Kind.comment; )
    kind = tokens.kind(++at);
  return tokens.kind(at) === Kind.select && (at > 0 || tokens.context === 'bare') ? at : tokens.count;
}
