import { expect, onTestFinished, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startDns } from '../../../../tests/support/dns.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { recordingDriver, recordingEngine } from '../../../../tests/support/recording-driver.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { domainForJob } from '../../db/owned.ts';
import type { ZoneSnapshot } from '../../drivers/dns/dns.ts';
import { activateCustomNs } from './adopt.ts';

const { domainId } = demo;
const defaults = ['ns1.nasim.example', 'ns2.nasim.example'];
const first = { host: 'ns1', ipv4: '198.51.100.53', ipv6: '2001:db8::53' };
const second = { host: 'ns2.parvaz.example', ipv4: '203.0.113.53' };
const own = ['ns1.parvaz.example', 'ns2.parvaz.example'];

async function started(env: Record<string, string> = {}) {
  const engine = recordingEngine<ZoneSnapshot>();
  const p = await startProvider({
    drivers: {
      compute: null,
      edge: null,
      dns: recordingDriver(engine, { capabilities: { engine: 'files', flattening: false, dnssec: false } }),
    },
    env,
  });
  const token = await p.signIn();
  const get = async () => (await p.ok(ns.get, { domainId }, { token })).nameServers;
  const update = (input: object = {}) => p.ok(ns.update, { domainId, first, second, ...input }, { token });
  const records = async (q = 'ns') =>
    (await p.ok(dns.list, { domainId, q }, { token })).records
      .filter(({ name }) => /^ns\d/.test(name))
      .map(({ name, type, content, proxy }) => `${name} ${type} ${content}${proxy ? ' proxied' : ''}`)
      .sort();
  const published = async () => {
    await p.provider.services.jobs.runDue();
    return engine.things.get('parvaz.example')?.state;
  };
  /** Simulates that the registry lists these. */
  const registryLists = (hosts: string[]) =>
    p.store.write('test', async (tx) => {
      const found = await domainForJob(tx, domainId);
      if (!found) throw new Error('the demo domain is missing');
      return activateCustomNs(tx, { now: p.clock.now, newId: () => `made-${Math.random()}`, services: p.provider.services }, found, hosts);
    });
  return { p, token, engine, get, update, records, published, registryLists };
}

test('a domain starts with the default name servers', async () => {
  const { get } = await started();
  expect(await get()).toEqual({ default: defaults, status: 'off', answered: defaults, glueRequired: [], version: 0 });
});

test('custom name servers are served beside the default ones until the registry lists them, and get their records', async () => {
  const { p, token, get, update, records, published } = await started();
  const { nameServers } = await update();
  expect(nameServers).toEqual({
    default: defaults,
    custom: {
      first: { host: 'ns1.parvaz.example', ipv4: '198.51.100.53', ipv6: '2001:db8::53' },
      second: { host: 'ns2.parvaz.example', ipv4: '203.0.113.53', ipv6: '' },
    },
    status: 'pending',
    answered: [...defaults, ...own],
    glueRequired: own,
    version: 1,
  });
  expect(await get()).toEqual(nameServers);
  expect(await records()).toEqual(['ns1 A 198.51.100.53', 'ns1 AAAA 2001:db8::53', 'ns2 A 203.0.113.53']);
  expect((await p.ok(domain.get, { domainId }, { token })).domain).toMatchObject({ records: 15, nameServers: defaults });
  expect((await published())?.nameServers).toEqual([...defaults, ...own]);
  const { zone: text } = await p.ok(zone.export, { domainId }, { token });
  expect(text.match(/^@\t\d+\tIN\tNS\t.*$/gm)?.map((line) => line.split('\t').at(-1))).toEqual(
    [...defaults, ...own].map((host) => `${host}.`),
  );
});

test('once the registry lists both, the domain uses them and the zone has no others; other lists change nothing', async () => {
  const { p, token, get, update, published, registryLists } = await started();
  await update();
  for (const hosts of [defaults, [own[0] ?? ''], [...own, ...defaults], []]) await registryLists(hosts);
  expect((await get()).status).toBe('pending');
  await registryLists([...own].reverse());
  expect(await get()).toMatchObject({ status: 'active', answered: own });
  expect((await p.ok(domain.get, { domainId }, { token })).domain.nameServers).toEqual(own);
  expect((await published())?.nameServers).toEqual(own);
});

test('checking queries the registry and shows what it lists; both in the list activates them', async () => {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  const { p, token, get, update } = await started(internet.env);
  internet.delegate('parvaz.example', { 'ns1.nasim.example': null, 'ns2.nasim.example': null });
  await update();
  const verify = () => p.ok(ns.verify, { domainId }, { token });
  expect((await verify()).nameServers).toMatchObject({
    status: 'pending',
    found: defaults,
    checkedAt: new Date(p.clock.now).toISOString(),
  });
  internet.delegate('parvaz.example', { 'NS1.parvaz.example': '198.51.100.53', 'ns2.parvaz.example': '203.0.113.53' });
  expect((await verify()).nameServers).toMatchObject({ status: 'active', found: own, answered: own });
  expect(await get()).toMatchObject({ status: 'active' });
  const told = await p.store.reader
    .selectFrom('notification')
    .select(['title', 'link'])
    .where('title', '=', 'ns:notice.title')
    .orderBy('id')
    .execute();
  expect(told).toEqual([{ title: 'ns:notice.title', link: '/domains/parvaz.example/dns/ns' }]);
});

