import { isSentence } from '../sentence.ts';
import type { Tokens } from './lexer.ts';
import { Kind } from './words.ts';

/** Where in a query the value is: outside of quotes, or inside of them. */
export type Context = 'bare' | 'single' | 'double' | 'backtick';
const quoteKinds: Readonly<Record<Context, Kind | null>> = {
  bare: null,
  single: Kind.single,
  double: Kind.double,
  backtick: Kind.backtick,
};

let kinds = new Uint8Array(1024);
let starts = new Int32Array(1024);
let ends = new Int32Array(1024);

/** The tokens of a value in one context: strings are one token, comments none. Sequences share their memory: the last one is valid. */
export class Sequence {
  readonly context: Context;
  count = 0;
  readonly #text: string;
  readonly #tokens: Tokens;
  readonly #kinds: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;

  constructor(tokens: Tokens, context: Context) {
    const { text, count } = tokens;
    this.context = context;
    this.#tokens = tokens;
    this.#text = text;
    if (count > kinds.length) {
      kinds = new Uint8Array(count * 2);
      starts = new Int32Array(count * 2);
      ends = new Int32Array(count * 2);
    }
    this.#kinds = kinds;
    this.#starts = starts;
    this.#ends = ends;
  }

  add(kind: Kind, start: number, end: number): void {
    this.#kinds[this.count] = kind;
    this.#starts[this.count] = start;
    this.#ends[this.count++] = end;
  }

  /** @returns -1: there is no such token */
  kind(at: number): Kind | -1 {
    return at >= 0 && at < this.count ? ((this.#kinds[at] ?? 0) as Kind) : -1; // only kinds are stored
  }

  length(at: number): number {
    return (this.#ends[at] ?? 0) - (this.#starts[at] ?? 0);
  }

  /** The text from one token to another. */
  text(from: number, to = from): string {
    return this.#text.slice(this.#starts[from], this.#ends[Math.min(to, this.count - 1)]);
  }

  /** Whether nothing is between a token and the next one. */
  isJoined(at: number): boolean {
    return this.#ends[at] === this.#starts[at + 1];
  }

  /** Whether a number ends with a letter or is long. */
  isUnusual(at: number): boolean {
    const end = this.#ends[at] ?? 0;
    return this.#text.charCodeAt(end - 1) > 57 || end - (this.#starts[at] ?? 0) > 12;
  }

  /** Whether the text has a sentence: names and functions of databases are then mentioned, not used. */
  isSentence(): boolean {
    this.#tokens.hasSentence ??= isSentence(this.#text);
    return this.#tokens.hasSentence;
  }

  /** Whether only white space follows a token. */
  isLast(at: number): boolean {
    return this.#text.slice(this.#ends[at], (this.#ends[at] ?? 0) + 40).trim() === '';
  }
}

/** The token after the first one of a kind, from a place on; the count if there is none. */
function skipTo(tokens: Tokens, kind: Kind, from: number): number {
  let at = from;
  while (at < tokens.count && tokens.kinds[at] !== kind) at++;
  return Math.min(at + 1, tokens.count);
}

/** The end of a string that starts at a token: two quotes and a quote after a backslash belong to it. @returns -1: it has none */
function findClosing({ kinds, starts, ends, count }: Tokens, start: number): number {
  const quote = kinds[start];
  for (let at = start + 1; at < count; at++) {
    if (kinds[at] === Kind.backslash && ends[at] === starts[at + 1]) at++;
    else if (kinds[at] === quote) {
      if (kinds[at + 1] !== quote || ends[at] !== starts[at + 1] || at + 1 >= count) return at;
      at++;
    }
  }
  return -1;
}

/** The first token after a place in the text. */
function skipUntil({ starts, count }: Tokens, from: number, place: number): number {
  let at = from;
  while (at < count && (starts[at] ?? 0) < place) at++;
  return at;
}

/**
 * Reads the tokens as a database would if the value were in this context: inside of quotes, the value ends the string at its first quote.
 * @returns null: the value can't leave the quotes
 */
export function arrange(tokens: Tokens, context: Context): Sequence | null {
  const sequence = new Sequence(tokens, context);
  const { kinds, starts, ends, count, text } = tokens;
  const outer = quoteKinds[context];
  let at = 0;
  if (outer !== null) {
    at = skipTo(tokens, outer, 0);
    if (kinds[at - 1] !== outer) return null;
  }
  while (at < count) {
    const kind = (kinds[at] ?? 0) as Kind; // only kinds are stored
    const start = starts[at] ?? 0;
    if (kind === Kind.single || kind === Kind.double || kind === Kind.backtick) {
      const end = findClosing(tokens, at);
      if (end < 0) {
        sequence.add(Kind.open, start, text.length);
        return sequence;
      }
      sequence.add(kind === Kind.backtick ? Kind.word : Kind.string, start, ends[end] ?? start);
      at = end + 1;
    } else if (kind === Kind.commentStart) {
      const next = skipTo(tokens, Kind.commentEnd, at + 1);
      if (next === count && kinds[count - 1] !== Kind.commentEnd) sequence.add(Kind.comment, start, text.length);
      at = next;
    } else if (kind === Kind.comment) {
      sequence.add(kind, start, ends[at] ?? start);
      const end = text.indexOf('\n', start);
      at = end < 0 ? count : skipUntil(tokens, at, end);
    } else if (kind === Kind.commentEnd) at++;
    else {
      sequence.add(kind, start, ends[at] ?? start);
      at++;
    }
  }
  return sequence;
}
