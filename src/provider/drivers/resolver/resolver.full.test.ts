import { expect, test } from 'vitest';
import { addresses, type TestRecord } from '../../../../tests/support/dns.ts';
import { createResolver, internet, NAME, oldServers, options, question, soon } from '../../../../tests/support/resolver.ts';
import { NoReply, queryServer } from './wire.ts';

const { old, ours: ownServer, registry, resolver: resolverAt, root } = addresses;

test.each(['dead', 'servfail', 'lame', 'rubbish'] as const)(
  'a registry that is %s: a resolver’s cached response is reported as such',
  async (mood) => {
    const dns = await internet();
    dns.zone(resolverAt, NAME, []);
    const looked = createResolver(dns);
    dns.mood(registry, mood);
    const delegation = await looked.delegation(NAME, soon());
    // The resolver of this test network needs the registry too, unless the fault only affects strangers.
    expect(delegation.source).toBe(mood === 'rubbish' ? 'resolver' : null);
    if (mood !== 'rubbish') expect(delegation.hosts).toBeNull();
    dns.mood(registry, 'ok');
    expect((await looked.delegation(NAME, soon())).source).toBe('parent');
  },
);

test('with port 53 blocked it asks the resolver, and doesn’t retry the root for a minute', async () => {
  const dns = await internet();
  dns.zone(old, NAME, [[NAME, 'NS', 'ns1.old-dns.test']]);
  const clock = { now: 1_000_000 };
  const looked = createResolver(dns, () => clock.now);
  const real = dns.queries(root).length;
  dns.mood(root, 'rubbish');
  const delegation = await looked.delegation(NAME, soon());
  expect(delegation).toMatchObject({ hosts: ['ns1.old-dns.test'], source: 'resolver', ds: [] });
  const queries = dns.queries(root).length;
  expect(queries).toBeGreaterThan(real);
  dns.mood(root, 'ok');
  expect((await looked.delegation(NAME, soon())).source).toBe('resolver');
  expect(dns.queries(root)).toHaveLength(queries);
  clock.now += 61_000;
  expect((await looked.delegation(NAME, soon())).source).toBe('parent');
});

test('that a parent has no DS record is known only from the parent itself', async () => {
  const dns = await internet();
  dns.zone(old, NAME, [[NAME, 'NS', 'ns1.old-dns.test']]);
  dns.mood(root, 'rubbish');
  const looked = createResolver(dns);
  expect((await looked.delegation(NAME, soon())).ds).toEqual([]);
  // A resolver that can't reach the parent, or forwards to one that returns nothing.
  for (const mood of ['empty', 'servfail'] as const) {
    dns.mood(resolverAt, mood);
    expect((await looked.delegation(NAME, AbortSignal.timeout(700))).ds, mood).toBeNull();
  }
});

test('each server of the parent says which DS records it has; without the parent, a resolver does', async () => {
  const dns = await internet();
  const ds = (keyTag: number, ttl: number): TestRecord => [
    NAME,
    'DS',
    { keyTag, algorithm: 13, digestType: 2, digest: Buffer.alloc(32) },
    ttl,
  ];
  const text = (keyTag: number) => `${keyTag} 13 2 ${'00'.repeat(32)}`;
  dns.delegate(NAME, oldServers, [ds(1, 600)]);
  dns.zone(root, '.', [
    ['example', 'NS', 'a.example'],
    ['example', 'NS', 'b.example'],
    ['a.example', 'A', registry],
    ['b.example', 'A', ownServer],
  ]);
  dns.zone(ownServer, 'example', [[NAME, 'NS', 'ns1.old-dns.test'], ds(1, 900), ds(2, 900)]);
  const { parentDs } = createResolver(dns);
  const observed = await parentDs(NAME, soon());
  expect(observed?.ttl).toBe(900);
  expect(observed?.lists.toSorted((a, b) => a.length - b.length)).toEqual([[text(1)], [text(1), text(2)]]);
  // One that doesn't answer is left out.
  dns.mood(ownServer, 'servfail');
  expect(await parentDs(NAME, soon())).toEqual({ lists: [[text(1)]], ttl: 600 });
  dns.mood(root, 'rubbish');
  expect(await createResolver(dns).parentDs(NAME, soon())).toEqual({ lists: [[text(1)]], ttl: null });
  expect(await createResolver(dns).parentDs('nobody.example', soon())).toBeNull();
});

test.each(['dead', 'rubbish'] as const)('a server that is %s ends in NoReply within its time', async (mood) => {
  const dns = await internet();
  dns.mood(old, mood);
  await expect(queryServer({ address: old, port: dns.port }, question, options())).rejects.toBeInstanceOf(NoReply);
});
