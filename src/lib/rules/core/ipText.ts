import { latinDigits } from '../../format/digits.ts';

/** Direction marks and other invisible characters, which are copied along with an address from a page. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Dots and slashes of other keyboards. */
const dots = /[\u066b\u06d4\u3002\uff61]/g;
const slashes = /[\u2044\u2215]/g;

/**
 * An address as a person types or pastes it, in the characters of an address: Persian and Arabic digits, full-width characters and
 * separators, and blanks around it. Zone files and requests don't contain these, and are read without it.
 */
export const typedAddress = (text: string): string =>
  latinDigits(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(invisible, '')
    .replace(dots, '.')
    .replace(slashes, '/')
    .trim();

/** Whether a text is four decimal numbers with dots, in range or not. Distinguishes an address from a host name. */
export const looksLikeIpv4 = (text: string): boolean => /^\d{1,10}(\.\d{1,10}){3}\.?$/.test(text);

/** Whether a text consists of hexadecimal groups with colons, in brackets or not. Distinguishes an address from a host name. */
export const looksLikeIpv6 = (text: string): boolean => /^\[?[0-9a-f]*:[0-9a-f:.]*\]?$/i.test(text);

/** Whether a text is meant as an address, valid or not: digits with dots, or groups with colons. */
export const isMeantAsAddress = (text: string): boolean => /^[\d.]+$/.test(text) || looksLikeIpv6(text);

/** Whether an address is followed by a port, as in `192.0.2.1:80` and `[2001:db8::1]:443`. */
export const hasPort = (text: string): boolean => /^(?:\[[^\]]*\]|[\d.]+):\d*$/.test(text) && (text.startsWith('[') || text.includes('.'));

/** Fast path for zone files: exactly a strict address, by character codes. */
export function plainIpv4(text: string): boolean {
  const length = text.length;
  if (length < 7 || length > 15) return false;
  let dots = 0;
  let value = -1;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === 46) {
      if (value < 0 || ++dots > 3) return false;
      value = -1;
    } else {
      const digit = code - 48;
      if (digit < 0 || digit > 9 || value === 0) return false;
      value = value < 0 ? digit : value * 10 + digit;
      if (value > 255) return false;
    }
  }
  return dots === 3 && value >= 0;
}

/** The eight 16-bit groups of an IPv6 address in any form, for arithmetic; null when it isn't one. */
export const ipv6Groups = (text: string): number[] | null => (readGroups(text) ? Array.from(groups) : null);

/** IPv6 in any form of RFC 4291 section 2.2 → the form of RFC 5952; null when it isn't one. */
export function canonicalIpv6(text: string): string | null {
  if (!readGroups(text)) return null;
  const canonical = writeGroups();
  // Returns the input string: the equal new one would keep its parts in memory.
  return canonical === text ? text : canonical;
}

/** Reused for each address: a zone file may have a hundred thousand. */
const groups = new Uint16Array(8);

/** Parses an address into `groups`. @returns false when it is invalid */
function readGroups(text: string): boolean {
  const length = text.length;
  if (length < 2 || length > 45) return false;
  let count = 0;
  let gap = -1;
  let i = 0;
  if (text.charCodeAt(0) === 58) {
    if (text.charCodeAt(1) !== 58) return false;
    gap = 0;
    i = 2;
  }
  while (i < length) {
    const start = i;
    let value = 0;
    let code = 0;
    for (; i < length; i++) {
      code = text.charCodeAt(i);
      const digit =
        code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : code >= 65 && code <= 70 ? code - 55 : -1;
      if (digit < 0) break;
      value = value * 16 + digit;
    }
    if (i < length && code === 46) {
      const tail = text.slice(start);
      if (count > 6 || !plainIpv4(tail)) return false;
      const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number);
      groups[count++] = a * 256 + b;
      groups[count++] = c * 256 + d;
      break;
    }
    if (i === start || i - start > 4 || count === 8) return false;
    groups[count++] = value;
    if (i === length) break;
    if (code !== 58) return false;
    i++;
    if (text.charCodeAt(i) === 58) {
      if (gap >= 0) return false;
      gap = count;
      i++;
    } else if (i === length) return false;
  }
  if (gap < 0) return count === 8;
  if (count > 7) return false;
  groups.copyWithin(8 - (count - gap), gap, count);
  groups.fill(0, gap, 8 - (count - gap));
  return true;
}

/** RFC 5952 section 4: the longest run of at least two zero groups is `::`, the first of equals; section 5 for IPv4-mapped. */
function writeGroups(): string {
  let best = -1;
  let bestSize = 1;
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && groups[end] === 0) end++;
    if (end - i > bestSize) {
      best = i;
      bestSize = end - i;
    }
    if (end > i) i = end;
  }
  if (best === 0 && bestSize === 5 && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return `::ffff:${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  let text = '';
  for (let i = 0; i < 8; i++) {
    if (i === best) {
      text += '::';
      i += bestSize - 1;
    } else text += `${text === '' || text.endsWith(':') ? '' : ':'}${(groups[i] ?? 0).toString(16)}`;
  }
  return text;
}
