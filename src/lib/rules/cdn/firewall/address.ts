import { latinDigits } from '../../../format/digits.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { checkIpv6, plainIpv4 } from '../../core/ip.ts';
import { parseNetwork } from '../../core/network.ts';

/** Maximum addresses per group. */
export const maxAddresses = 1000;
/** Maximum length of an address with its prefix, with room for surrounding spaces. */
export const maxAddressLength = 80;

const bitsOf = { 4: 32, 6: 128 } as const;

/** An address without its prefix length. An IPv4-mapped IPv6 address is the IPv4 address (RFC 4291 section 2.5.5.2). */
function checkAddress(text: string): { text: string; version: 4 | 6; mapped: boolean } | Fault {
  if (plainIpv4(text)) return { text, version: 4, mapped: false };
  const ipv6 = checkIpv6(text);
  if (!isFault(ipv6)) {
    const mapped = /^::ffff:([\d.]+)$/.exec(ipv6)?.[1];
    return mapped ? { text: mapped, version: 4, mapped: true } : { text: ipv6, version: 6, mapped: false };
  }
  if (text.includes('%')) return fault('firewall:error.scope');
  if (text.includes('-')) return fault('firewall:error.fromTo', { value: text });
  if (/^\d+(\.\d+){3}$/.test(text)) {
    const large = text.split('.').find((part) => Number(part) > 255);
    if (large !== undefined) return fault('firewall:error.octet', { part: large });
    return fault('firewall:error.leadingZero', { part: text.split('.').find((part) => /^0\d/.test(part)) ?? text });
  }
  return fault('firewall:error.ip', { value: text });
}

const write = (words: readonly number[]): string => {
  if (words.length === 2) return words.flatMap((word) => [word >> 8, word & 255]).join('.');
  const text = checkIpv6(words.map((word) => word.toString(16)).join(':'));
  return isFault(text) ? '' : text; // eight groups of four digits are always an address
};

/** The first address of a range: its host part set to zero. */
function firstOf(words: readonly number[], bits: number): string {
  return write(words.map((word, i) => word & (0xffff << Math.max(0, Math.min(16, 16 - (bits - i * 16)))) & 0xffff));
}

/**
 * Normalizes an IPv4 or IPv6 address, or a range in CIDR notation (RFC 4632, RFC 4291 section 2.3): IPv6 as in RFC 5952,
 * a range of one address as the address, digits of any script as Latin ones. A range with host bits set is
 * refused, because it may mean the address or the range; the message shows both.
 */
export function checkNetwork(input: string): string | Fault {
  const text = latinDigits(input).trim();
  if (text === '') return fault('firewall:error.ipRequired');
  const slash = text.indexOf('/');
  const address = checkAddress((slash < 0 ? text : text.slice(0, slash)).trim());
  if (isFault(address)) return address;
  if (slash < 0) return address.text;
  const size = address.mapped ? bitsOf[6] : bitsOf[address.version];
  const prefix = text.slice(slash + 1).trim();
  const least = address.mapped ? 96 : 0;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > size || Number(prefix) < least)
    return fault('firewall:error.prefix', { prefix, min: least, max: size });
  const bits = Number(prefix) - least;
  const words = parseNetwork(address.text)?.words ?? [];
  const first = firstOf(words, bits);
  const range = `${first}/${bits}`;
  if (bits === bitsOf[address.version]) return address.text;
  return first === address.text ? range : fault('firewall:error.hostBits', { value: text, range, address: address.text });
}

/** Splits pasted text: one address per line, or several separated by commas, semicolons or spaces; `#` starts a comment. */
export function splitAddresses(text: string): string[] {
  return text.split(/\r\n|[\n\r]/).flatMap((line) =>
    line
      .replace(/#.*$/, '')
      .split(/[,;،؛\s]+/)
      .filter(Boolean),
  );
}

/** The result for one pasted address: its canonical form, or an error. */
export interface ValidatedAddress {
  text: string;
  result: string | Fault;
}

/**
 * Validates each address and detects duplicates.
 * @param present the existing addresses of the list, in canonical form
 */
export function validateAddresses(texts: readonly string[], present: readonly string[] = []): ValidatedAddress[] {
  const seen = new Set(present);
  return texts.map((text) => {
    const result = checkNetwork(text);
    if (isFault(result)) return { text, result };
    if (seen.has(result)) return { text, result: fault('firewall:error.repeated', { value: result }) };
    seen.add(result);
    return { text, result };
  });
}

/** The valid addresses of a text in canonical form, and the error of each invalid one; null: nothing. */
export function validateAddressText(text: string): { good: string[]; faults: (Fault | null)[] } {
  const results = validateAddresses(splitAddresses(text)).map(({ result }) => result);
  return {
    good: results.flatMap((result) => (isFault(result) ? [] : result)),
    faults: results.map((result) => (isFault(result) ? result : null)),
  };
}
