import type { PatternId } from '../patternTable.ts';
import { isSentence } from '../sentence.ts';
import type { Sequence } from './arrange.ts';
import { isNative } from './functions.ts';
import { catalogs, Kind, schemaTables, statementObjects } from './words.ts';

/** What a shape reports: a pattern, and the tokens from the first to the last one. */
export type Report = (id: PatternId, from: number, to: number) => void;
type Shape = (tokens: Sequence, at: number, report: Report) => void;

const isFunction = (kind: Kind | -1): boolean =>
  kind === Kind.function || kind === Kind.info || kind === Kind.delay || kind === Kind.system || kind === Kind.if;
const isConstant = (kind: Kind | -1): boolean =>
  kind === Kind.number || kind === Kind.string || kind === Kind.constant || kind === Kind.variable;
const isEnd = (kind: Kind | -1): boolean => kind === -1 || kind === Kind.comment || kind === Kind.semicolon;
const isPrefix = (kind: Kind | -1): boolean =>
  kind === Kind.parenthesis || kind === Kind.not || kind === Kind.arithmetic || kind === Kind.bracket || kind === Kind.all;

/** Signs before an operand, such as `not (` or `-`: at most as many as somebody writes to confuse a filter. */
const maxPrefixes = 30;
function skipPrefixes(tokens: Sequence, from: number): number {
  let at = from;
  while (at < from + maxPrefixes && isPrefix(tokens.kind(at))) at++;
  return at;
}

/** Whether a function is called: its word and a parenthesis. */
const isCall = (tokens: Sequence, at: number): boolean => {
  const kind = tokens.kind(at);
  return tokens.kind(at + 1) === Kind.parenthesis && (isFunction(kind) || (kind === Kind.word && isNative(tokens.text(at))));
};
const isWordCall = (tokens: Sequence, at: number): boolean =>
  tokens.kind(at) === Kind.word && tokens.kind(at + 1) === Kind.parenthesis && tokens.isJoined(at);

/** Between two quoted words of a sentence is a string that isn't one: `the 'or' and the 'and' operator`. */
const isProse = (tokens: Sequence, at: number): boolean =>
  tokens.kind(at) === Kind.string && /^. +\p{L}.* .$/u.test(tokens.text(at).slice(0, 200));

