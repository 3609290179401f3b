import type { Sequence } from './arrange.ts';
import { isCall, isJsonString, isMethod, skipOperand, skipPrefixes } from './operands.ts';
import type { Report, Shape } from './shape.ts';
import { Kind } from './words.ts';

/** The arguments of a function that waits: a number or a string, and nothing like `Sleep (2020 film)`. */
export const delay: Shape = (tokens, at, report) => {
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
export const system: Shape = (tokens, at, report) => {
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
export const info: Shape = (tokens, at, report) => {
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
export const call: Shape = (tokens, at, report) => {
  if (tokens.kind(at + 1) !== Kind.parenthesis) return;
  const name = tokens.text(at);
  const first = skipPrefixes(tokens, at + 2);
  if (name.startsWith('json') && isJsonString(tokens, first)) return report('sqli-function', at, first);
  if (!tokens.isJoined(at)) return;
  const kind = tokens.kind(first);
  const after = tokens.kind(first + 1);
  if (kind === Kind.select) report('sqli-function', at, first);
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
  else if (name === 'exp' && tokens.text(at + 2) === '~') report('sqli-function', at, first);
};

/** `char(65)+char(66)`, `chr(65)||chr(66)`, `char(65,66)`: one alone is a conversion like any other. */
function chain(tokens: Sequence, at: number, first: number, report: Report): void {
  const isList = tokens.kind(first + 1) === Kind.comma && tokens.kind(first + 2) === Kind.number;
  const joint = tokens.kind(first + 2);
  const isJoint = (joint === Kind.arithmetic || joint === Kind.logic) && /^n?cha?r$/.test(tokens.text(first + 3));
  if (isList || isJoint) report('sqli-function', at, first + 2);
}
