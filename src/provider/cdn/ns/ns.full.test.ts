import { expect, onTestFinished, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startDns } from '../../../../tests/support/dns.ts';
import { defaults, first, own, second, started } from '../../../../tests/support/nsCases.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { cdnJobs } from '../jobs.ts';

const { domainId } = demo;

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

test('the scheduled check of the domain activates them, and the domain stays active', async () => {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  const { p, token, get, update } = await started(internet.env);
  await update();
  internet.delegate('parvaz.example', { 'ns1.parvaz.example': '198.51.100.53', 'ns2.parvaz.example': '203.0.113.53' });
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, cdnJobs.checkDomain, { domainId }));
  await p.provider.services.jobs.runDue();
  expect((await get()).status).toBe('active');
  expect((await p.ok(domain.get, { domainId }, { token })).domain).toMatchObject({ status: 'active', nameServers: own });
  const rows = await stored(p, 'changeLog', { entityType: 'nameServers', actorType: 'system' });
  expect(rows.map(({ after }) => JSON.parse(after ?? '').status)).toEqual(['active']);
});

test('name servers that a domain has anyway don’t verify it: only the default ones do', async () => {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  const { p, token, update } = await started(internet.env);
  const state = async () => (await p.ok(domain.get, { domainId }, { token })).domain.status;
  const set = (status: 'pendingNsChange' | 'active') => updateStored(p, 'domain', { id: domainId }, { status });
  internet.delegate('parvaz.example', { 'ns1.parvaz.example': '198.51.100.53', 'ns2.parvaz.example': '203.0.113.53' });
  await set('pendingNsChange');
  const refused = await p.try(ns.update, { domainId, first, second }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, 'ns:error.notVerified']);
  // Requested while it was active, before it moved away.
  await set('active');
  await update();
  await set('pendingNsChange');
  await p.ok(ns.verify, { domainId }, { token });
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, cdnJobs.checkDomain, { domainId }));
  await p.provider.services.jobs.runDue();
  expect(await state()).toBe('pendingNsChange');
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