/** A string without an end is one in an attack only if nothing like a sentence follows: `'or' is a word`. */
function isShort(tokens: Sequence, at: number): boolean {
  if (tokens.kind(at) !== Kind.open) return false;
  const text = tokens.text(at).slice(0, 80);
  return !isSentence(text) && !/^.[^\S\r\n]*\p{L}[^'"]* [^'"]*$/u.test(text) && !/^. +\p{L}/u.test(text);
}

/** The end of an operand, from its first token: a constant, a name, `a.b`, a call or what is in parentheses (at most 60 tokens). */
function skipOperand(tokens: Sequence, from: number): number {
  let at = from;
  if (tokens.kind(at) === Kind.parenthesis || isCall(tokens, at) || isWordCall(tokens, at)) {
    let depth = 0;
    if (tokens.kind(at) !== Kind.parenthesis) at++;
    for (const end = at + 60; at < end && at < tokens.count; at++) {
      const kind = tokens.kind(at);
      if (kind === Kind.parenthesis) depth++;
      else if (kind === Kind.closing && --depth === 0) break;
    }
    at++;
  } else {
    at++;
    while (tokens.kind(at) === Kind.dot && tokens.kind(at + 1) === Kind.word) at += 2;
  }
  while (tokens.kind(at) === Kind.cast) at += 2;
  return at;
}

/** Skips `+ 1`, `- 2` … after an operand, and closing parentheses. */
function skipRest(tokens: Sequence, from: number): number {
  let at = from;
  for (let steps = 0; steps < 20; steps++) {
    const kind = tokens.kind(at);
    if (kind === Kind.closing || kind === Kind.bracket) at++;
    else if (kind === Kind.arithmetic && (isConstant(tokens.kind(at + 1)) || isCall(tokens, at + 1))) at = skipOperand(tokens, at + 1);
    else break;
  }
  return at;
}

/** Whether a condition stands where the value left its quotes: only closing parentheses are before it. */
function isAtTail(tokens: Sequence, at: number): boolean {
  if (tokens.context === 'bare') return false;
  let before = at - 1;
  while (tokens.kind(before) === Kind.closing) before--;
  return before === -1;
}

/** Whether what is before a token is one value, as in `1 or …`; a comparison before it is arithmetic: `5 < 6 and 7 > 3`. */
function isAfterValue(tokens: Sequence, at: number): boolean {
  let before = at - 1;
  while (before > 0 && tokens.kind(before) === Kind.closing) before--;
  if (tokens.kind(before) === Kind.arithmetic) before--;
  const kind = tokens.kind(before);
  if (kind === -1) return true;
  if (kind !== Kind.number && kind !== Kind.string && kind !== Kind.constant && kind !== Kind.word) return false;
  if (kind === Kind.word) return before === 0;
  const first = tokens.kind(before - 1);
  return first === -1 || first === Kind.arithmetic || first === Kind.parenthesis;
}

/** Whether a name is the whole value, or nearly so. */
const isAlone = (tokens: Sequence, at: number): boolean => at <= 1 && tokens.count <= 3 && tokens.kind(at - 1) !== Kind.word;

const normal = (text: string): string => text.replace(/['"()\s]/g, '');

/** `or 1=1`, `and substr(password,1,1)='a`, `or 'a' like 'a`, `|| exists(select …)`, and `' or name='x`. */
const logic: Shape = (tokens, at, report) => {
  const isTail = isAtTail(tokens, at);
  const isPipe = tokens.text(at) === '||' || tokens.text(at) === '&&';
  const first = skipPrefixes(tokens, at + 1);
  let left = first;
  if (tokens.kind(first - 1) === Kind.bracket && tokens.kind(first) === Kind.if) left = skipPrefixes(tokens, first + 1); // {if …}, ODBC
  const kind = tokens.kind(left);
  if (kind === Kind.select || (kind === Kind.exists && tokens.kind(left + 1) === Kind.parenthesis)) {
    if (left > at + 1 || isTail || tokens.kind(left + 1) === Kind.parenthesis) report('sqli-blind', at, left + 1);
    return;
  }
  if (kind === Kind.case && tokens.kind(left + 1) === Kind.when) return report('sqli-blind', at, left + 1);
  const end = skipRest(tokens, skipOperand(tokens, left));
  const next = tokens.kind(end);
  const isComparison = next === Kind.compare || next === Kind.json || (next === Kind.not && tokens.kind(end + 1) === Kind.compare);
  if (isCall(tokens, left)) {
    // In code, a condition compares with two signs.
    if (isTail || kind === Kind.delay || kind === Kind.system) report('sqli-blind', at, left + 1);
    else if (isComparison && !/^[!=]==?$/.test(tokens.text(end))) report('sqli-blind', at, end + 1);
    else if (isAfterValue(tokens, at) && (isComparison || isEnd(next))) report('sqli-blind', at, end);
    return;
  }
  if ((isConstant(kind) && !isProse(tokens, left)) || isShort(tokens, left)) {
    if (isComparison) compareConstants(tokens, { at, left, end, isTail }, report);
    else if (isTail && (isEnd(next) || next === Kind.logic || next === Kind.open) && !isPipe) report('sqli-tautology', at, end);
    else if (isTail && isPipe && isShort(tokens, left)) report('sqli-quote', at, left);
    else if (next === Kind.comment && tokens.isLast(end) && isAfterValue(tokens, at)) report('sqli-tautology', at, end);
    else if (kind === Kind.constant && left === at + 1 && next === -1 && isAfterValue(tokens, at) && tokens.kind(at - 1) === Kind.number)
      report('sqli-tautology', at, left);
    return;
  }
  if (!isComparison) return;
  const right = skipPrefixes(tokens, end + 1);
  const isValue = isConstant(tokens.kind(right)) || isShort(tokens, right) || isCall(tokens, right) || tokens.kind(right) === Kind.select;
  if (isTail && (isValue || tokens.kind(right) === Kind.word)) report('sqli-quote', at, right);
  else if (isValue && tokens.kind(at - 1) === Kind.number && isAfterValue(tokens, at)) report('sqli-tautology', at, right);
};

interface Condition {
  at: number;
  left: number;
  /** The comparison. */
  end: number;
  isTail: boolean;
}

function compareConstants(tokens: Sequence, { at, left, end, isTail }: Condition, report: Report): void {
  const right = skipPrefixes(tokens, tokens.kind(end) === Kind.not ? end + 2 : end + 1);
  const kind = tokens.kind(right);
  const isValue = isConstant(kind) || isShort(tokens, right) || isCall(tokens, right) || kind === Kind.select;
  const isName = kind === Kind.word && (isTail || isEnd(tokens.kind(right + 1)));
  if (!isValue && !isName) return;
  // `or 1=1 meaning`: no query continues with a word.
  const isMentioned = tokens.context === 'bare' && tokens.kind(skipOperand(tokens, right)) === Kind.word;
  const isSame = isValue && normal(tokens.text(left, end - 1)) === normal(tokens.text(right));
  if (isSame || isTail || isAfterValue(tokens, at) || tokens.kind(left) === Kind.string)
    report(isMentioned ? 'sqli-mention' : 'sqli-tautology', at, right);
}

/** `union select` with columns. In a sentence (`the union select committee`) no number, list or table follows. */
const union: Shape = (tokens, at, report) => {
  let select = at + 1;
  while (select < at + 12 && (tokens.kind(select) === Kind.all || tokens.kind(select) === Kind.parenthesis)) select++;
  if (tokens.kind(select) !== Kind.select) return;
  const before = tokens.kind(at - 1);
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

const semicolon: Shape = (tokens, at, report) => {
  const next = tokens.kind(at + 1);
  const end = skipPrefixes(tokens, at + 1);
  if (next === Kind.statement && isStatement(tokens, at + 1)) report('sqli-stacked', at, at + 3);
  else if (tokens.kind(end) === Kind.select && (isSelection(tokens, end) || isAtTail(tokens, at) || tokens.kind(end + 2) === Kind.from))
    report('sqli-stacked', at, end + 2);
  else if (next === Kind.comment && tokens.isLast(at + 1) && tokens.text(at + 1) === '--' && at > 0) report('sqli-comment', at, at + 1);
};

/** `exec master.dbo.xp_cmdshell`, `exec(@a)`, `execute immediate 'x'`. */
const execute: Shape = (tokens, at, report) => {
  const next = tokens.kind(at + 1);
  const name = tokens.text(at + 1);
  if (/^(?:xp|sp)_\w/.test(name) || (name === 'immediate' && tokens.kind(at + 2) !== Kind.word)) report('sqli-stacked', at, at + 2);
  else if ((next === Kind.parenthesis && (tokens.text(at + 2).startsWith('@') || isShort(tokens, at + 2))) || next === Kind.variable)
    report('sqli-stacked', at, at + 2);
  else if (/^(?:master|msdb|sys|dbo)$/.test(name) && tokens.kind(at + 2) === Kind.dot) report('sqli-stacked', at, at + 3);
};

const declare: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) === Kind.variable) report('sqli-stacked', at, at + 2);
};

/** A statement that isn't part of another one: the parameter may be the query itself. */
const statement: Shape = (tokens, at, report) => {
  const word = tokens.text(at);
  const time = tokens.kind(at + 2);
  const isTime = isConstant(time) || time === Kind.open;
  if (word === 'waitfor' && /^(?:delay|time)$/.test(tokens.text(at + 1)) && isTime) return report('sqli-time', at, at + 2);
  const before = tokens.kind(at - 1);
  const isTail = tokens.context !== 'bare' && before === -1;
  const isAfter =
    before === Kind.number || before === Kind.closing || before === Kind.string || before === Kind.comma || before === Kind.arithmetic;
  if (/^(?:n?char|group_concat|load_file)$/.test(tokens.text(at + 1)) && !tokens.isSentence()) report('sqli-function', at, at + 1);
  else if ((at === 0 || isTail || isAfter) && isStatement(tokens, at))
    report(at === 0 && !isTail && tokens.isSentence() ? 'sqli-mention' : 'sqli-stacked', at, at + 3);
};

const select: Shape = (tokens, at, report) => {
  if (/^(?:n?char|group_concat|load_file)$/.test(tokens.text(at + 1)) && !tokens.isSentence()) report('sqli-function', at, at + 1);
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

/** Whether a function belongs to an object: `fs.readfile(`, `thread.sleep(`. */
const isMethod = (tokens: Sequence, at: number): boolean => tokens.kind(at - 1) === Kind.dot && !/^(?:utl|dbms)_/.test(tokens.text(at - 2));

/** The arguments of a function that waits: a number or a string, and nothing like `Sleep (2020 film)`. */
const delay: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) !== Kind.parenthesis || isMethod(tokens, at)) return;
  const first = skipPrefixes(tokens, at + 2);
  const kind = tokens.kind(first);
  const after = tokens.kind(first + 1);
  if (kind === Kind.select || isCall(tokens, first) || kind === Kind.string || kind === Kind.if || kind === Kind.case)
    return report('sqli-time', at, first + 1);
  if (kind !== Kind.number && kind !== Kind.variable) return;
  const isTitle = !tokens.isJoined(at) && tokens.text(first).length === 4;
  if (!isTitle && (after !== Kind.word || tokens.isJoined(first))) report('sqli-time', at, first + 1);
};

