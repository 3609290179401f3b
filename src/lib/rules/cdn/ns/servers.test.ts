import { expect, test } from 'vitest';
import { checkServers, type NsPair, needsGlue } from './servers.ts';

const zone = 'shop.example';
const defaults = ['ns1.nasim.example', 'ns2.nasim.example'];
const server = (host: string, ipv4 = '', ipv6 = '') => ({ host, ipv4, ipv6 });
const good = server('ns2', '203.0.113.53');
const check = (first: NsPair['first'], second = good) => {
  const checked = checkServers({ first, second }, zone, defaults);
  return checked.ok ? checked.servers : checked.problems.map(({ field, key }) => `${field} ${key}`);
};

test('hosts become absolute and addresses canonical; addresses of hosts outside the domain are dropped', () => {
  expect(check(server(' NS1.Shop.Example. ', '198.51.100.1', '2001:DB8:0:0::1'))).toEqual({
    first: { host: 'ns1.shop.example', ipv4: '198.51.100.1', ipv6: '2001:db8::1' },
    second: { host: 'ns2.shop.example', ipv4: '203.0.113.53', ipv6: '' },
  });
  expect(check(server('ns.partner.example', '10.0.0.1'))).toMatchObject({ first: { host: 'ns.partner.example', ipv4: '', ipv6: '' } });
  expect(check(server('ns1', '', '2001:db8::1'))).toMatchObject({ first: { ipv4: '', ipv6: '2001:db8::1' } });
});

test.each<[NsPair['first'], string[]]>([
  [server(''), ['first.host dns:error.hostRequired']],
  [server('@', '203.0.113.1'), ['first.host ns:error.apex']],
  [server('ns_1', '203.0.113.1'), ['first.host dns:error.hostUnderscore']],
  [server('203.0.113.1'), ['first.host dns:error.hostIsAddress']],
  [server('https://ns1.shop.example'), ['first.host dns:error.hostUrl']],
  [server('*.shop.example'), ['first.host dns:error.hostWildcard']],
  [server('ns1'), ['first.ipv4 ns:error.glue']],
  [server('ns1', '203.0.113.256'), ['first.ipv4 dns:error.ipv4Last']],
  [server('ns1', '2001:db8::1'), ['first.ipv4 dns:error.ipv4IsIpv6']],
  [server('ns1', '', '203.0.113.1'), ['first.ipv6 dns:error.ipv6IsIpv4']],
  [server('ns1', '10.1.2.3', 'fd00::1'), ['first.ipv4 ns:error.notPublic', 'first.ipv6 ns:error.notPublic']],
  [server('ns2', '203.0.113.1'), ['second.host ns:error.same']],
])('%j is refused: %j', (first, problems) => {
  expect(check(first)).toEqual(problems);
});

test('the default ones aren’t accepted as custom name servers', () => {
  expect(check(server('ns1.nasim.example'), server('ns2.nasim.example'))).toEqual(['first.host ns:error.defaults']);
  expect(check(server('ns1.nasim.example'), server('ns.partner.example'))).toMatchObject({ first: { host: 'ns1.nasim.example' } });
});

const closed = {
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255'],
  local: ['0.0.0.1', '127.0.0.1', '169.254.1.1'],
  special: ['192.0.0.8', '198.18.0.1', '198.19.255.255', '224.0.0.1', '255.255.255.255'],
  ipv6: ['::', '::1', '::ffff:1.2.3.4', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'ff02::1', '64:ff9b::1'],
};
const rejectedServers = {
  private: ['9.255.255.255', '11.0.0.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0'],
  special: ['192.0.1.1', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  others: ['1.1.1.1', '203.0.113.1'],
  ipv6: ['2001:db8::1', '2a00::1', '3fff::1'],
};
const at = (address: string) => (address.includes(':') ? server('ns1', '', address) : server('ns1', address));
test.each(Object.values(closed).flat())('%s is not public', (address) =>
  expect(check(at(address))).toEqual([`first.${address.includes(':') ? 'ipv6' : 'ipv4'} ns:error.notPublic`]),
);
test.each(Object.values(rejectedServers).flat())('%s is public', (address) =>
  expect(check(at(address))).toMatchObject({ first: { ...at(address), host: 'ns1.shop.example' } }),
);

test('addresses are required as soon as the host is inside the domain', () => {
  for (const host of ['ns1', 'ns1.shop.example', 'a.b.shop.example.']) expect([host, needsGlue(host, zone)]).toEqual([host, true]);
  for (const host of ['', '@', 'shop.example', 'ns1.other.example', 'a..b', 'xshop.example'])
    expect([host, needsGlue(host, zone)]).toEqual([host, false]);
});
