import { Kind, wordKinds } from './words.ts';

/** The tokens of a text, each with its place. The arrays are reused: only one text is read at a time. */
export interface Tokens {
  text: string;
  count: number;
  kinds: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** Code that only MySQL executes: a comment that starts with `/*!` and a version. */
  isVersioned: boolean;
  /** Whether the text has a sentence; null: nothing has asked yet. */
  hasSentence: boolean | null;
}

const tokens: Tokens = {
  text: '',
  count: 0,
  kinds: new Uint8Array(1024),
  starts: new Int32Array(1024),
  ends: new Int32Array(1024),
  isVersioned: false,
  hasSentence: null,
};

function grow(): void {
  const size = tokens.kinds.length * 2;
  const larger = { kinds: new Uint8Array(size), starts: new Int32Array(size), ends: new Int32Array(size) };
  larger.kinds.set(tokens.kinds);
  larger.starts.set(tokens.starts);
  larger.ends.set(tokens.ends);
  Object.assign(tokens, larger);
}

function push(kind: Kind, start: number, end: number): number {
  if (tokens.count === tokens.kinds.length) grow();
  tokens.kinds[tokens.count] = kind;
  tokens.starts[tokens.count] = start;
  tokens.ends[tokens.count++] = end;
  return end;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Letters, `_`, `$` and everything that isn't ASCII. */
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || code === 95 || code === 36 || code > 0xa0;
const isHex = (code: number): boolean => isDigit(code) || (code >= 97 && code <= 102);

/** `1`, `1.5`, `1e3`, `0x41`, and `1.e`, which MySQL reads as a number before a word. */
function readNumber(text: string, start: number): number {
  let at = start;
  if (text.charCodeAt(at) === 48 && text.charCodeAt(at + 1) === 120) {
    for (at += 2; isHex(text.charCodeAt(at)); at++);
    return at;
  }
  while (isDigit(text.charCodeAt(at))) at++;
  const hasDot = text.charCodeAt(at) === 46;
  if (hasDot) for (at++; isDigit(text.charCodeAt(at)); at++);
  if (text.charCodeAt(at) !== 101) return at;
  const sign = text.charCodeAt(at + 1);
  const exponent = sign === 43 || sign === 45 ? at + 2 : at + 1;
  if (isDigit(text.charCodeAt(exponent))) {
    for (at = exponent; isDigit(text.charCodeAt(at)); at++);
    return at;
  }
  return hasDot && !isLetter(sign) ? at + 1 : at;
}

function readWord(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); isLetter(code) || isDigit(code); code = text.charCodeAt(at)) at++;
  return push(at - start > 30 ? Kind.word : (wordKinds.get(text.slice(start, at)) ?? Kind.word), start, at);
}

const operators: readonly (readonly [string, Kind])[] = [
  ['->>', Kind.json],
  ['->', Kind.json],
  ['#>>', Kind.json],
  ['#>', Kind.json],
  ['#-', Kind.json],
  ['@>', Kind.json],
  ['@?', Kind.json],
  ['@@ ', Kind.json],
  ['<@', Kind.json],
  ['?|', Kind.json],
  ['?&', Kind.json],
  ['?', Kind.json],
  ['<=>', Kind.compare],
  ['<<', Kind.arithmetic],
  ['>>', Kind.arithmetic],
  ['<=', Kind.compare],
  ['>=', Kind.compare],
  ['<>', Kind.compare],
  ['!=', Kind.compare],
  ['^=', Kind.compare],
  ['!<', Kind.compare],
  ['!>', Kind.compare],
  ['==', Kind.compare],
  ['!~', Kind.compare],
  ['=', Kind.compare],
  ['<', Kind.compare],
  ['>', Kind.compare],
  ['||', Kind.logic],
  ['&&', Kind.logic],
  ['::', Kind.cast],
  [':=', Kind.compare],
  ['#', Kind.comment],
  ['*/', Kind.commentEnd],
  ['+', Kind.arithmetic],
  ['-', Kind.arithmetic],
  ['*', Kind.arithmetic],
  ['/', Kind.arithmetic],
  ['%', Kind.arithmetic],
  ['^', Kind.arithmetic],
  ['|', Kind.arithmetic],
  ['&', Kind.arithmetic],
  ['~', Kind.arithmetic],
  ['!', Kind.not],
  ['(', Kind.parenthesis],
  [')', Kind.closing],
  [',', Kind.comma],
  [';', Kind.semicolon],
  ['.', Kind.dot],
  ["'", Kind.single],
  ['"', Kind.double],
  ['`', Kind.backtick],
  ['\\', Kind.backslash],
  ['[', Kind.bracket],
  [']', Kind.bracket],
  ['{', Kind.bracket],
  ['}', Kind.bracket],
];
/** By the code of their first character, the longest first. */
const byFirst: (readonly (readonly [string, Kind])[])[] = Array.from({ length: 128 }, (_, code) =>
  operators.filter(([sign]) => sign.charCodeAt(0) === code),
);

function readOperator(text: string, start: number, code: number): number {
  for (const [sign, kind] of byFirst[code] ?? [])
    if (sign.length === 1 || text.startsWith(sign, start)) return push(kind, start, start + sign.length);
  return code === 64 ? readVariable(text, start) : push(Kind.other, start, start + 1); // @
}

/** A variable: `@a`, `@@version`, `@.`. */
function readVariable(text: string, start: number): number {
  let at = start + 1;
  if (text.charCodeAt(at) === 64) at++;
  const from = at;
  for (let code = text.charCodeAt(at); isLetter(code) || isDigit(code) || code === 46; code = text.charCodeAt(at)) at++;
  return push(at > from ? Kind.variable : Kind.other, start, at);
}

/** The start of a comment; of one that MySQL executes, only its sign is skipped. */
function readComment(text: string, start: number): number {
  if (text.charCodeAt(start + 2) !== 33) return push(Kind.commentStart, start, start + 2);
  let at = start + 3;
  while (at < start + 9 && isDigit(text.charCodeAt(at))) at++;
  if (at >= start + 7) tokens.isVersioned = true;
  return at;
}

/** `--`. Without a space after it, MySQL reads two signs. */
function readDashes(text: string, start: number): number {
  const next = text.charCodeAt(start + 2);
  return push(next > 32 && next !== 45 && next !== 43 ? Kind.arithmetic : Kind.comment, start, start + 2);
}

/** Divides a text into tokens, for all contexts: which quotes belong together is decided by `arrange`. @param text in lower case */
export function tokenize(text: string): Tokens {
  tokens.text = text;
  tokens.count = 0;
  tokens.isVersioned = false;
  tokens.hasSentence = null;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code <= 32 || (code >= 0x7f && code <= 0xa0)) at++;
    else if (isLetter(code)) at = readWord(text, at);
    else if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(at + 1)))) at = push(Kind.number, at, readNumber(text, at));
    else if (code === 47 && text.charCodeAt(at + 1) === 42) at = readComment(text, at);
    else if (code === 96 && text.startsWith('```', at))
      at = push(Kind.other, at, at + 3); // code in Markdown
    else if (code === 45 && text.charCodeAt(at + 1) === 45) at = readDashes(text, at);
    else at = readOperator(text, at, code);
  }
  return tokens;
}
