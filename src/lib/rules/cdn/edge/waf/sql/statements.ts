import type { Sequence } from './arrange.ts';
import { isAtTail, isCall, isConstant, isEnd, isShort, skipOperand, skipPrefixes } from './operands.ts';
import type { Shape } from './shape.ts';
import { Kind, statementObjects } from './words.ts';

/** `union select` with columns. In a sentence (`the union select committee`) no number, list or table follows. */
export const union: Shape = (tokens, at, report) => {
  let select = at + 1;
  while (select < at + 12 && (tokens.kind(select) === Kind.all || tokens.kind(select) === Kind.parenthesis)) select++;
  const before = tokens.kind(at - 1);
  if (tokens.kind(select) !== Kind.select) {
    // `' union values(1)`, `1 union table staff`
    const isRows = tokens.text(select) === 'values' && tokens.kind(select + 1) === Kind.parenthesis;
    const isTable = tokens.text(select) === 'table' && tokens.kind(select + 1) === Kind.word;
    if ((isRows || isTable) && (isAtTail(tokens, at) || before === Kind.number)) report('sqli-union', at, select + 1);
    return;
  }
  const column = tokens.kind(select + 1);
  const after = tokens.kind(select + 2);
  const isQuoted = before === -1 && column === Kind.open; // "union select" is what somebody searches for
  if ((before !== Kind.word && !isQuoted) || select > at + 1) return report('sqli-union', at, select);
  if (column !== Kind.word) {
    if (column !== -1 && column !== Kind.from && !isQuoted) report('sqli-union', at, select + 1);
  } else if (after === Kind.comma || after === Kind.from || after === Kind.comment || after === Kind.parenthesis)
    report('sqli-union', at, select + 2);
};

/** What follows the first word of a statement. */
function isStatement(tokens: Sequence, at: number): boolean {
  const word = tokens.text(at);
  const next = tokens.kind(at + 1);
  const objects = Object.hasOwn(statementObjects, word) ? statementObjects[word] : undefined;
  if (objects?.has(tokens.text(at + 1))) return tokens.kind(at + 2) !== -1 && tokens.kind(at + 2) !== Kind.arithmetic;
  switch (word) {
    case 'update':
      return next === Kind.word && tokens.text(at + 2) === 'set';
    case 'truncate':
      return next === Kind.bracket || isEnd(tokens.kind(at + 2));
    case 'replace':
    case 'insert':
      return next === Kind.word && (tokens.kind(at + 2) === Kind.parenthesis || /^values?$/.test(tokens.text(at + 2)));
    case 'set':
    case 'use':
      return next === Kind.variable;
    case 'shutdown':
      return isEnd(next) || tokens.text(at + 1) === 'with';
    case 'copy':
      return (next === Kind.word || next === Kind.parenthesis) && /^(?:from|to|\(|select)$/.test(tokens.text(at + 2));
    case 'call':
      return next === Kind.word && tokens.kind(at + 2) === Kind.parenthesis;
    case 'grant':
      return /^(?:all|select|insert|update|dba|connect|create)$/.test(tokens.text(at + 1));
    case 'pragma':
    case 'do':
    case 'dbcc':
    case 'vacuum':
      return isCall(tokens, at + 1) || tokens.kind(at + 1) === Kind.into || tokens.text(at + 1).startsWith('$');
    default:
      return false;
  }
}

/** What may follow `select` in a query but not in a sentence. */
function isSelection(tokens: Sequence, at: number): boolean {
  let from = at + 1;
  while (from < at + 8 && (tokens.kind(from) === Kind.all || tokens.kind(from) === Kind.parenthesis)) from++;
  const kind = tokens.kind(from);
  const next = tokens.kind(from + 1);
  if (kind === Kind.variable || (kind === Kind.select && from > at + 1)) return true;
  if (isCall(tokens, from)) return tokens.isJoined(from) || next === Kind.parenthesis;
  if (kind === Kind.delay || kind === Kind.system) return true;
  if (kind === Kind.case) return next === Kind.when;
  if (kind === Kind.number || kind === Kind.string || kind === Kind.constant)
    return next === Kind.comma || next === Kind.from || next === Kind.comment;
  return kind === Kind.arithmetic && tokens.text(from) === '*' && next === Kind.from;
}

/** `1-(select 1)`: a query is a part of what is calculated. *Toppings (select 2)* is none. */
const isCalculated = (tokens: Sequence, at: number): boolean =>
  tokens.kind(at - 1) === Kind.parenthesis &&
  tokens.kind(at - 2) === Kind.arithmetic &&
  isConstant(tokens.kind(at - 3)) &&
  isConstant(tokens.kind(at + 1)) &&
  tokens.kind(at + 2) === Kind.closing;

export const semicolon: Shape = (tokens, at, report) => {
  const next = tokens.kind(at + 1);
  const end = skipPrefixes(tokens, at + 1);
  if (next === Kind.statement && isStatement(tokens, at + 1)) report('sqli-stacked', at, at + 3);
  else if (tokens.kind(end) === Kind.select && (isSelection(tokens, end) || isAtTail(tokens, at) || tokens.kind(end + 2) === Kind.from))
    report('sqli-stacked', at, end + 2);
  else if (next === Kind.comment && tokens.isLast(at + 1) && tokens.text(at + 1) === '--' && at > 0) report('sqli-comment', at, at + 1);
};

/** A string that is made of several, or of one and a variable: code of other languages joins names, or executes a command as it is. */
function isJoined(tokens: Sequence, at: number): boolean {
  const joint = tokens.kind(at + 1);
  const next = tokens.kind(at + 2);
  return (
    tokens.kind(at) === Kind.string &&
    (joint === Kind.arithmetic || joint === Kind.logic) &&
    (next === Kind.string || next === Kind.open || next === Kind.variable)
  );
}

/** `exec master.dbo.xp_cmdshell`, `exec(@a)`, `execute immediate 'x'`. */
export const execute: Shape = (tokens, at, report) => {
  const next = tokens.kind(at + 1);
  const name = tokens.text(at + 1);
  if (/^(?:xp|sp)_\w/.test(name) || (name === 'immediate' && tokens.kind(at + 2) !== Kind.word)) report('sqli-stacked', at, at + 2);
  else if (
    (next === Kind.parenthesis && (tokens.text(at + 2).startsWith('@') || isJoined(tokens, at + 2) || isShort(tokens, at + 2))) ||
    next === Kind.variable
  )
    report('sqli-stacked', at, at + 2);
  else if (/^(?:master|msdb|sys|dbo)$/.test(name) && tokens.kind(at + 2) === Kind.dot) report('sqli-stacked', at, at + 3);
};

export const declare: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) === Kind.variable || tokens.text(at + 2) === 'cursor') report('sqli-stacked', at, at + 2);
};

