import { expect, onTestFinished, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startDns } from '../../../../tests/support/dns.ts';
import { started } from '../../../../tests/support/ns-cases.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { domainId } = demo;
const defaults = ['ns1.nasim.example', 'ns2.nasim.example'];
const first = { host: 'ns1', ipv4: '198.51.100.53', ipv6: '2001:db8::53' };
const second = { host: 'ns2.parvaz.example', ipv4: '203.0.113.53' };
const own = ['ns1.parvaz.example', 'ns2.parvaz.example'];

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

test('no response from the registry changes nothing, and is reported', async () => {
  const { p, token, get, update } = await started();
  await update();
  const before = await get();
  expect(await p.try(ns.verify, { domainId }, { token })).toMatchObject({ status: 409, body: { code: 'ns:error.unreachable' } });
  expect(await get()).toEqual(before);
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

test('says in four languages what is wrong beside the field, and stores nothing', async () => {
  const { p, token } = await started();
  for (const locale of locales) {
    const t = translator(locale);
    const before = await snapshot(p);
    for (const [input, fields] of [
      [{ first: { host: 'ns1' } }, { 'first.ipv4': t('ns:error.glue', { host: 'ns1.parvaz.example' }) }],
      [{ first: { host: 'ns1', ipv4: '10.0.0.1' } }, { 'first.ipv4': t('ns:error.notPublic', { address: '10.0.0.1' }) }],
      [{ second: { host: 'ns1', ipv4: '203.0.113.1' } }, { 'second.host': t('ns:error.same') }],
      [{ first: { host: defaults[0] }, second: { host: defaults[1] } }, { 'first.host': t('ns:error.defaults') }],
    ] as const) {
      const { status, body } = await p.try(ns.update, { domainId, first, second, ...input }, { token, locale });
      expect([status, body.fields], locale).toEqual([422, fields]);
    }
    expect(await snapshot(p), locale).toBe(before);
  }
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
