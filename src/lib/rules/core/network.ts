import { ipv6Groups, plainIpv4 } from './ip.ts';
import { prepared } from './prepared.ts';

/** An address or a range: 16-bit words (two for IPv4, eight for IPv6) of which the first `bits` count. */
export interface Network {
  words: readonly number[];
  bits: number;
}

/** An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) is the IPv4 address, so that a rule for one applies to both. */
function wordsOf(text: string): { words: number[]; shift: number } | null {
  if (plainIpv4(text)) {
    const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
    return { words: [a * 256 + b, c * 256 + d], shift: 0 };
  }
  const words = ipv6Groups(text);
  if (!words) return null;
  const isMapped = words[5] === 0xffff && words.slice(0, 5).every((word) => word === 0);
  return isMapped ? { words: words.slice(6), shift: 96 } : { words, shift: 0 };
}

/** `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32` (RFC 4632, RFC 4291 section 2.3). Bits of the host part don't count. Null: neither. */
export function parseNetwork(text: string): Network | null {
  const slash = text.indexOf('/');
  const address = wordsOf((slash < 0 ? text : text.slice(0, slash)).trim());
  if (!address) return null;
  const size = address.words.length * 16;
  if (slash < 0) return { words: address.words, bits: size };
  const prefix = text.slice(slash + 1).trim();
  if (!/^\d{1,3}$/.test(prefix)) return null;
  const bits = Number(prefix) - address.shift;
  return bits >= 0 && bits <= size ? { words: address.words, bits } : null;
}

/** Whether `inner` is completely inside `outer`. An address is a network of one. */
export function covers(outer: Network, inner: Network): boolean {
  if (outer.words.length !== inner.words.length || outer.bits > inner.bits) return false;
  for (let bit = 0, i = 0; bit < outer.bits; bit += 16, i++) {
    const shift = Math.max(0, 16 - (outer.bits - bit));
    if ((outer.words[i] ?? 0) >> shift !== (inner.words[i] ?? 0) >> shift) return false;
  }
  return true;
}

/** The ranges of a list, parsed once. Null: invalid. */
export const networksOf = prepared((list: readonly string[]) => list.map(parseNetwork));

/** Whether the address `inner` is in the range `text`. */
export function isIn(text: string, inner: Network | null): boolean {
  const outer = inner && parseNetwork(text);
  return !!outer && covers(outer, inner);
}

/** `AS64511`, `as 64511`, `64511` → 64511; null: invalid (RFC 6793: 32 bits). */
export function parseAsn(text: string): number | null {
  const [, digits] = /^\s*(?:as)?\s?(\d{1,10})\s*$/i.exec(text) ?? [];
  const number = Number(digits);
  return digits !== undefined && number <= 4_294_967_295 ? number : null;
}
