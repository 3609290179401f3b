/*
 * Text in records (TXT, URI, strings of CAA and NAPTR) is bytes; a form shows characters. `content` holds:
 *   - valid UTF-8, as characters;
 *   - every other byte, and control characters (0-31, 127), as `\DDD`, three decimal digits;
 *   - a backslash as itself, unless three digits up to 255 follow it: then as `\092`, so that reading back is unambiguous.
 * `contentOf(bytesOf(x))` is the canonical form of x, and `bytesOf(contentOf(b))` equals b for all bytes.
 */

const backslash = 92;
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;

/** The byte of the three digits at `at`, or -1 when they aren't one. */
function tripleAt(codeAt: (index: number) => number | undefined, at: number): number {
  const [a, b, c] = [codeAt(at), codeAt(at + 1), codeAt(at + 2)];
  if (a === undefined || b === undefined || c === undefined || !isDigit(a) || !isDigit(b) || !isDigit(c)) return -1;
  const value = (a - 48) * 100 + (b - 48) * 10 + (c - 48);
  return value <= 255 ? value : -1;
}

const ddd = (byte: number): string => `\\${String(byte).padStart(3, '0')}`;

/** Length of the valid UTF-8 sequence that starts at `at` (RFC 3629), or 0. */
function sequenceLength(bytes: ArrayLike<number>, at: number): number {
  const lead = bytes[at] ?? 0;
  const size = lead < 0x80 ? 1 : lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  for (let i = 1; i < size; i++) {
    const byte = bytes[at + i] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  const second = bytes[at + 1] ?? 0;
  const bad =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  return bad ? 0 : size;
}

function codePointAt(bytes: ArrayLike<number>, at: number, size: number): number {
  let code = size === 1 ? (bytes[at] ?? 0) : (bytes[at] ?? 0) & (0x7f >> size);
  for (let i = 1; i < size; i++) code = (code << 6) | ((bytes[at + i] ?? 0) & 0x3f);
  return code;
}

/** Bytes → content, as described at the top of this file. Never fails. */
export function decodeContent(bytes: ArrayLike<number>): string {
  let content = '';
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i] ?? 0;
    const size = sequenceLength(bytes, i);
    if (size === 0 || byte < 32 || byte === 127) {
      content += ddd(byte);
      i++;
    } else if (byte === backslash) {
      content += tripleAt((n) => bytes[n], i + 1) < 0 ? '\\' : '\\092';
      i++;
    } else {
      content += String.fromCodePoint(codePointAt(bytes, i, size));
      i += size;
    }
  }
  return content;
}

const encoder = new TextEncoder();

/** Content → bytes. A lone surrogate, which UTF-8 can't encode, becomes U+FFFD: check `isWellFormed()` first. */
export function textBytes(content: string): Uint8Array {
  if (!content.includes('\\')) return encoder.encode(content);
  const bytes: number[] = [];
  let from = 0;
  for (let i = content.indexOf('\\'); i >= 0; i = content.indexOf('\\', i)) {
    const value = tripleAt((n) => (n < content.length ? content.charCodeAt(n) : undefined), i + 1);
    if (value < 0) i++;
    else {
      push(bytes, encoder.encode(content.slice(from, i)));
      bytes.push(value);
      i += 4;
      from = i;
    }
  }
  push(bytes, encoder.encode(content.slice(from)));
  return Uint8Array.from(bytes);
}

function push(into: number[], bytes: ArrayLike<number>): void {
  for (let i = 0; i < bytes.length; i++) into.push(bytes[i] ?? 0);
}

/** Bytes → one quoted string of a zone file, plain ASCII (RFC 1035 section 5.1). The caller limits it to 255 bytes if required. */
export function quote(bytes: ArrayLike<number>): string {
  let text = '"';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 32 || byte > 126) text += ddd(byte);
    else if (byte === 34 || byte === backslash) text += `\\${String.fromCharCode(byte)}`;
    else text += String.fromCharCode(byte);
  }
  return `${text}"`;
}

/**
 * A word of a zone file, without its quotes → bytes, appended to `into`. `\DDD` is a byte and `\X` is X (RFC 1035 section 5.1).
 * @returns false for an invalid escape such as `\25` or `\999`
 */
export function unescapeTo(raw: string, into: number[]): boolean {
  if (!raw.includes('\\')) {
    push(into, encoder.encode(raw));
    return true;
  }
  let from = 0;
  for (let i = raw.indexOf('\\'); i >= 0; i = raw.indexOf('\\', from)) {
    push(into, encoder.encode(raw.slice(from, i)));
    if (isDigit(raw.charCodeAt(i + 1))) {
      const value = tripleAt((n) => (n < raw.length ? raw.charCodeAt(n) : undefined), i + 1);
      if (value < 0) return false;
      into.push(value);
      from = i + 4;
    } else {
      const next = raw.codePointAt(i + 1);
      if (next === undefined) return false;
      const char = String.fromCodePoint(next);
      push(into, encoder.encode(char));
      from = i + 1 + char.length;
    }
  }
  push(into, encoder.encode(raw.slice(from)));
  return true;
}
