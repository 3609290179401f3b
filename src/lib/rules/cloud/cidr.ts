import { type Fault, fault, isFault } from '../core/fault.ts';
import { plainIpv4 } from '../core/ipText.ts';
import { covers, type Network, parseNetwork, readNetwork } from '../core/network.ts';

export const families = ['ipv4', 'ipv6'] as const;
export type Family = (typeof families)[number];

/** A range in canonical form, `10.0.0.0/24`. */
export interface Range {
  family: Family;
  cidr: string;
  bits: number;
  network: Network;
}

/** Reads `10.0.0.0/24`, `192.0.2.7`, `2001:db8::/32`, or returns why it isn't a range. A single address is a range of one. */
export function readRange(input: string): Range | Fault {
  const read = readNetwork(input);
  if (isFault(read)) return read;
  const { text, family, network, isAddress } = read;
  return { family, cidr: isAddress ? `${text}/${network.bits}` : text, bits: network.bits, network };
}

/** Ranges for private use (RFC 1918, RFC 6598). */
export const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'] as const;
export const networkBits = { min: 16, max: 29 } as const;

/** Validates the range of a private network. */
export function readPrivateRange(text: string): Range | Fault {
  const range = readRange(text);
  if (isFault(range)) return range;
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

const ipToNumber = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const numberToIp = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/** Number of addresses for servers: without network address, gateway (the first) and broadcast address. */
export const rangeCapacity = ({ bits }: Pick<Range, 'bits'>): number => 2 ** (32 - bits) - 3;

/** The lowest free address of a private network; null: it is full. */
export function freeAddress({ cidr, bits }: Pick<Range, 'cidr' | 'bits'>, occupied: readonly string[]): string | null {
  const first = ipToNumber(cidr.split('/')[0] ?? '') + 2;
  const used = new Set(occupied);
  // At most one more than the used addresses.
  for (let i = 0; i < rangeCapacity({ bits }) && i <= used.size; i++) if (!used.has(numberToIp(first + i))) return numberToIp(first + i);
  return null;
}

/** Whether a server can have the address in the network. */
export function isAddressIn({ cidr, bits }: Pick<Range, 'cidr' | 'bits'>, address: string): boolean {
  if (!plainIpv4(address)) return false;
  const offset = ipToNumber(address) - ipToNumber(cidr.split('/')[0] ?? '');
  return offset >= 2 && offset < 2 ** (32 - bits) - 1;
}