/** Functions that read files, open connections or show data in an error. */
const system: Shape = (tokens, at, report) => {
  const name = tokens.text(at);
  const next = tokens.kind(at + 1);
  if (next === Kind.parenthesis && tokens.isJoined(at) && !isMethod(tokens, at)) {
    // In a geometry, numbers follow.
    const isShape = /^(?:multi)?(?:polygon|point|linestring)$|^geometrycollection$/.test(name);
    const first = skipPrefixes(tokens, at + 2);
    if (!isShape || tokens.kind(first) === Kind.select || isCall(tokens, first)) report('sqli-function', at, first);
  } else if (next === Kind.dot && /^(?:utl_|dbms_|ctxsys)/.test(name))
    report(/^dbms_(?:pipe|lock|session)/.test(name) ? 'sqli-time' : 'sqli-function', at, at + 2);
};

/** `user()`, `version()` … as a value, or in a query. */
const info: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) !== Kind.parenthesis || !tokens.isJoined(at)) return;
  const inner = tokens.kind(at + 2);
  const before = tokens.kind(at - 1);
  const isPart =
    before === Kind.parenthesis || before === Kind.comma || before === Kind.select || before === Kind.arithmetic || before === Kind.compare;
  const isWhole = !tokens.isSentence() && (inner === -1 || (inner === Kind.closing && (at === 0 || tokens.kind(at + 3) === -1)));
  if ((inner === Kind.closing && isPart && (tokens.context !== 'bare' || before === Kind.select)) || isWhole || (inner === -1 && isPart))
    report('sqli-function', at, at + 2);
};

