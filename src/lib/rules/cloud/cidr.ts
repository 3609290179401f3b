import { type Fault, fault } from '../core/fault.ts';
import { checkIpv6, ipv6Groups, plainIpv4 } from '../core/ip.ts';
import { covers, type Network, parseNetwork } from '../core/network.ts';

export const families = ['ipv4', 'ipv6'] as const;
export type Family = (typeof families)[number];

/** A range in canonical form, `10.0.0.0/24`. */
export interface Range {
  family: Family;
  cidr: string;
  bits: number;
  network: Network;
}

/** The same network with its host bits cleared. */
function masked({ words, bits }: Network): number[] {
  return words.map((word, index) => {
    const free = Math.min(16, Math.max(0, (index + 1) * 16 - bits));
    return (word >> free) << free;
  });
}

const dotted = ([high = 0, low = 0]: readonly number[]) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;

/** Formats the words of a network as an address. */
function addressOf(words: readonly number[]): string {
  if (words.length === 2) return dotted(words);
  const text = checkIpv6(words.map((word) => word.toString(16)).join(':'));
  return typeof text === 'string' ? text : '::'; // eight groups are an address
}

/** Normalizes `10.0.0.0/24`, `192.0.2.7`, `2001:db8::/32`, or returns why it isn't a range. A single address is a range of one. */
export function readRange(text: string): Range | Fault {
  const value = text.trim();
  if (value === '') return fault('network:error.cidrRequired');
  const [address = '', prefix] = value.split('/');
  const isV4 = plainIpv4(address);
  if (!isV4 && !ipv6Groups(address)) return fault('network:error.cidr', { value });
  const size = isV4 ? 32 : 128;
  const bits = prefix === undefined ? size : Number(prefix);
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || bits > size)) return fault('network:error.prefix', { value, max: size });
  const network: Network | null = isV4 ? parseNetwork(value) : { words: ipv6Groups(address) ?? [], bits };
  if (!network) return fault('network:error.cidr', { value });
  const base = masked(network);
  if (base.some((word, index) => word !== network.words[index]))
    return fault('network:error.hostBits', { value, range: `${addressOf(base)}/${bits}` });
  return { family: isV4 ? 'ipv4' : 'ipv6', cidr: `${addressOf(base)}/${bits}`, bits, network };
}

/** Ranges for private use (RFC 1918, RFC 6598). */
export const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'] as const;
export const networkBits = { min: 16, max: 29 } as const;

/** Validates the range of a private network. */
export function readPrivateRange(text: string): Range | Fault {
  const range = readRange(text);
  if ('key' in range) return range;
  if (range.family !== 'ipv4') return fault('network:error.ipv4');
  const isPrivate = privateRanges.some((one) => {
    const outer = parseNetwork(one);
    return outer && covers(outer, range.network);
  });
  if (!isPrivate) return fault('network:error.private', { value: range.cidr });
  if (range.bits < networkBits.min || range.bits > networkBits.max) return fault('network:error.size', networkBits);
  return range;
}

export const overlaps = (a: Network, b: Network): boolean => covers(a, b) || covers(b, a);

const numberOf = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const textOf = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/** Number of addresses for servers: without network address, gateway (the first) and broadcast address. */
export const capacityOf = ({ bits }: Pick<Range, 'bits'>): number => 2 ** (32 - bits) - 3;

/** The lowest free address of a private network; null: it is full. */
export function freeAddress({ cidr, bits }: Pick<Range, 'cidr' | 'bits'>, taken: readonly string[]): string | null {
  const first = numberOf(cidr.split('/')[0] ?? '') + 2;
  const used = new Set(taken);
  // At most one more than the used addresses.
  for (let i = 0; i < capacityOf({ bits }) && i <= used.size; i++) if (!used.has(textOf(first + i))) return textOf(first + i);
  return null;
}

/** Whether a server can have the address in the network. */
export function isAddressIn({ cidr, bits }: Pick<Range, 'cidr' | 'bits'>, address: string): boolean {
  if (!plainIpv4(address)) return false;
  const offset = numberOf(address) - numberOf(cidr.split('/')[0] ?? '');
  return offset >= 2 && offset < 2 ** (32 - bits) - 1;
}
