import { expect, test } from 'vitest';
import { isFault } from '../core/fault.ts';
import { freeAddress, isAddressIn, overlaps, type Range, rangeCapacity, readPrivateRange, readRange } from './cidr.ts';

const range = (text: string): Range => {
  const read = readRange(text);
  if (isFault(read)) throw new Error(read.key);
  return read;
};

test.each([
  ['10.0.0.0/24', '10.0.0.0/24', 'ipv4'],
  [' 192.0.2.7 ', '192.0.2.7/32', 'ipv4'],
  ['0.0.0.0/0', '0.0.0.0/0', 'ipv4'],
  ['2001:DB8:0::/32', '2001:db8::/32', 'ipv6'],
  ['::/0', '::/0', 'ipv6'],
  ['2001:db8::1', '2001:db8::1/128', 'ipv6'],
  ['10.0.0.9/24', '10.0.0.0/24', 'ipv4'],
  ['2001:db8:1::/32', '2001:db8::/32', 'ipv6'],
  ['::ffff:192.0.2.0/120', '192.0.2.0/24', 'ipv4'],
])('%s is %s', (text, cidr, family) => {
  expect(readRange(text)).toMatchObject({ cidr, family });
});

test.each([
  ['', 'address:error.required', {}],
  ['10.0.0', 'address:error.ip', {}],
  ['10.0.0.256/24', 'address:error.octet', {}],
  ['10.0.0.0/33', 'address:error.prefix', { max: 32 }],
  ['2001:db8::/129', 'address:error.prefix', { max: 128 }],
  ['10.0.0.0/', 'address:error.prefix', {}],
])('%s is refused', (text, key, params) => {
  expect(readRange(text)).toMatchObject({ key, params });
});

test.each([
  ['2001:db8::/64', 'network:error.ipv4'],
  ['8.8.8.0/24', 'network:error.private'],
  ['172.32.0.0/16', 'network:error.private'],
  ['10.0.0.0/8', 'network:error.size'],
  ['10.0.0.0/30', 'network:error.size'],
])('%s is no range of a private network', (text, key) => {
  expect(readPrivateRange(text)).toMatchObject({ key });
});
test.each(['10.0.0.0/16', '172.31.255.248/29', '192.168.1.0/24', '100.64.0.0/20'])('%s is valid', (text) => {
  expect(readPrivateRange(text)).toMatchObject({ cidr: text });
});

test('detects full and partial overlap in both directions', () => {
  const pair = (a: string, b: string) => overlaps(range(a).network, range(b).network);
  expect(pair('10.0.0.0/16', '10.0.9.0/24')).toBe(true);
  expect(pair('10.0.9.0/24', '10.0.0.0/16')).toBe(true);
  expect(pair('10.0.0.0/24', '10.0.1.0/24')).toBe(false);
});

test('addresses: the lowest free one, except network, gateway and broadcast', () => {
  const small = range('10.0.0.8/29');
  expect(rangeCapacity(small)).toBe(5);
  const used: string[] = [];
  for (let address = freeAddress(small, used); address; address = freeAddress(small, used)) used.push(address);
  expect(used).toEqual(['10.0.0.10', '10.0.0.11', '10.0.0.12', '10.0.0.13', '10.0.0.14']);
  expect(freeAddress(small, used.slice(1))).toBe('10.0.0.10');
  const all = ['10.0.0.9', '10.0.0.10', '10.0.0.14', '10.0.0.15', '10.0.0.16', 'x'];
  expect(all.filter((one) => isAddressIn(small, one))).toEqual(['10.0.0.10', '10.0.0.14']);
});