/** Strings made of codes, conversions of what a query returns, and `concat(0x3a, …)`. */
const call: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) !== Kind.parenthesis || !tokens.isJoined(at)) return;
  const name = tokens.text(at);
  const first = skipPrefixes(tokens, at + 2);
  const kind = tokens.kind(first);
  const after = tokens.kind(first + 1);
  if (kind === Kind.select && first === at + 2 + (first - at - 2)) report('sqli-function', at, first);
  else if (name === 'convert' && kind === Kind.type && after === Kind.comma) report('sqli-function', at, first + 1);
  else if (
    name === 'cast' &&
    tokens.text(skipOperand(tokens, first)) === 'as' &&
    (kind === Kind.parenthesis || isCall(tokens, first) || kind === Kind.variable)
  )
    report('sqli-function', at, first + 1);
  else if (name === 'group_concat' || name === 'concat_ws') report('sqli-function', at, first);
  else if (/^n?cha?r$/.test(name) && kind === Kind.number && (after === Kind.closing || after === Kind.comma))
    chain(tokens, at, first, report);
  else if (name === 'concat' && kind === Kind.number && /^0x/.test(tokens.text(first))) report('sqli-function', at, first);
  else if (kind === -1 && at === 0) report('sqli-function', at, at + 1);
  else if (name === 'exp' && tokens.text(at + 2) === '~') report('sqli-function', at, first);
};

