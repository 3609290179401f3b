import { latinDigits } from '../../format/digits.ts';
import { type Fault, fault, isFault } from './fault.ts';
import { canonicalIpv6, hasPort, ipv6Groups, plainIpv4, typedAddress } from './ipText.ts';
import { prepared } from './prepared.ts';

/** An address or a range: 16-bit words (two for IPv4, eight for IPv6) of which the first `bits` count. */
export interface Network {
  words: readonly number[];
  bits: number;
}

/** An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) is the IPv4 address, so that a rule for one applies to both. */
function parseAddressWords(text: string): { words: number[]; shift: number } | null {
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
  const address = parseAddressWords((slash < 0 ? text : text.slice(0, slash)).trim());
  if (!address) return null;
  const size = address.words.length * 16;
  if (slash < 0) return { words: address.words, bits: size };
  const prefix = text.slice(slash + 1).trim();
  if (!/^\d{1,3}$/.test(prefix)) return null;
  const bits = Number(prefix) - address.shift;
  return bits >= 0 && bits <= size ? { words: address.words, bits } : null;
}

/** A single address, as programs write it. Null: it isn't one. */
export const parseAddress = (text: string): Network | null => (text.includes('/') ? null : parseNetwork(text));

/** The canonical form of an address, by its words. */
export function addressText(words: readonly number[]): string {
  if (words.length === 2) return words.flatMap((word) => [word >> 8, word & 255]).join('.');
  return canonicalIpv6(words.map((word) => word.toString(16)).join(':')) ?? ''; // eight groups of four digits are always an address
}

/** The same network with its host bits cleared. */
const firstWords = ({ words, bits }: Network): number[] =>
  words.map((word, index) => {
    const free = Math.min(16, Math.max(0, (index + 1) * 16 - bits));
    return (word >> free) << free;
  });

/** An address or a range that a person typed. */
export interface TypedNetwork {
  /** Canonical, so that equal ones are equal strings: an address, or a range as `192.0.2.0/24`. */
  text: string;
  family: 'ipv4' | 'ipv6';
  /** With the host bits cleared. */
  network: Network;
  /** A single address, also as `/32` or `/128`. */
  isAddress: boolean;
  /** What was changed about it: host bits were cleared. Null: nothing. */
  notice: Fault | null;
}

/** The words of an address, and how many bits of a prefix belong to the mapping in front of them; or why it isn't one. */
function readWords(text: string): { words: number[]; shift: number } | Fault {
  if (hasPort(text)) return fault('address:error.port');
  const [, inner = text] = /^\[([^\]]*)\]$/.exec(text) ?? [];
  const words = parseAddressWords(inner);
  if (words) return words;
  if (text.includes('%')) return fault('address:error.scope');
  if (text.includes('-')) return fault('address:error.fromTo', { value: text });
  if (/^\d+(\.\d+){3}$/.test(text)) {
    const parts = text.split('.');
    const large = parts.find((part) => Number(part) > 255);
    if (large !== undefined) return fault('address:error.octet', { part: large });
    return fault('address:error.leadingZero', { part: parts.find((part) => /^0\d/.test(part)) ?? text });
  }
  return fault('address:error.ip', { value: text });
}

/**
 * Reads an IPv4 or IPv6 address, or a range in CIDR notation (RFC 4632, RFC 4291 section 2.3), as a person typed it: the one reader
 * for every form and call. Host bits are cleared, as AWS does for security groups and subnets, with a notice; docs/decisions/0049.
 */
export function readNetwork(input: string): TypedNetwork | Fault {
  const text = typedAddress(input);
  if (text === '') return fault('address:error.required');
  const slash = text.indexOf('/');
  const address = readWords((slash < 0 ? text : text.slice(0, slash)).trim());
  if (isFault(address)) return address;
  const { words, shift } = address;
  const size = words.length * 16;
  const prefix = slash < 0 ? String(size + shift) : text.slice(slash + 1).trim();
  const bits = Number(prefix) - shift;
  if (!/^\d{1,3}$/.test(prefix) || bits < 0 || bits > size) return fault('address:error.prefix', { prefix, min: shift, max: size + shift });
  const network = { words: firstWords({ words, bits }), bits };
  const isAddress = bits === size;
  const range = isAddress ? addressText(words) : `${addressText(network.words)}/${bits}`;
  const isChanged = network.words.some((word, index) => word !== words[index]);
  return {
    text: range,
    family: words.length === 2 ? 'ipv4' : 'ipv6',
    network,
    isAddress,
    notice: isChanged ? fault('address:notice.hostBits', { value: text, range, address: addressText(words) }) : null,
  };
}

/** As `readNetwork`, for a single address. */
export function readAddress(input: string): TypedNetwork | Fault {
  const read = readNetwork(input);
  return isFault(read) || read.isAddress ? read : fault('address:error.single');
}

/** Whether a range is every address of its version: `0.0.0.0/0` and `::/0`. */
export const isEverywhere = ({ bits }: Network): boolean => bits === 0;

/**
 * What to point out about a typed range that is accepted: it lets everyone in, or its host bits are cleared. Null: nothing.
 * @param opens what is in the range gets access that others don't
 */
export function networkNotice(input: string, opens: boolean): Fault | null {
  const read = readNetwork(input);
  if (isFault(read)) return null;
  return opens && isEverywhere(read.network) ? fault('address:warning.everywhere', { value: read.text }) : read.notice;
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
export const compileNetworks = prepared((list: readonly string[]) => list.map(parseNetwork));

/** Whether the address `inner` is in the range `text`. */
export function isIn(text: string, inner: Network | null): boolean {
  const outer = inner && parseNetwork(text);
  return !!outer && covers(outer, inner);
}

/** `AS64511`, `as 64511`, `64511` → 64511; null: invalid (RFC 6793: 32 bits). */
export function parseAsn(text: string): number | null {
  const [, digits] = /^\s*(?:as)?\s?(\d{1,10})\s*$/i.exec(latinDigits(text)) ?? [];
  const number = Number(digits);
  return digits !== undefined && number <= 4_294_967_295 ? number : null;
}
