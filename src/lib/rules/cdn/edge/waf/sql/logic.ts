import type { Sequence } from './arrange.ts';
import {
  isAfterValue,
  isAtTail,
  isCall,
  isConstant,
  isEnd,
  isFunction,
  isProse,
  isShort,
  skipOperand,
  skipPrefixes,
  skipRest,
} from './operands.ts';
import type { Report, Shape } from './shape.ts';
import { Kind } from './words.ts';

const normal = (text: string): string => text.replace(/['"()\s]/g, '');

/** `or 1=1`, `and substr(password,1,1)='a`, `or 'a' like 'a`, `|| exists(select …)`, and `' or name='x`. */
export const logic: Shape = (tokens, at, report) => {
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
    else if (
      kind === Kind.constant &&
      (left === at + 1 || tokens.kind(at + 1) === Kind.not) &&
      next === -1 &&
      isAfterValue(tokens, at) &&
      tokens.kind(at - 1) === Kind.number
    )
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
  // No query continues with a word (`or 1=1 meaning`), or has a string behind a number (`use a list, not ' or 1=1'`).
  const next = tokens.kind(skipOperand(tokens, right));
  const hasString = kind === Kind.number && (next === Kind.open || next === Kind.string);
  const isMentioned = (tokens.context === 'bare' && next === Kind.word) || (hasString && tokens.isSentence());
  const isSame = isValue && normal(tokens.text(left, end - 1)) === normal(tokens.text(right));
  if (isSame || isTail || isAfterValue(tokens, at) || tokens.kind(left) === Kind.string)
    report(isMentioned ? 'sqli-mention' : 'sqli-tautology', at, right);
}

/** `' order by 3--`, `1 group by 1`, `' having 1=1`, `procedure analyse(`. */
export const clause: Shape = (tokens, at, report) => {
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
  const isCompared = isConstant(kind) && after === Kind.compare && isConstant(tokens.kind(first + 2));
  if (word === 'having' && (isTail || isAfterNumber || (at === 0 && isCompared)) && (after === Kind.compare || isCall(tokens, first)))
    report('sqli-quote', at, first + 1);
  else if (hasBy && (word === 'order' || word === 'group')) {
    if (
      isTail &&
      (kind === Kind.number ||
        kind === Kind.select ||
        ((kind === Kind.word || kind === Kind.string) && (isEnd(after) || after === Kind.comma || after === Kind.clause)))
    )
      report('sqli-quote', at, first + 1);
    else if (isAfterNumber && kind === Kind.number && isEnd(after)) report('sqli-quote', at, first);
  } else if (isTail && word === 'limit' && kind === Kind.number) report('sqli-quote', at, first);
};

/** `case when a then b`, not *just in case when he comes then …*. */
export const conditional: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) !== Kind.when) {
    const isSwitch = isConstant(tokens.kind(at + 1)) && tokens.kind(at + 2) === Kind.when && tokens.kind(at + 4) === Kind.caseThen;
    if (isSwitch) report('sqli-blind', at, at + 4);
    return;
  }
  const first = skipPrefixes(tokens, at + 2);
  const end = skipOperand(tokens, first);
  if (tokens.kind(end) === Kind.caseThen || (tokens.kind(end) === Kind.compare && tokens.text(at - 1) !== 'in'))
    report('sqli-blind', at, end);
};

/** `if(1=1,…`: code compares with two signs. */
export const condition: Shape = (tokens, at, report) => {
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

/** What follows the quote that the value left: `' like '%`, `'='`, `'--`, `') -- `. */
export function judgeTail(tokens: Sequence, report: Report): void {
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
  const behind = tokens.kind(at + 1);
  if (kind === Kind.semicolon && (behind === -1 || (behind === Kind.comment && tokens.text(at + 1) === '--')))
    report('sqli-comment', 0, at);
  const isNegated = kind === Kind.not;
  if (isNegated || tokens.text(at) === 'sounds') at++;
  if (tokens.kind(at) !== Kind.compare && tokens.kind(at) !== Kind.arithmetic) return;
  if (/^(?:regexp|rlike|glob)$/.test(tokens.text(at))) report('sqli-quote', 0, at);
  const isArithmetic = tokens.kind(at) === Kind.arithmetic;
  const right = skipPrefixes(tokens, at + 1);
  const after = tokens.kind(right + 1);
  const isRest = after === -1 || after === Kind.comment || after === Kind.logic || after === Kind.open || after === Kind.compare;
  const isValue = tokens.kind(right) === Kind.string ? !isProse(tokens, right) : isConstant(tokens.kind(right)) && after !== -1;
  if (tokens.kind(right) === Kind.select || isCall(tokens, right)) report('sqli-quote', at, right);
  else if (isArithmetic) {
    // `' div 1='1`, `' collate binary='a`
    const isOperand = isConstant(tokens.kind(right)) || tokens.text(at) === 'collate';
    if (isShort(tokens, right) && at === 0 && tokens.text(right).length < 12) report('sqli-quote', at, right);
    else if (isOperand && after === Kind.compare && isShort(tokens, right + 2)) report('sqli-quote', at, right + 2);
  } else if (isShort(tokens, right) || (isValue && isRest)) report('sqli-quote', at, right);
}

/** `'a' != 'b`, `"x" like "x"`: a comparison of strings from the start of the value; and `char(`, a call whose rest is elsewhere. */
export function judgeHead(tokens: Sequence, report: Report): void {
  if (tokens.kind(0) === Kind.closing) {
    const next = tokens.kind(1);
    const after = tokens.kind(2);
    if ((next === Kind.compare || next === Kind.logic) && (after === Kind.parenthesis || after === Kind.string)) report('sqli-quote', 0, 2);
  }
  const isPiece = tokens.count === 2 && tokens.kind(1) === Kind.parenthesis && tokens.isJoined(0);
  if (isPiece && (isFunction(tokens.kind(0)) || /^(?:insert|replace)$/.test(tokens.text(0)))) report('sqli-function', 0, 1);
  if (tokens.text(0) === 'div' && tokens.kind(1) === Kind.parenthesis && tokens.kind(3) === Kind.comma) report('sqli-function', 0, 3);
  if (tokens.kind(0) !== Kind.string) return;
  const at = tokens.kind(1) === Kind.not ? 2 : 1;
  if (tokens.kind(at) !== Kind.compare || !(tokens.kind(at + 1) === Kind.string || isShort(tokens, at + 1))) return;
  if (tokens.text(at) !== '=' || normal(tokens.text(0)) === normal(tokens.text(at + 1))) report('sqli-tautology', 0, at + 1);
}