/** `char(65)+char(66)`, `chr(65)||chr(66)`, `char(65,66)`: one alone is a conversion like any other. */
function chain(tokens: Sequence, at: number, first: number, report: Report): void {
  const isList = tokens.kind(first + 1) === Kind.comma && tokens.kind(first + 2) === Kind.number;
  const joint = tokens.kind(first + 2);
  const isJoint = (joint === Kind.arithmetic || joint === Kind.logic) && /^n?cha?r$/.test(tokens.text(first + 3));
  if (isList || isJoint) report('sqli-function', at, first + 2);
}

const procedures =
  /^(?:xp|sp)_(?:cmdshell|dirtree|reg\w|fileexist|executesql|execute|oa\w|password|makewebtask|configure|subdirs|getfiledetails|availablemedia|enumdsn|enumgroups|enumerrorlogs|servicecontrol|ntsec\w|loginconfig|terminate_process|delete_backuphistory|addsrvrolemember|addextendedproc|sqlexec|tables|columns|help\w*|who2?|prepare|unprepare)/;

/** Most words are shorter than all names of catalogs, and need no look. */
const shortestCatalog = Math.min(...[...catalogs].map(({ length }) => length));

/** Names of tables that describe the database, of its schemas and its procedures. */
const name: Shape = (tokens, at, report) => {
  const next = tokens.kind(at + 1);
  const isUsed = next === Kind.parenthesis || next === Kind.dot;
  const length = tokens.length(at);
  if (length < (isUsed ? 3 : shortestCatalog) || length > 30) return;
  const word = tokens.text(at).replaceAll('`', '');
  const before = tokens.kind(at - 1);
  if (next === Kind.parenthesis && !isMethod(tokens, at) && isNative(word)) {
    const isTitle = !tokens.isJoined(at) && before === Kind.word;
    if (!isTitle) report(tokens.isSentence() && tokens.context === 'bare' ? 'sqli-mention' : 'sqli-function', at, at + 2);
    return;
  }
  const isTable =
    before === Kind.from ||
    before === Kind.into ||
    before === Kind.comma ||
    before === Kind.parenthesis ||
    before === Kind.dot ||
    tokens.text(at - 1) === 'join';
  if (catalogs.has(word))
    report(isTable || isAlone(tokens, at) || (next === Kind.dot && tokens.context !== 'bare') ? 'sqli-schema' : 'sqli-mention', at, at + 1);
  else if (procedures.test(word)) report(next !== Kind.word || before === Kind.dot ? 'sqli-schema' : 'sqli-mention', at, at + 1);
  else if (next === Kind.dot && Object.hasOwn(schemaTables, word) && schemaTables[word]?.test(tokens.text(at + 2)))
    report(isTable || word !== 'sys' || tokens.context !== 'bare' || before === -1 ? 'sqli-schema' : 'sqli-mention', at, at + 2);
};

