import type { Reading, Unread } from './reading.ts';

const maxDepth = 100;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', '/': '/' };
const literal = /-?(?:\d[\d.eE+-]*|Infinity)|NaN|true|false|null/y;
/** Also the byte order mark and the separator of RFC 7464. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separator is one
const space = /[\s\ufeff\u001e]*/y;

/** Ends the reading: at the end of the text, or where it isn't JSON. */
class Stop extends Error {
  override readonly cause: Unread | null;
  constructor(cause: Unread | null) {
    super();
    this.cause = cause;
  }
}

/** Made once: the stack of a new one takes longer than reading a short text. */
const stops = { json: new Stop('json'), depth: new Stop('depth'), end: new Stop(null) };

const decodeEscapes = (raw: string): string =>
  raw.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]?))/g, (_, hex: string | undefined, char = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    const meant = escapes[char];
    if (meant === undefined && char !== '') throw stops.json; // some origins read `\x3c`, others refuse it
    return meant ?? '';
  });

class Reader {
  readonly #text: string;
  readonly #isPartial: boolean;
  readonly #into: Reading;
  readonly #names = new Set<string>();
  #at = 0;

  constructor(text: string, isPartial: boolean, into: Reading) {
    this.#text = text;
    this.#isPartial = isPartial;
    this.#into = into;
  }

  /** Any number of values: NDJSON, and what origins read that take only the first one. */
  run(): void {
    for (this.#skip(); this.#at < this.#text.length; this.#skip()) this.#value('', 0);
  }

  #skip(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (Number.isNaN(code) || (code > 0x20 && code < 0x80)) return;
    space.lastIndex = this.#at;
    space.test(this.#text);
    this.#at = space.lastIndex;
  }

  /** The next character after white space. */
  #next(): string {
    this.#skip();
    const char = this.#text[this.#at];
    return char ?? this.#fail();
  }

  #fail(): never {
    throw this.#isPartial && this.#at >= this.#text.length ? stops.end : stops.json;
  }

  #value(path: string, depth: number): void {
    if (depth > maxDepth) throw stops.depth;
    const char = this.#next();
    if (char === '"') this.#into.add('parameter', path, this.#string());
    else if (char === '{' || char === '[') this.#list(char === '{' ? '}' : ']', path, depth);
    else this.#literal(path);
  }

  #literal(path: string): void {
    literal.lastIndex = this.#at;
    const [text = ''] = literal.exec(this.#text) ?? [];
    this.#at += text.length;
    if (text === '') {
      // The end may be inside of a word.
      if (this.#isPartial && /^[-\w]{1,9}$/.test(this.#text.slice(this.#at, this.#at + 10))) this.#at = this.#text.length;
      this.#fail();
    }
    this.#into.add('parameter', path, text);
  }

  /** An object or an array. Many origins accept a comma before its end. */
  #list(end: string, path: string, depth: number): void {
    this.#at++;
    while (this.#next() !== end) {
      this.#value(end === '}' ? this.#name(path) : `${path}[]`, depth + 1);
      if (this.#next() === ',') this.#at++;
      else if (this.#next() !== end) this.#fail();
    }
    this.#at++;
  }

  #name(path: string): string {
    if (this.#next() !== '"') this.#fail();
    const name = this.#string();
    if (this.#next() !== ':') this.#fail();
    this.#at++;
    const whole = (path === '' ? name : `${path}.${name}`).slice(0, 200);
    // What an operator does depends on its field; other names are judged once.
    if (name.startsWith('$') || !this.#names.has(name)) this.#into.add('parameterName', whole, name);
    this.#names.add(name);
    return whole;
  }

  #string(): string {
    const text = this.#text;
    const start = ++this.#at;
    let isEscaped = false;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 34) break;
      if (Number.isNaN(code)) {
        if (!this.#isPartial) this.#fail();
        break;
      }
      if (code === 92) isEscaped = true;
      this.#at += code === 92 ? 2 : 1;
    }
    const isOpen = this.#at >= text.length;
    const raw = text.slice(start, this.#at++);
    if (!isEscaped) return raw;
    return decodeEscapes(isOpen ? raw.replace(/\\(?:u[0-9a-f]{0,3})?$/i, '') : raw);
  }
}

/**
 * Reads JSON (RFC 8259): escapes are decoded, names are paths such as `items[].name`, and repeated names are all read. Also accepts what
 * many origins do: several values, a comma before the end of a list, control characters in strings, `NaN`.
 * @param isPartial the text may end anywhere
 * @returns why it can't be read; what was read before is in `into`
 */
export function readJson(text: string, isPartial: boolean, into: Reading): Unread | null {
  try {
    new Reader(text, isPartial, into).run();
    return null;
  } catch (error) {
    if (error instanceof Stop) return error.cause;
    throw error;
  }
}

/** Whether origins that don't ask for a content type would take it for JSON. */
export const looksLikeJson = (text: string): boolean => /^[\s\ufeff]{0,100}[[{]/.test(text);