test('the scheduled check of the domain activates them, and the domain stays active', async () => {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  const { p, token, get, update } = await started(internet.env);
  await update();
  internet.delegate('parvaz.example', { 'ns1.parvaz.example': '198.51.100.53', 'ns2.parvaz.example': '203.0.113.53' });
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'domain.check', { payload: { domainId } }));
  await p.provider.services.jobs.runDue();
  expect((await get()).status).toBe('active');
  expect((await p.ok(domain.get, { domainId }, { token })).domain).toMatchObject({ status: 'active', nameServers: own });
  const rows = await p.store.reader
    .selectFrom('changeLog')
    .select(['actorType', 'after'])
    .where('entityType', '=', 'nameServers')
    .orderBy('id')
    .execute();
  expect(rows.filter(({ actorType }) => actorType === 'system').map(({ after }) => JSON.parse(after ?? '').status)).toEqual(['active']);
});

test('name servers that a domain has anyway don’t verify it: only the default ones do', async () => {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  const { p, token, update } = await started(internet.env);
  const state = async () => (await p.ok(domain.get, { domainId }, { token })).domain.status;
  const set = (status: 'pendingNsChange' | 'active') =>
    p.store.write('test', (tx) => tx.updateTable('domain').set({ status }).where('id', '=', domainId).execute());
  internet.delegate('parvaz.example', { 'ns1.parvaz.example': '198.51.100.53', 'ns2.parvaz.example': '203.0.113.53' });
  await set('pendingNsChange');
  const refused = await p.try(ns.update, { domainId, first, second }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, 'ns:error.notVerified']);
  // Requested while it was active, before it moved away.
  await set('active');
  await update();
  await set('pendingNsChange');
  await p.ok(ns.verify, { domainId }, { token });
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'domain.check', { payload: { domainId } }));
  await p.provider.services.jobs.runDue();
  expect(await state()).toBe('pendingNsChange');
});

test('no response from the registry changes nothing, and is reported', async () => {
  const { p, token, get, update } = await started();
  await update();
  const before = await get();
  expect(await p.try(ns.verify, { domainId }, { token })).toMatchObject({ status: 409, body: { code: 'ns:error.unreachable' } });
  expect(await get()).toEqual(before);
});

test('when replaced, the ones in use are served and resolved until the new ones are found', async () => {
  const { get, update, records, registryLists } = await started();
  await update();
  await registryLists(own);
  await update({ first: { host: 'ns3', ipv4: '198.51.100.54' }, second: { host: 'ns.partner.example' } });
  expect(await get()).toMatchObject({
    status: 'pending',
    answered: [...own, 'ns3.parvaz.example', 'ns.partner.example'],
    glueRequired: ['ns3.parvaz.example'],
  });
  expect(await records()).toEqual(['ns1 A 198.51.100.53', 'ns1 AAAA 2001:db8::53', 'ns2 A 203.0.113.53', 'ns3 A 198.51.100.54']);
  await registryLists(['ns3.parvaz.example', 'ns.partner.example']);
  expect(await records()).toEqual(['ns3 A 198.51.100.54']);
});

test('saving the ones in use again withdraws a pending change', async () => {
  const { get, update, records, registryLists } = await started();
  await update();
  await registryLists(own);
  await update({ first: { host: 'ns3', ipv4: '198.51.100.54' } });
  await update();
  expect(await get()).toMatchObject({ status: 'active', answered: own });
  expect(await records()).toEqual(['ns1 A 198.51.100.53', 'ns1 AAAA 2001:db8::53', 'ns2 A 203.0.113.53']);
});

test('back to default removes the created records, and keeps earlier ones', async () => {
  const { p, token, get, update, records, published, registryLists } = await started();
  await p.ok(dns.create, { domainId, name: 'ns1', type: 'A', content: '198.51.100.53' }, { token });
  await update();
  await registryLists(own);
  const { nameServers } = await p.ok(ns.reset, { domainId }, { token });
  expect(nameServers).toMatchObject({ status: 'off', answered: defaults });
  expect(await get()).toEqual(nameServers);
  expect(await records()).toEqual(['ns1 A 198.51.100.53']);
  expect((await p.ok(domain.get, { domainId }, { token })).domain).toMatchObject({ records: 13, nameServers: defaults });
  expect((await published())?.nameServers).toEqual(defaults);
});

