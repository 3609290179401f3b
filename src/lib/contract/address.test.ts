import { expect, test } from 'vitest';
import { canonicalException } from '../rules/cdn/ddos/exceptions.ts';
import { checkNetwork } from '../rules/cdn/firewall/address.ts';
import { readRange } from '../rules/cloud/cidr.ts';
import { isFault } from '../rules/core/fault.ts';
import { AllowedIpForm } from './account/allowedIp.ts';
import { ApiKeyForm } from './account/apiKey.ts';
import { FirewallGroupForm } from './cdn/firewallGroup.ts';

/** Everything that takes an address or a range: its canonical form, or null when it is refused. */
const readers: Record<string, (text: string) => string | null> = {
  'allowed addresses of an account': (ip) => AllowedIpForm.safeParse({ ip }).data?.ip ?? null,
  'allowed addresses of an API key': (ip) => ApiKeyForm.shape.allowedIps.safeParse([ip]).data?.[0] ?? null,
  'a list of addresses': (ip) => FirewallGroupForm.safeParse({ title: 'x', ipAddresses: [ip] }).data?.ipAddresses[0] ?? null,
  'a firewall rule': (ip) => {
    const read = checkNetwork(ip);
    return isFault(read) ? null : read;
  },
  'an exception of DDoS protection': (ip) => {
    const text = canonicalException(ip);
    return isFault(checkNetwork(text)) ? null : text;
  },
  // It writes a single address as a range of one.
  'a rule of a server’s firewall': (ip) => {
    const read = readRange(ip);
    return isFault(read) ? null : read.cidr.replace(/^([\d.]+)\/32$|^([^.]+)\/128$/, '$1$2');
  },
};

const expected: readonly [typed: string, canonical: string | null][] = [
  ['198.51.100.7', '198.51.100.7'],
  [' 198.51.100.7\t', '198.51.100.7'],
  ['198.51.100.7/32', '198.51.100.7'],
  ['198.51.100.7/24', '198.51.100.0/24'],
  ['۱۹۸.۵۱.۱۰۰.۷', '198.51.100.7'],
  ['١٩٨.٥١.١٠٠.٧/٢٤', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:DB8:0::0001', '2001:db8::1'],
  ['2001:db8::1/64', '2001:db8::/64'],
  ['198.51.100.07', null],
  ['198.51.100.256', null],
  ['198.51.100.7/33', null],
  ['198.51.100.7:443', null],
  ['198.51.100.1-198.51.100.9', null],
  ['fe80::1%eth0', null],
  ['', null],
];

test.each(Object.entries(readers))('an address is read alike by %s', (_, read) => {
  expect(expected.map(([typed]) => [typed, read(typed)])).toEqual(expected);
});