/** `1.e(`: MySQL reads the number and then the word, a filter may read neither. And the number on which PHP and Java once hung. */
const number: Shape = (tokens, at, report) => {
  const text = tokens.isUnusual(at) ? tokens.text(at) : '';
  if (/\.e$/.test(text) || /^\d\.\d{10,}e-30\d$/.test(text)) report('sqli-function', at, at + 1);
};

const variable: Shape = (tokens, at, report) => {
  if (
    /^@@(?:version|hostname|datadir|basedir|servername|global|session|identity|spid|secure_file_priv|language|servicename)\b/.test(
      tokens.text(at),
    )
  )
    report('sqli-schema', at, at);
};

/** `into outfile 'x'`. */
const into: Shape = (tokens, at, report) => {
  if (/^(?:out|dump)file$/.test(tokens.text(at + 1))) report('sqli-function', at, at + 1);
};

/** `' order by 3--`, `1 group by 1`, `' having 1=1`, `procedure analyse(`. */
const clause: Shape = (tokens, at, report) => {
  const word = tokens.text(at);
  if (word === 'procedure') {
    if (/^analy[sz]e$/.test(tokens.text(at + 1)) && tokens.kind(at + 2) === Kind.parenthesis) report('sqli-function', at, at + 2);
    return;
  }
  const isTail = isAtTail(tokens, at);
  const hasBy = tokens.kind(at + 1) === Kind.by;
  const first = skipPrefixes(tokens, at + (hasBy ? 2 : 1));
  const kind = tokens.kind(first);
  const after = tokens.kind(first + 1);
  const isAfterNumber = tokens.kind(at - 1) === Kind.number && isAfterValue(tokens, at);
  if (word === 'having' && (isTail || isAfterNumber) && (after === Kind.compare || isCall(tokens, first)))
    report('sqli-quote', at, first + 1);
  else if (hasBy && (word === 'order' || word === 'group')) {
    if (
      isTail &&
      (kind === Kind.number ||
        kind === Kind.select ||
        ((kind === Kind.word || kind === Kind.string) && (isEnd(after) || after === Kind.comma)))
    )
      report('sqli-quote', at, first + 1);
    else if (isAfterNumber && kind === Kind.number && isEnd(after)) report('sqli-quote', at, first);
  } else if (isTail && word === 'limit' && kind === Kind.number) report('sqli-quote', at, first);
};

/** `case when a then b`, not *just in case when he comes then …*. */
const conditional: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) !== Kind.when) return;
  const first = skipPrefixes(tokens, at + 2);
  const end = skipOperand(tokens, first);
  if (tokens.kind(end) === Kind.caseThen || (tokens.kind(end) === Kind.compare && tokens.text(at - 1) !== 'in'))
    report('sqli-blind', at, end);
};

/** `if(1=1,…`: code compares with two signs. */
const condition: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) !== Kind.parenthesis) return;
  const first = skipPrefixes(tokens, at + 2);
  const end = skipOperand(tokens, first);
  const kind = tokens.kind(first);
  if (kind === Kind.select) report('sqli-blind', at, first);
  else if (
    (isConstant(kind) || isCall(tokens, first)) &&
    tokens.kind(end) === Kind.compare &&
    /^(?:=|<>|like|in|regexp)$/.test(tokens.text(end))
  )
    report('sqli-blind', at, end + 1);
  else if (kind === Kind.number && tokens.kind(end) === Kind.compare && tokens.kind(skipOperand(tokens, end + 1)) === Kind.comma)
    report('sqli-blind', at, end + 1);
};

/** `password::int` of PostgreSQL; `std::text` of C++ isn't the whole value. */
const cast: Shape = (tokens, at, report) => {
  const before = tokens.kind(at - 1);
  if (tokens.kind(at + 1) !== Kind.type) return;
  const isName = before === Kind.word || before === Kind.type || before === Kind.info;
  const isWhole = at === 1 && isName && tokens.text(0) !== 'std' && isEnd(tokens.kind(at + 2));
  const isTail = tokens.kind(at + 2) !== Kind.dot && (before === Kind.string || before === Kind.closing);
  if (isWhole || isTail || (before === Kind.word && tokens.context !== 'bare')) report('sqli-function', at - 1, at + 1);
};

