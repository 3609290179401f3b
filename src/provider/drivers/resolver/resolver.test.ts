import { expect, test } from 'vitest';
import { addresses } from '../../../../tests/support/dns.ts';
import { createResolver, internet, NAME, oldServers, options, question, soon } from '../../../../tests/support/resolver.ts';
import { toServer } from '../../../lib/rules/core/dnsServer.ts';
import { makeResolver } from './resolver.ts';
import { isPublic } from './servers.ts';
import { NoReply, queryServer } from './wire.ts';

const { old, ours: ownServer, registry, root } = addresses;

test('reads the delegation at the registry, and sees a change there at once', async () => {
  const dns = await internet();
  const { delegation } = createResolver(dns);
  expect(await delegation('My-Shop.Example.', soon())).toMatchObject({
    hosts: ['ns1.old-dns.test', 'ns2.old-dns.test'],
    source: 'parent',
    ds: [],
  });
  dns.delegate(NAME, { 'NS1.nasim.example': null, 'ns2.nasim.example': null }, [
    [NAME, 'DS', { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.alloc(32) }],
  ]);
  expect(await delegation(NAME, soon())).toMatchObject({
    hosts: ['ns1.nasim.example', 'ns2.nasim.example'],
    ds: [`1 13 2 ${'00'.repeat(32)}`],
  });
  // The path to the registry is cached; its response isn't.
  expect(dns.queries(root)).toEqual([`${NAME} NS`]);
});

test('a name unknown to the registry, or without a registry, has no name servers', async () => {
  const { delegation } = createResolver(await internet());
  expect(await delegation('nobody.example', soon())).toMatchObject({ hosts: [], source: 'parent' });
  expect(await delegation('my-shop.invalid', soon())).toMatchObject({ hosts: [], source: 'parent' });
});

test('the denial of a server that has the domain itself isn’t the parent’s', async () => {
  const dns = await internet();
  dns.delegate(NAME, oldServers);
  dns.zone(registry, NAME, [[NAME, 'NS', 'ns1.old-dns.test']]);
  expect(await createResolver(dns).delegation(NAME, soon())).toMatchObject({ hosts: ['ns1.old-dns.test'], source: 'parent', ds: null });
});

test('returns null in time when nobody responds', async () => {
  const dns = await internet();
  for (const address of Object.values(addresses)) dns.mood(address, 'dead');
  // Without the signal, one unresponsive server after the other would exceed the time limit of a test.
  expect(await createResolver(dns).delegation(NAME, AbortSignal.timeout(300))).toMatchObject({ hosts: null, source: null });
});

test('name servers of a delegation use the glue, or are looked up', async () => {
  const dns = await internet();
  dns.delegate(NAME, { 'ns1.old-dns.test': old, 'ns.hosting.test': null });
  dns.delegate('hosting.test', { 'ns.hosting.test': ownServer });
  dns.zone(ownServer, 'hosting.test', [['ns.hosting.test', 'A', old]]);
  const looked = createResolver(dns);
  const delegation = await looked.delegation(NAME, soon());
  expect(delegation.hosts).toEqual(['ns.hosting.test', 'ns1.old-dns.test']);
  expect(await looked.serversOf(delegation, soon())).toEqual([{ address: old, port: dns.port }]);
});

test('a zone on the public internet never leads into our own network', async () => {
  const dns = await internet();
  const looked = makeResolver({ ROOT_SERVERS: ['192.0.2.1'], RESOLVERS: [dns.env.RESOLVERS] });
  // 192.0.2.0/24 is reserved for documentation, so a public address is used as the root; it is never contacted here.
  const open = makeResolver({ ROOT_SERVERS: ['198.41.0.4'], RESOLVERS: [dns.env.RESOLVERS] });
  const glue = new Map([['ns.evil.example', ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '8.8.8.8']]]);
  const delegation = { hosts: ['ns.evil.example'], source: 'parent', glue, ds: null } as const;
  expect(await open.serversOf({ ...delegation, hosts: [...delegation.hosts] }, soon())).toEqual([{ address: '8.8.8.8', port: 53 }]);
  expect(await looked.serversOf({ ...delegation, hosts: [...delegation.hosts] }, soon())).toHaveLength(6);
  expect(['127.0.0.1', '0.0.0.0', '::ffff:10.0.0.1', 'fe80::1', '224.0.0.1', 'x'].some(isPublic)).toBe(false);
});

test.each([
  ['192.0.2.1', { address: '192.0.2.1', port: 53 }],
  ['192.0.2.1:5300', { address: '192.0.2.1', port: 5300 }],
  ['2001:db8::1', { address: '2001:db8::1', port: 53 }],
  ['[2001:db8::1]:5300', { address: '2001:db8::1', port: 5300 }],
  ['192.0.2.1:99999', null],
  ['ns.example', null],
])('%s is %j', (text, server) => expect(toServer(text)).toEqual(server));

test('ignores a forged response with another id', async () => {
  const dns = await internet();
  dns.mood(old, 'forged');
  const reply = await queryServer({ address: old, port: dns.port }, question, options());
  expect(reply).toMatchObject({ authoritative: true, answers: [{ name: NAME, type: 'A', data: '203.0.113.9' }] });
});

test('retries a truncated response over TCP', async () => {
  const dns = await internet();
  dns.mood(old, 'truncated');
  expect((await queryServer({ address: old, port: dns.port }, question, options())).answers).toHaveLength(1);
  expect(dns.queries(old)).toHaveLength(2);
});

test('retries without EDNS if a server doesn’t support it', async () => {
  const dns = await internet();
  dns.mood(old, 'noEdns');
  expect((await queryServer({ address: old, port: dns.port }, question, options())).answers).toHaveLength(1);
});

test('a closed port fails at once, and an aborted query is not sent', async () => {
  const dns = await internet();
  await expect(queryServer({ address: '127.0.0.77', port: dns.port }, question, options())).rejects.toBeInstanceOf(NoReply);
  await expect(
    queryServer({ address: old, port: dns.port }, question, { ...options(), signal: AbortSignal.abort() }),
  ).rejects.toBeInstanceOf(NoReply);
  expect(dns.queries(old)).toEqual([]);
});