/** What follows the name in a statement, and not in *create user guide*. */
const continuations: Readonly<Record<string, RegExp>> = {
  alter: /^(?:add|modify|change|rename|character|collate|convert|engine|owner|enable|disable|drop|nocheck|rebuild|identified|password)$/,
  create: /^(?:identified|soname)$/,
  merge: /^using$/,
};
function isContinued(tokens: Sequence, at: number): boolean {
  const word = tokens.text(at);
  if (word === 'grant') return tokens.text(at + 2) === 'on' && tokens.text(at + 4) === 'to';
  const expression = Object.hasOwn(continuations, word) ? continuations[word] : undefined;
  for (let next = at + 3; next < at + 7 && next < tokens.count; next++) if (expression?.test(tokens.text(next))) return true;
  return false;
}

/** A statement that isn't part of another one: the parameter may be the query itself. */
export const statement: Shape = (tokens, at, report) => {
  const word = tokens.text(at);
  const time = tokens.kind(at + 2);
  const isTime = isConstant(time) || time === Kind.open;
  if (word === 'waitfor' && /^(?:delay|time)$/.test(tokens.text(at + 1)) && isTime) return report('sqli-time', at, at + 2);
  const before = tokens.kind(at - 1);
  const isTail = tokens.context !== 'bare' && before === -1;
  const isAfter =
    before === Kind.number || before === Kind.closing || before === Kind.string || before === Kind.comma || before === Kind.arithmetic;
  if (/^(?:n?char|group_concat|load_file)$/.test(tokens.text(at + 1)) && !tokens.isSentence()) report('sqli-function', at, at + 1);
  else if ((at === 0 || isTail || isAfter) && isStatement(tokens, at)) {
    const isMentioned = at === 0 && !isTail && tokens.isSentence() && !isContinued(tokens, at);
    report(isMentioned ? 'sqli-mention' : 'sqli-stacked', at, at + 3);
  }
};

export const select: Shape = (tokens, at, report) => {
  if (/^(?:n?char|group_concat|load_file)$/.test(tokens.text(at + 1)) && !tokens.isSentence()) report('sqli-function', at, at + 1);
  if (isCalculated(tokens, at)) report('sqli-function', at, at + 2);
  if (isSelection(tokens, at)) {
    const isHidden = tokens.kind(at - 1) === Kind.parenthesis || isAtTail(tokens, at);
    return report(isHidden || tokens.text(at + 1) !== '*' ? 'sqli-function' : 'sqli-select', at, at + 2);
  }
  const hasWhere = isQuery(tokens, at);
  if (hasWhere) report(tokens.kind(at - 1) === Kind.parenthesis ? 'sqli-function' : 'sqli-select', at, hasWhere);
};

/** `select a, b from c where`: names with commas between them, a table, and a clause. @returns the clause; 0: it's none */
function isQuery(tokens: Sequence, at: number): number {
  const isListed = (from: number): number => {
    let next = from;
    while (next < at + 40 && tokens.kind(next) !== -1 && !isEnd(tokens.kind(next)) && tokens.kind(next) !== Kind.from) {
      if (
        tokens.kind(next) === Kind.word &&
        tokens.kind(next + 1) === Kind.word &&
        tokens.text(next + 1) !== 'as' &&
        tokens.text(next) !== 'as'
      )
        return 0;
      next++;
    }
    return tokens.kind(next) === Kind.from ? next : 0;
  };
  const from = isListed(at + 1);
  if (!from || from === at + 1) return 0;
  const table = skipPrefixes(tokens, from + 1);
  const end = skipOperand(tokens, table);
  const kind = tokens.kind(end);
  return kind === Kind.where || kind === Kind.clause || kind === Kind.comment || tokens.text(end) === 'join' ? end : 0;
}

/** `into outfile 'x'`. */
export const into: Shape = (tokens, at, report) => {
  if (/^(?:out|dump)file$/.test(tokens.text(at + 1))) report('sqli-function', at, at + 1);
};
