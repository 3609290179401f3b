import { isSentence } from '../sentence.ts';
import type { Sequence } from './arrange.ts';
import { isNative } from './functions.ts';
import { Kind } from './words.ts';

export const isFunction = (kind: Kind | -1): boolean =>
  kind === Kind.function || kind === Kind.info || kind === Kind.delay || kind === Kind.system || kind === Kind.if;
export const isConstant = (kind: Kind | -1): boolean =>
  kind === Kind.number || kind === Kind.string || kind === Kind.constant || kind === Kind.variable;
export const isEnd = (kind: Kind | -1): boolean => kind === -1 || kind === Kind.comment || kind === Kind.semicolon;
const isPrefix = (kind: Kind | -1): boolean =>
  kind === Kind.parenthesis || kind === Kind.not || kind === Kind.arithmetic || kind === Kind.bracket || kind === Kind.all;

/** Signs before an operand, such as `not (` or `-`: at most as many as somebody writes to confuse a filter. */
const maxPrefixes = 30;
export function skipPrefixes(tokens: Sequence, from: number): number {
  let at = from;
  while (at < from + maxPrefixes && isPrefix(tokens.kind(at))) at++;
  return at;
}

/** Whether a function is called: its word and a parenthesis. */
export const isCall = (tokens: Sequence, at: number): boolean => {
  const kind = tokens.kind(at);
  return tokens.kind(at + 1) === Kind.parenthesis && (isFunction(kind) || (kind === Kind.word && isNative(tokens.text(at))));
};
export const isWordCall = (tokens: Sequence, at: number): boolean =>
  tokens.kind(at) === Kind.word && tokens.kind(at + 1) === Kind.parenthesis && tokens.isJoined(at);

/** Between two quoted words of a sentence is a string that isn't one: `the 'or' and the 'and' operator`. */
export const isProse = (tokens: Sequence, at: number): boolean =>
  tokens.kind(at) === Kind.string && /^. +\p{L}.* .$/u.test(tokens.text(at).slice(0, 200));

/** A string that is JSON: queries take documents from columns, so a constant one is there to make a condition true. */
export const isJsonString = (tokens: Sequence, at: number): boolean =>
  tokens.kind(at) === Kind.string && /^['"]\s*[[{]/.test(tokens.text(at));

/** A string without an end is one in an attack only if nothing like a sentence follows: `'or' is a word`. */
export function isShort(tokens: Sequence, at: number): boolean {
  if (tokens.kind(at) !== Kind.open) return false;
  const text = tokens.text(at).slice(0, 80);
  return !isSentence(text) && !/^.[^\S\r\n]*\p{L}[^'"]* [^'"]*$/u.test(text) && !/^. +\p{L}/u.test(text);
}

/** The end of an operand, from its first token: a constant, a name, `a.b`, a call or what is in parentheses (at most 60 tokens). */
export function skipOperand(tokens: Sequence, from: number): number {
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
export function skipRest(tokens: Sequence, from: number): number {
  let at = from;
  for (let steps = 0; steps < 20; steps++) {
    const kind = tokens.kind(at);
    if (kind === Kind.closing || kind === Kind.bracket) at++;
    else if (kind === Kind.arithmetic && tokens.kind(at + 1) === Kind.open) return at + 1;
    else if (kind === Kind.arithmetic && (isConstant(tokens.kind(at + 1)) || isCall(tokens, at + 1))) at = skipOperand(tokens, at + 1);
    else break;
  }
  return at;
}

/** Whether a condition stands where the value left its quotes: only closing parentheses are before it. */
export function isAtTail(tokens: Sequence, at: number): boolean {
  if (tokens.context === 'bare') return false;
  let before = at - 1;
  while (tokens.kind(before) === Kind.closing) before--;
  return before === -1;
}

/** Whether what is before a token is one value, as in `1 or …`; a comparison before it is arithmetic: `5 < 6 and 7 > 3`. */
export function isAfterValue(tokens: Sequence, at: number): boolean {
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

/** Whether a function belongs to an object: `fs.readfile(`, `thread.sleep(`. */
export const isMethod = (tokens: Sequence, at: number): boolean =>
  tokens.kind(at - 1) === Kind.dot && !/^(?:utl|dbms)_/.test(tokens.text(at - 2));
