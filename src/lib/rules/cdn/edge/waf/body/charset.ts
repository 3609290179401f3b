type Decode = (bytes: Uint8Array) => string;

const utf8 = new TextDecoder();
/** UTF-8 as browsers read it; a byte order mark isn't part of the text. */
export const decodeUtf8: Decode = (bytes) => utf8.decode(bytes);

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, littleEndian);
    if (code !== 0xfeff || at > 0) text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

/** UTF-16 and UTF-32 without a byte order: some origins read the low byte first, some the high byte. */
const orders: Readonly<Record<string, readonly string[]>> = { 'utf-16': ['utf-16le', 'utf-16be'], 'utf-32': ['utf-32le', 'utf-32be'] };

function findDecoder(label: string): Decode | null {
  if (label === 'utf-32le' || label === 'utf-32be') return (bytes) => decodeUtf32(bytes, label === 'utf-32le');
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** @returns the decoders of a charset (WHATWG Encoding, and UTF-32); null: unknown, such as UTF-7 */
export function findDecoders(charset: string): Decode[] | null {
  const label = charset
    .trim()
    .replace(/^'(.*)'$/, '$1')
    .toLowerCase();
  const made = (orders[label] ?? [label]).map(findDecoder);
  return made.every((one) => one !== null) ? made : null;
}

/** The encoding by a byte order mark, or by the zeros around a first ASCII character (RFC 4627 section 3). */
function detected([a, b, c, d]: Uint8Array): string {
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0) return (c === 0xfe && d === 0xff) || (c === 0 && d !== 0) ? 'utf-32be' : '';
  if (a === 0 && c === 0) return 'utf-16be';
  if (b === 0 && d === 0) return c === 0 ? 'utf-32le' : 'utf-16le';
  return '';
}

/**
 * The texts that origins may read in these bytes: most ignore a declared charset, so UTF-8 is always among them.
 * @param charset the declared one; empty: none
 * @returns null: the charset is unknown
 */
export function decodeTexts(bytes: Uint8Array, charset: string): string[] | null {
  const declared = charset === '' ? [] : findDecoders(charset);
  if (!declared) return null;
  const label = detected(bytes);
  const own = label === '' ? null : findDecoder(label);
  return [...new Set([...(own ? [own] : []), decodeUtf8, ...declared].map((decode) => decode(bytes)))];
}

const CHUNK = 8_192;
/** One character per byte, to search bytes with the means of strings. */
export function toBinary(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}
export function toBytes(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Percent escapes as bytes; invalid ones stay. */
export const unescaped = (binary: string): string =>
  binary.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
