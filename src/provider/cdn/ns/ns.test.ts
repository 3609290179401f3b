import { expect, onTestFinished, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startDns } from '../../../../tests/support/dns.ts';
import { defaults, first, own, second, started } from '../../../../tests/support/nsCases.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { domainId } = demo;

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
  const checkedAt = new Date(p.clock.now).toISOString();
  expect((await verify()).nameServers).toMatchObject({ status: 'pending', found: defaults, checkedAt });
  internet.delegate('parvaz.example', { 'NS1.parvaz.example': '198.51.100.53', 'ns2.parvaz.example': '203.0.113.53' });
  expect((await verify()).nameServers).toMatchObject({ status: 'active', found: own, answered: own });
  expect(await get()).toMatchObject({ status: 'active' });
  const notices = await stored(p, 'notification', { title: 'ns:notice.title' });
  expect(notices).toMatchObject([{ link: '/domains/parvaz.example/dns/ns' }]);
});

test('no response from the registry changes nothing, and is reported', async () => {
  const { p, token, get, update } = await started();
  await update();
  const before = await get();
  expect(await p.try(ns.verify, { domainId }, { token })).toMatchObject({ status: 409, body: { code: 'ns:error.unreachable' } });
  expect(await get()).toEqual(before);
});

test('no change can remove an address that the name servers need', async () => {
  const { p, token, update: save, records } = await started();
  await save();
  const before = await snapshot(p);
  const { records: all } = await p.ok(dns.list, { domainId, q: 'ns2' }, { token });
  const recordId = all[0]?.id ?? '';
  const update = (change: object) => p.try(dns.update, { domainId, recordId, ...change }, { token });
  const file = new File(['ns2 IN A 203.0.113.98\n'], 'zone.txt');
  const refused = [
    await p.try(dns.delete, { domainId, recordId }, { token }),
    await update({ content: '203.0.113.99' }),
    await update({ proxy: true }),
    await update({ name: 'elsewhere' }),
    await p.try(zone.import, { domainId, usage: 'zone', conflict: 'replace' }, { token, file }),
  ];
  for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'ns:error.recordNeeded']);
  expect(await snapshot(p)).toBe(before);
  // The customer may change the TTL.
  await p.ok(dns.update, { domainId, recordId, ttl: 300 }, { token });
  await p.ok(ns.reset, { domainId }, { token });
  expect(await records()).toEqual([]);
  const logged = (await stored(p, 'changeLog', { group: 'ns' })).map((entry) => [entry.before, entry.after]);
  expect(logged.map((states) => states.map((json) => JSON.parse(json ?? '').status))).toEqual([
    ['off', 'pending'],
    ['pending', 'off'],
  ]);
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
  const idOf = async (name: string) => (await storedOne(p, 'domain', { name })).id;
  const free = await idOf('rosewater.example');
  expect((await p.ok(ns.get, { domainId: free }, { token })).gate).toEqual({ allowed: false, reason: 'plan', requiredPlan: 'pro' });
  const before = await snapshot(p);
  expect(await p.try(ns.update, { domainId: free, first, second }, { token })).toMatchObject({
    status: 402,
    body: { code: 'plan:required', requiredPlan: 'pro' },
  });
  expect(await snapshot(p)).toBe(before);
  expect((await p.ok(ns.get, { domainId: await idOf('atlas-shop.example') }, { token })).gate).toEqual({ allowed: true });
  const added = { name: 'forushgah.ir', plan: 'free', acceptTerms: true, termsVersion: '2026-11' } as const;
  const iran = (await p.ok(domain.add, added, { token })).domain.id;
  const refused = await p.try(ns.update, { domainId: iran, first, second }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, 'plan:tldLacks']);
});
