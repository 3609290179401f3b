import { afterAll, beforeEach, expect, test } from 'vitest';
import { addresses, noDns, startDns } from '../../../../tests/support/dns.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { dns as records } from '../../../lib/contract/cdn/dns.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { type ZoneRow, zoneCaa } from './zoneCaa.ts';

const { domainId } = demo;
const zone = 'parvaz.example';
const net = await startDns();
afterAll(() => net[Symbol.asyncDispose]());
beforeEach(() => {
  net.mood(addresses.resolver, 'ok');
  net.zone(addresses.registry, 'example', []);
});

/** The demo domain without its own CAA record, unless one is passed; `issue` requests a certificate and runs the issuance. */
async function start(caa: string | null, env: Record<string, string> = {}) {
  const p = await startProvider({ env: { ...net.env, ...env } });
  const token = await p.signIn();
  const { id: recordId } = await storedOne(p, 'dnsRecord', { domainId, type: 'CAA' });
  if (caa === null) await p.ok(records.delete, { domainId, recordId }, { token });
  else await p.ok(records.update, { domainId, recordId, content: caa }, { token });
  const shown = async (sslId: string) => (await p.ok(ssl.list, { domainId }, { token })).ssl.find(({ id }) => id === sslId);
  return {
    p,
    token,
    recordId,
    shown,
    async issue(...hosts: string[]) {
      const { ssl: requested, taskId } = await p.ok(ssl.request, { domainId, hosts }, { token });
      await p.provider.services.jobs.runDue();
      const state = await shown(requested.id);
      return { id: requested.id, taskId, status: state?.status, reason: state?.reason?.code, message: state?.reason?.message };
    },
  };
}

test('a CAA record that only allows others blocks issuance, with the reason and the fix in four languages', async () => {
  const { p, token, recordId, issue, shown } = await start('0 issue "letsencrypt.org"');
  const { id, taskId, status, reason, message } = await issue('api');
  expect([status, reason]).toEqual(['failed', 'ssl:reason.caaOthers']);
  expect(message).toBe(
    'The CAA records of parvaz.example allow certificates for api.parvaz.example only from letsencrypt.org. Add the CAA record 0 issue "nasim.example", then try again.',
  );
  expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'failed', message });
  const messages = new Set<string>();
  for (const locale of locales) messages.add(JSON.stringify((await p.try(ssl.list, { domainId }, { token, locale })).body.ssl));
  expect(messages.size).toBe(locales.length);

  await p.ok(records.update, { domainId, recordId, content: '0 issue "nasim.example; account=1"' }, { token });
  await p.ok(ssl.request, { domainId, hosts: ['api'] }, { token });
  await p.provider.services.jobs.runDue();
  expect((await shown(id))?.status).toBe('active');
});

test.each([
  ['nobody', '0 issue ";"', ['api'], 'ssl:reason.caaNobody'],
  ['wildcards by nobody', '0 issuewild ";"', ['*'], 'ssl:reason.caaNobody'],
  ['wildcards by nobody, a plain name', '0 issuewild ";"', ['api'], undefined],
  ['one name of several', '0 issuewild ";"', ['api', '*.api'], 'ssl:reason.caaNobody'],
  ['a critical tag that nobody knows', '128 tbs "x"', ['api'], 'ssl:reason.caaCritical'],
])('%s', async (_name, caa, hosts, reason) => {
  const { issue } = await start(caa);
  expect((await issue(...hosts)).reason).toBe(reason);
});

test('the authority’s domain is the one of the environment', async () => {
  const { issue } = await start('0 issue "ca.other.example"', { CAA_ISSUER: 'CA.Other.example' });
  expect((await issue('api')).status).toBe('active');
});

test('the closest name with records decides, and names above the domain are queried', async () => {
  const above = { flags: 0, tag: 'issue', value: 'other.test' };
  net.zone(addresses.registry, 'example', [['example', 'CAA', above]]);
  const { p, token, issue } = await start(null);
  expect((await issue('api')).message).toMatch(
    /^The CAA records of example allow certificates for api\.parvaz\.example only from other\.test\./,
  );
  const record = { name: 'shop', type: 'CAA', content: '0 issue "nasim.example"', ttl: 'auto', proxy: false } as const;
  await p.ok(records.create, { domainId, ...record }, { token });
  expect((await issue(`a.shop.${zone}`)).status).toBe('active');
});

