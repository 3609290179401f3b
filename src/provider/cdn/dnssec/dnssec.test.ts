import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addresses, startDns, type TestDns } from '../../../../tests/support/dns.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { recordingDriver, recordingEngine } from '../../../../tests/support/recordingDriver.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import type { ZoneSnapshot } from '../../drivers/dns/dns.ts';

const { domainId } = demo;
const NAME = 'parvaz.example';
let dns: TestDns;
beforeAll(async () => {
  dns = await startDns();
});
afterAll(() => dns[Symbol.asyncDispose]());

async function start({ signs = true } = {}) {
  const engine = recordingEngine<ZoneSnapshot>();
  const driver = recordingDriver(engine, { capabilities: { engine: 'node' as const, flattening: true, dnssec: signs } });
  const p = await startProvider({ env: dns.env, drivers: { compute: null, edge: null, dns: driver } });
  const zone = async () => {
    await p.provider.services.jobs.runDue();
    return engine.resources.get(NAME)?.state;
  };
  const token = await p.signIn();
  const get = async () => (await p.ok(dnssec.get, { domainId }, { token: await p.signIn() })).dnssec;
  return { p, zone, token, get };
}
const delegated = { 'ns1.nasim.example': addresses.ours, 'ns2.nasim.example': addresses.ours };
/** The registry with the DS record that the panel shows, or others. */
const publish = (...records: { keyTag: number; digestType: number; digest: string }[]) =>
  dns.delegate(
    NAME,
    delegated,
    records.map(({ digest, ...one }) => [NAME, 'DS', { ...one, algorithm: 13, digest: Buffer.from(digest, 'hex') }]),
  );
const verify = async (p: TestProvider) => p.ok(dnssec.verify, { domainId }, { token: await p.signIn() });

