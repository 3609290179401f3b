import { decodePercent } from '../normalize.ts';
import { toBytes } from './charset.ts';

/** Shorter texts contain no attack. */
export const minLength = 16;
const alphabet = /^[A-Za-z0-9+/_-]*={0,2}$/;
const prefix = /^(?:basic |bearer |data:[\w/+.;=-]{0,80};base64,)/i;
/** Serialized objects of Java, .NET and Python; compressed data. */
const headers = ['\xac\xed\x00\x05', '\x00\x01\x00\x00\x00\xff\xff\xff\xff', '\x80\x03', '\x80\x04', '\x80\x05', '\x1f\x8b\x08'];
const strict = new TextDecoder('utf-8', { fatal: true });

/** @returns null: it has control characters, or isn't UTF-8 */
function readText(binary: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what texts don't have
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(binary)) return null;
  if (/^[\x20-\x7e\s]*$/.test(binary)) return binary;
  try {
    return strict.decode(toBytes(binary));
  } catch {
    return null;
  }
}

const decode = (text: string): string => atob(text.length % 4 === 1 ? text.slice(0, -1) : text);

/**
 * What a text that is probably base64 contains. Words, identifiers and hashes have its alphabet too, but what they contain is noise.
 * @returns a text; or one character per byte, of a known format; null: it's probably no base64
 */
export function decodeBase64(encoded: string): string | null {
  if (encoded.length < minLength) return null;
  const text = (encoded.includes('%') ? decodePercent(encoded) : encoded).replace(prefix, '');
  if (text.length < minLength || !alphabet.test(text)) return null;
  const clean = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const start = decode(clean.slice(0, 20));
  const isKnown = headers.some((header) => start.startsWith(header));
  // The last characters may be a part of one.
  if (!isKnown && readText(start.replace(/[\x80-\xff]+$/, '')) === null) return null;
  const binary = decode(clean);
  return isKnown ? binary : readText(binary);
}

/** The header and the claims of a JSON Web Token (RFC 7519). @returns null: it's none */
export function decodeToken(text: string): string[] | null {
  if (!/^(?:bearer )?eyj/i.test(text)) return null;
  const [header = '', claims = '', , ...more] = text.replace(prefix, '').split('.');
  const decoded = [decodeBase64(header), decodeBase64(claims)].filter((one) => one !== null);
  return more.length > 2 || decoded.length === 0 ? null : decoded;
}