/** Operators on JSON between strings: `'{"a":1}' @> '{"b":2}'`. */
const json: Shape = (tokens, at, report) => {
  let before = at - 1;
  if (tokens.kind(before) === Kind.type && tokens.kind(before - 1) === Kind.cast) before -= 2;
  if (tokens.kind(before) !== Kind.string || !/^['"]\s*[[{]/.test(tokens.text(before))) return;
  const next = tokens.kind(at + 1);
  if (next === Kind.string || next === Kind.number || next === Kind.open || tokens.text(at + 1) === 'array')
    report('sqli-quote', before, at + 1);
};

/** What follows the quote that the value left: `' like '%`, `'='`, `'--`, `') -- `. */
function judgeTail(tokens: Sequence, report: Report): void {
  let at = 0;
  while (at < 30 && tokens.kind(at) === Kind.closing) at++;
  const kind = tokens.kind(at);
  if (kind === Kind.comment) {
    const text = tokens.text(at);
    if (text === '--' || tokens.isLast(at) || text.startsWith('/*')) {
      if (text !== '#' || tokens.isLast(at)) report('sqli-comment', 0, at);
    }
    return;
  }
  if (kind === Kind.semicolon && tokens.kind(at + 1) === -1) report('sqli-comment', 0, at);
  const isNegated = kind === Kind.not;
  if (isNegated) at++;
  if (tokens.kind(at) !== Kind.compare && tokens.kind(at) !== Kind.arithmetic) return;
  if (/^(?:regexp|rlike|glob)$/.test(tokens.text(at))) report('sqli-quote', 0, at);
  const isArithmetic = tokens.kind(at) === Kind.arithmetic;
  const right = skipPrefixes(tokens, at + 1);
  const after = tokens.kind(right + 1);
  const isRest = after === -1 || after === Kind.comment || after === Kind.logic || after === Kind.open || after === Kind.compare;
  const isValue = tokens.kind(right) === Kind.string ? !isProse(tokens, right) : isConstant(tokens.kind(right)) && after !== -1;
  if (tokens.kind(right) === Kind.select || isCall(tokens, right)) report('sqli-quote', at, right);
  else if (isArithmetic) {
    if (isShort(tokens, right) && at === 0 && tokens.text(right).length < 12) report('sqli-quote', at, right);
  } else if (isShort(tokens, right) || (isValue && isRest)) report('sqli-quote', at, right);
}

/** `'a' != 'b`, `"x" like "x"`: a comparison of strings from the start of the value. */
function judgeHead(tokens: Sequence, report: Report): void {
  if (tokens.kind(0) === Kind.closing) {
    const next = tokens.kind(1);
    const after = tokens.kind(2);
    if ((next === Kind.compare || next === Kind.logic) && (after === Kind.parenthesis || after === Kind.string)) report('sqli-quote', 0, 2);
  }
  if (tokens.text(0) === 'div' && tokens.kind(1) === Kind.parenthesis && tokens.kind(3) === Kind.comma) report('sqli-function', 0, 3);
  if (tokens.kind(0) !== Kind.string) return;
  const at = tokens.kind(1) === Kind.not ? 2 : 1;
  if (tokens.kind(at) !== Kind.compare || !(tokens.kind(at + 1) === Kind.string || isShort(tokens, at + 1))) return;
  if (tokens.text(at) !== '=' || normal(tokens.text(0)) === normal(tokens.text(at + 1))) report('sqli-tautology', 0, at + 1);
}

const shapes: Readonly<Partial<Record<Kind, Shape>>> = {
  [Kind.logic]: logic,
  [Kind.union]: union,
  [Kind.semicolon]: semicolon,
  [Kind.execute]: execute,
  [Kind.declare]: declare,
  [Kind.statement]: statement,
  [Kind.select]: select,
  [Kind.delay]: delay,
  [Kind.system]: system,
  [Kind.info]: info,
  [Kind.function]: call,
  [Kind.word]: name,
  [Kind.variable]: variable,
  [Kind.number]: number,
  [Kind.into]: into,
  [Kind.clause]: clause,
  [Kind.case]: conditional,
  [Kind.if]: condition,
  [Kind.cast]: cast,
  [Kind.json]: json,
};

/** Words of the grammar that have no part in an attack, but may be next to names. */
const grammar =
  /^(?:on|as|join|inner|outer|left|right|full|natural|cross|using|key|duplicate|with|asc|desc|over|partition|for|values?|at|time|zone|end|else|only|do|nothing|conflict|row|rows|array|ignore|low_priority)$/;

const isNameKind = (kind: Kind | -1): boolean => kind === Kind.word || kind === Kind.info || kind === Kind.function || kind === Kind.type;
const isPlain = (tokens: Sequence, at: number): boolean =>
  isNameKind(tokens.kind(at)) && tokens.kind(at + 1) !== Kind.parenthesis && !grammar.test(tokens.text(at));

/** Whether a token is part of a sentence. No query has three names in a row: an alias makes two. Nor is `in` or `is` before a name. */
function isSentenceAt(tokens: Sequence, at: number): boolean {
  const kind = tokens.kind(at);
  if (kind !== Kind.word || tokens.kind(at + 1) === Kind.parenthesis || tokens.kind(at + 1) === Kind.dot) return false;
  const before = tokens.kind(at - 1);
  if (before === Kind.compare) return /^i[ns]$/.test(tokens.text(at - 1)) && !/^(?:distinct|json|of|document)$/.test(tokens.text(at));
  const first = tokens.kind(at - 2);
  const isRun = isNameKind(before) && (first === Kind.closing || isNameKind(first));
  return isRun && isPlain(tokens, at) && isPlain(tokens, at - 1) && (first === Kind.closing || isPlain(tokens, at - 2));
}

/** Where a sentence makes a query invalid: from the statement that it is in. Statements before it may be executed. */
function findSentence(tokens: Sequence): number {
  let start = 0;
  for (let at = 1; at < tokens.count; at++) {
    if (tokens.kind(at) === Kind.semicolon) start = at;
    else if (isSentenceAt(tokens, at)) return start;
  }
  return tokens.count;
}

/** Where a text becomes a query of its own, with words before it at most: what it selects is no injection. */
function findQuery(tokens: Sequence): number {
  let at = 0;
  for (let kind = tokens.kind(at); kind === Kind.word || kind === Kind.other || kind === Kind.statement || kind === Kind.comment; )
    kind = tokens.kind(++at);
  return tokens.kind(at) === Kind.select && (at > 0 || tokens.context === 'bare') ? at : tokens.count;
}
const isOfQuery = (id: PatternId): boolean => id === 'sqli-union' || id === 'sqli-tautology' || id === 'sqli-quote';

/**
 * Judges the tokens of a value in one context. Each shape looks at a bounded number of tokens from its first one. What is in a sentence
 * is mentioned and can't be executed, because a database refuses the query; in a string, such as the one that a quote ends, it can.
 */
export function judge(tokens: Sequence, report: Report): void {
  const sentence = findSentence(tokens);
  const query = findQuery(tokens);
  if (tokens.context === 'bare') judgeHead(tokens, report);
  else judgeTail(tokens, report);
  for (let at = 0; at < tokens.count; at++) {
    const kind = tokens.kind(at);
    if (kind === -1) break;
    shapes[kind]?.(tokens, at, (id, from, to) => {
      if (at < query || !isOfQuery(id)) report(at >= sentence ? 'sqli-mention' : id, from, to);
    });
  }
}