test('a zone is signed once, its DS record is that of its key, and the key is sealed', async () => {
  const { p, zone, token } = await start();
  const both = await Promise.all([p.ok(dnssec.enable, { domainId }, { token }), p.ok(dnssec.enable, { domainId }, { token })]);
  expect(both[0].dnssec).toEqual(both[1].dnssec);
  const { status, key, ds } = both[0].dnssec;
  expect({ status, flags: key?.flags, algorithm: key?.algorithm }).toEqual({ status: 'pending', flags: 257, algorithm: 13 });
  // RFC 4034 section 5.1.4: the digest of the owner's name and the key's data.
  const owner = Buffer.concat([...NAME.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);
  const data = Buffer.concat([Buffer.from([1, 1, 3, 13]), Buffer.from(key?.publicKey ?? '', 'base64')]);
  const digest = (name: string) => createHash(name).update(owner).update(data).digest('hex').toUpperCase();
  expect(ds.map((one) => [one.digestType, one.digest])).toEqual([
    [2, digest('sha256')],
    [4, digest('sha384')],
  ]);
  expect((await zone())?.keys).toEqual([{ publicKey: key?.publicKey, privateKey: expect.any(String) }]);
  const row = await storedOne(p, 'dnssec', { domainId });
  expect(row.privateKey).not.toContain((await zone())?.keys[0]?.privateKey);
  expect(JSON.stringify(await stored(p, 'changeLog'))).not.toContain(row.privateKey);
});

test('the parent decides: no DS record, that of the key, or that of another', async () => {
  const { p, get, token } = await start();
  publish();
  const { dnssec: signed } = await p.ok(dnssec.enable, { domainId }, { token });
  expect(signed.needs).toBe('unknown');
  expect(await verify(p)).toMatchObject({ parent: { dsFound: false, matches: false }, dnssec: { status: 'pending', needs: null } });
  const [own] = signed.ds;
  const keyTag = signed.key?.keyTag ?? 0;
  publish({ keyTag, digestType: 2, digest: own?.digest ?? '' });
  expect(await verify(p)).toMatchObject({ parent: { dsFound: true, matches: true }, dnssec: { status: 'active', needs: 'parent' } });
  expect((await p.ok(domain.get, { domainId }, { token: await p.signIn() })).domain).toMatchObject({ name: NAME });
  publish({ keyTag: 1, digestType: 2, digest: 'ab'.repeat(32) });
  expect(await verify(p)).toMatchObject({ parent: { dsFound: true, matches: false }, dnssec: { parent: { state: 'other' } } });
  expect(await get()).toMatchObject({ status: 'pending', parent: { ds: [`1 13 2 ${'ab'.repeat(32)}`] } });
});

test('turning it off is refused while resolvers may have the DS record, unless the customer insists', async () => {
  const { p, zone, token } = await start();
  const { dnssec: signed } = await p.ok(dnssec.enable, { domainId }, { token });
  const ownDs = { keyTag: signed.key?.keyTag ?? 0, digestType: 2, digest: signed.ds[0]?.digest ?? '' };
  publish(ownDs);
  const off = async (confirm = false) => p.try(dnssec.disable, { domainId, confirm }, { token: await p.signIn() });
  expect(await off()).toMatchObject({ status: 409, body: { code: 'dnssec:error.parent' } });
  publish();
  expect(await off()).toMatchObject({ status: 409, body: { code: 'dnssec:error.cached' } });
  p.clock.now += DAY + 1000;
  expect(await off()).toMatchObject({ status: 200, body: { dnssec: { status: 'off', ds: [] } } });
  expect((await zone())?.keys).toEqual([]);
  await p.ok(dnssec.enable, { domainId }, { token: await p.signIn() });
  expect((await off(true)).status).toBe(200);
});

test('it needs name servers that sign, and a live domain', async () => {
  const { p, token } = await start({ signs: false });
  expect(await p.try(dnssec.enable, { domainId }, { token })).toMatchObject({ status: 409, body: { code: 'dnssec:error.unsupported' } });
  await updateStored(p, 'domain', { id: domainId }, { status: 'pendingNsChange' });
  expect(await p.try(dnssec.enable, { domainId }, { token })).toMatchObject({ status: 409, body: { code: 'plan:notLive' } });
});

test('a plan without it, and a domain with CNAME setup, are refused and store no key', async () => {
  const { p, token, get } = await start();
  await updateStored(p, 'domain', { id: domainId }, { plan: 'free' });
  expect(await p.try(dnssec.enable, { domainId }, { token })).toMatchObject({ status: 402, body: { code: 'plan:requiredTop' } });
  expect((await p.ok(dnssec.get, { domainId }, { token })).gate).toMatchObject({ allowed: false, reason: 'plan' });
  await updateStored(p, 'domain', { id: domainId }, { plan: 'ent', setupMode: 'cname' });
  expect(await p.try(dnssec.enable, { domainId }, { token })).toMatchObject({ status: 409, body: { code: 'dnssec:error.cname' } });
  expect(await get()).toMatchObject({ status: 'off' });
});

test.each(['servfail', 'empty'] as const)(
  'a parent that is %s is unknown, so that turning it off needs the customer’s word',
  async (mood) => {
    const { p, get, token } = await start();
    publish();
    await p.ok(dnssec.enable, { domainId }, { token });
    expect((await verify(p)).dnssec.needs).toBeNull();
    const set = (to: typeof mood | 'ok') => [addresses.root, addresses.registry, addresses.resolver].map((at) => dns.mood(at, to));
    set(mood);
    onTestFinished(() => void set('ok'));
    expect(await p.try(dnssec.verify, { domainId }, { token })).toMatchObject({ status: 409, body: { code: 'dnssec:error.unreachable' } });
    const off = (confirm: boolean) => p.try(dnssec.disable, { domainId, confirm }, { token });
    expect(await off(false)).toMatchObject({ status: 409, body: { code: 'dnssec:error.unknown' } });
    expect(await get()).toMatchObject({ status: 'pending' });
    expect(await off(true)).toMatchObject({ status: 200, body: { dnssec: { status: 'off' } } });
  },
);