test('no change can remove an address that the name servers need', async () => {
  const { p, token, update, records } = await started();
  await update();
  const before = await snapshot(p);
  const { records: all } = await p.ok(dns.list, { domainId, q: 'ns2' }, { token });
  const recordId = all[0]?.id ?? '';
  const refused = [
    await p.try(dns.delete, { domainId, recordId }, { token }),
    await p.try(dns.update, { domainId, recordId, content: '203.0.113.99' }, { token }),
    await p.try(dns.update, { domainId, recordId, proxy: true }, { token }),
    await p.try(dns.update, { domainId, recordId, name: 'elsewhere' }, { token }),
    await p.try(
      zone.import,
      { domainId, usage: 'zone', proxy: false, conflict: 'replace', dryRun: false },
      { token, file: new File(['ns2 IN A 203.0.113.98\n'], 'zone.txt') },
    ),
  ];
  for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'ns:error.recordNeeded']);
  expect(await snapshot(p)).toBe(before);
  // The customer may change the TTL.
  await p.ok(dns.update, { domainId, recordId, ttl: 300 }, { token });
  await p.ok(ns.reset, { domainId }, { token });
  expect(await records()).toEqual([]);
});

test('a host whose record can’t be created is refused beside its field', async () => {
  const { p, token } = await started();
  const attempt = async (input: object) => {
    const { status, body } = await p.try(ns.update, { domainId, first, second, ...input }, { token });
    return [status, body.code, Object.keys(body.fields ?? {})];
  };
  const before = await snapshot(p);
  expect(await attempt({ first: { host: 'www', ipv4: '198.51.100.53' } })).toEqual([409, 'dns:error.cnameTaken', ['first.host']]);
  expect(await attempt({ second: { host: 'api', ipv4: '203.0.113.25' } })).toEqual([409, 'ns:error.proxied', ['second.host']]);
  expect(await snapshot(p)).toBe(before);
});

test.each(locales)('says in %s what is wrong beside the field, and stores nothing', async (locale) => {
  const { p, token } = await started();
  const t = translator(locale);
  const before = await snapshot(p);
  for (const [input, fields] of [
    [{ first: { host: 'ns1' } }, { 'first.ipv4': t('ns:error.glue', { host: 'ns1.parvaz.example' }) }],
    [{ first: { host: 'ns1', ipv4: '10.0.0.1' } }, { 'first.ipv4': t('ns:error.notPublic', { address: '10.0.0.1' }) }],
    [{ second: { host: 'ns1', ipv4: '203.0.113.1' } }, { 'second.host': t('ns:error.same') }],
    [{ first: { host: defaults[0] }, second: { host: defaults[1] } }, { 'first.host': t('ns:error.defaults') }],
  ] as const) {
    const { status, body } = await p.try(ns.update, { domainId, first, second, ...input }, { token, locale });
    expect([status, body.fields]).toEqual([422, fields]);
  }
  expect(await snapshot(p)).toBe(before);
});

test('requires the plan and the TLD', async () => {
  const { p, token } = await started();
  const idOf = async (name: string) => (await p.ok(domain.list, { q: name }, { token })).domains[0]?.id ?? '';
  const free = await idOf('rosewater');
  expect((await p.ok(ns.get, { domainId: free }, { token })).gate).toEqual({ allowed: false, reason: 'plan', requiredPlan: 'pro' });
  const before = await snapshot(p);
  expect(await p.try(ns.update, { domainId: free, first, second }, { token })).toMatchObject({
    status: 402,
    body: { code: 'plan:required', requiredPlan: 'pro' },
  });
  expect(await snapshot(p)).toBe(before);
  expect((await p.ok(ns.get, { domainId: await idOf('atlas-shop') }, { token })).gate).toEqual({ allowed: true });
  const { domain: iran } = await p.ok(
    domain.add,
    { name: 'forushgah.ir', plan: 'free', acceptTerms: true, termsVersion: '2026-11' },
    { token },
  );
  expect(await p.try(ns.update, { domainId: iran.id, first, second }, { token })).toMatchObject({
    status: 409,
    body: { code: 'plan:tldLacks' },
  });
});

test('an outdated version is refused with the current name servers', async () => {
  const { p, token, update } = await started();
  await update({ version: 0 });
  expect(await p.try(ns.update, { domainId, first, second, version: 0 }, { token })).toMatchObject({
    status: 409,
    body: { code: 'error:versionConflict', nameServers: { version: 1, status: 'pending' } },
  });
});

test('every change is logged once', async () => {
  const { p, token, update } = await started();
  await update();
  await p.ok(ns.reset, { domainId }, { token });
  const rows = await p.store.reader
    .selectFrom('changeLog')
    .select(['action', 'before', 'after'])
    .where('group', '=', 'ns')
    .orderBy('id')
    .execute();
  expect(rows.map(({ before, after }) => [JSON.parse(before ?? '').status, JSON.parse(after ?? '').status])).toEqual([
    ['off', 'pending'],
    ['pending', 'off'],
  ]);
});

test('another customer gets 404', async () => {
  const { p } = await started();
  const omid = await p.signIn(demo.second);
  for (const call of [ns.get, ns.update, ns.reset, ns.verify]) {
    expect((await p.try(call, call.example, {})).status).toBe(401);
    expect((await p.try(call, call.example, { token: omid })).status).toBe(404);
  }
});