test('a delegated part of the zone is queried at its own servers', async () => {
  const sub = `away.${zone}`;
  net.delegate(sub, { 'ns1.away.test': addresses.old });
  net.zone(addresses.old, sub, [[`www.${sub}`, 'CAA', { flags: 0, tag: 'issue', value: 'other.test' }]]);
  const { p, token, issue } = await start(null);
  await p.ok(records.create, { domainId, name: 'away', type: 'NS', content: 'ns1.away.test', ttl: 'auto', proxy: false }, { token });
  expect((await issue(`www.${sub}`)).reason).toBe('ssl:reason.caaOthers');
  expect((await issue(`ftp.${sub}`)).status).toBe('active');
  net.delegate(sub, {});
});

test('without a response nothing is issued or refused, and it is retried', async () => {
  const { p, issue, shown } = await start(null);
  net.mood(addresses.resolver, 'servfail');
  const { id, status, reason } = await issue('api');
  expect([status, reason]).toEqual(['pending', 'ssl:reason.caaUnknown']);
  net.mood(addresses.resolver, 'ok');
  p.clock.now += 10_000;
  await p.provider.services.jobs.runDue();
  expect(await shown(id)).toMatchObject({ status: 'active' });
  expect((await shown(id))?.reason).toBeUndefined();
});

test('no response for the names above the domain delays a certificate, but doesn’t block it', async () => {
  const { p, issue, shown } = await start(null);
  net.mood(addresses.resolver, 'servfail');
  const { id } = await issue('api');
  for (const wait of [10_000, 20_000]) {
    expect(await shown(id)).toMatchObject({ status: 'pending', reason: { code: 'ssl:reason.caaUnknown' } });
    p.clock.now += wait;
    await p.provider.services.jobs.runDue();
  }
  expect(await shown(id)).toMatchObject({ status: 'active' });
});

test('no response for a delegated part blocks it: a record there may forbid it', async () => {
  const { p, token, issue, shown } = await start(null);
  await p.ok(records.create, { domainId, name: 'away', type: 'NS', content: 'ns1.away.test', ttl: 'auto', proxy: false }, { token });
  net.mood(addresses.resolver, 'servfail');
  const { id } = await issue(`www.away.${zone}`);
  for (const wait of [10_000, 20_000, 40_000]) {
    p.clock.now += wait;
    await p.provider.services.jobs.runDue();
  }
  expect(await shown(id)).toMatchObject({ status: 'pending', reason: { code: 'ssl:reason.caaUnknown' } });
});

test('a record of the zone that allows it needs no further query', async () => {
  const { issue } = await start('0 issue "nasim.example"', noDns);
  expect((await issue('api')).status).toBe('active');
});

const row = (name: string, type: string, content: string, proxy = false): ZoneRow => ({ name, type, content, proxy });
test.each([
  ['a name of its own', 'www.a.example', [row('www', 'CAA', '0 issue ";"')], ';'],
  ['a wildcard for what does not exist', 'x.y.a.example', [row('*', 'CAA', '0 issue "w.example"')], 'w.example'],
  ['no wildcard for what exists', 'x.a.example', [row('*', 'CAA', '0 issue ";"'), row('b.x', 'A', '192.0.2.1')], null],
  ['an alias inside', 'www.a.example', [row('www', 'CNAME', 'web.a.example'), row('web', 'CAA', '0 issue "i.example"')], 'i.example'],
  ['an alias to elsewhere', 'www.a.example', [row('www', 'CNAME', 'web.b.example')], '→ web.b.example'],
  ['an alias through the CDN', 'www.a.example', [row('www', 'CNAME', 'web.b.example', true)], null],
  ['the domain itself', 'a.example', [row('@', 'CNAME', 'web.b.example')], null],
  ['below a cut', 'x.sub.a.example', [row('sub', 'NS', 'ns.b.example')], '→ x.sub.a.example'],
  ['aliases in a circle', 'p.a.example', [row('p', 'CNAME', 'q.a.example'), row('q', 'CNAME', 'p.a.example')], null],
])('in a zone: %s', (_name, name, rows, expected) => {
  const found = zoneCaa(rows, 'a.example', name);
  expect(found.is === 'elsewhere' ? `→ ${found.name}` : (found.records[0]?.value ?? null)).toBe(expected);
});
