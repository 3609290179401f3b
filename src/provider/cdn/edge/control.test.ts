import { describe, expect, onTestFinished, test } from 'vitest';
import { compareAll, controlledEdge, readDesired, started } from '../../../../tests/support/edgeControl.ts';
import { whileRunning } from '../../../../tests/support/jobs.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import type { AnyCall } from '../../../lib/contract/call.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { customPage } from '../../../lib/contract/cdn/customPage.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { operatorEdge } from '../../../lib/contract/cdn/operatorEdge.ts';
import { optimization } from '../../../lib/contract/cdn/optimization.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { openStore } from '../../db/open.ts';
import { makeProvider } from '../../index.ts';
import { suspendDomains } from '../domainSuspension.ts';

const { domainId, planDomainId } = demo;

describe('a bundle', () => {
  test('without the key of the edges nothing is returned, and customers don’t see the calls', async () => {
    const { p, request, token } = await started();
    for (const key of [null, 'wrong', token]) {
      expect((await request('GET', '/edge/bundle', { key })).status).toBe(401);
      expect((await request('POST', '/edge/report', { key, body: {} })).status).toBe(401);
    }
    expect((await request('POST', '/edge/bundle')).status).toBe(404);
    const none = await startProvider();
    expect((await controlledEdge(none).request('GET', '/edge/bundle')).status).toBe(404);
    expect(await stored(p, 'edgeNode')).toEqual([]);
  });

  test('is everything at first, signed and zipped, and then only what changed', async () => {
    const { p, token, pull, request } = await started();
    const first = await pull();
    const names = first.domains.map(({ name }) => name);
    expect(first).toMatchObject({ full: true, removed: [] });
    expect(names).toContain('parvaz.example');
    expect(names.length).toBe((await stored(p, 'domain')).length);
    const own = first.domains.find(({ id }) => id === domainId);
    expect(own).toMatchObject({ version: 1, serving: 'on', allowedNetworks: [] });
    expect(own?.certificates[0]?.privateKey).toContain('BEGIN PRIVATE KEY');
    // Drafts stay in the portal.
    const rules = await p.ok(firewall.list, { domainId }, { token });
    expect(own?.config.firewall.rules.length).toBeLessThan(rules.rules.length);
    const zipped = await request('GET', '/edge/bundle', { zip: true });
    expect([zipped.headers.get('content-encoding'), zipped.headers.get('cache-control')]).toEqual(['gzip', 'no-store, no-transform']);

    // By it, an edge recognizes the answer to its own request.
    const nonce = 'n0nce "quoted"';
    const answered = await request('GET', `/edge/bundle?nonce=${encodeURIComponent(nonce)}`);
    expect(await answered.json()).toMatchObject({ full: true, nonce });

    const waiting = pull(first.cursor);
    await p.ok(dns.create, { domainId, name: 'live', type: 'A', content: '203.0.113.200', ttl: 'auto', proxy: true }, { token });
    // Other jobs may be due before the one that raises the version.
    const delta = await whileRunning(p, waiting);
    expect(delta).toMatchObject({ full: false, removed: [], domains: [{ id: domainId, version: 2 }] });
    expect(delta.cursor).not.toBe(first.cursor);
    expect(delta.domains[0]?.config.dns.map(({ name }) => name)).toContain('live');
    // Edges of an earlier version read one value of a rule.
    const { rule } = await p.ok(firewall.create, { domainId, kind: 'country', value: 'FR, DE', mode: 'deny', deploy: true }, { token });
    const later = await whileRunning(p, pull(delta.cursor));
    const sent = later.domains[0]?.config.firewall.rules.filter(({ id }) => id === rule.id);
    expect(sent?.map(({ value }) => value)).toEqual(['DE', 'FR']);
    // It is bound to its request.
    const response = await request('GET', `/edge/bundle?since=x.1&nonce=${encodeURIComponent('n"1')}`);
    expect(await response.json()).toMatchObject({ since: 'x.1', nonce: 'n"1' });
    // A cursor that isn't known here gets everything.
    for (const cursor of ['', 'x.1', `${delta.cursor}9`]) expect((await pull(cursor)).full).toBe(true);
  });

  test('a waiting edge is answered when the process stops', async () => {
    const { p, pull } = await started();
    const first = await pull();
    const waiting = pull(first.cursor);
    await p.provider.drain();
    expect(await waiting).toMatchObject({ full: false, domains: [], cursor: first.cursor });
  });
});

describe('a change raises the version once', () => {
  const pageExample = customPage.create.example;
  const changes: [string, AnyCall, object?][] = [
    ['a record', dns.create],
    ['a firewall rule', firewall.toggleDeploy],
    ['the default of the firewall', firewall.mode, { domainId, defaultMode: 'deny', confirmSelfBlock: true }],
    ['a firewall group', firewallGroup.edit, { groupId: demo.firewallGroupId, ipAddresses: ['198.51.100.9'] }],
    ['DDoS protection', ddos.underAttack],
    ['a rate limit', rateLimit.toggleDeploy],
    ['the WAF', waf.mode],
    ['a WAF exception', waf.deployException],
    ['a page rule', pageRule.reorder],
    ['HTTPS', https.backendProtocol],
    ['the cache', cache.developmentMode],
    ['optimization', optimization.update, { domainId, imageQuality: 55 }],
    ['a cluster', cluster.edit],
    ['a custom page', customPage.create, { ...pageExample, enabled: true }],
    ['a certificate', ssl.detach],
    ['a purge', cache.delete],
    ['a pause', domain.toggle],
  ];

  test('of every area; a draft, and anything that edges don’t act on, raises nothing', async () => {
    const { p, token, pull } = await started();
    let { cursor } = await pull();
    let version = 1;
    for (const [name, call, input = call.example as object] of changes) {
      await p.ok(call, input as never, { token });
      await expect.poll(async () => (await readDesired(p)).wantedVersion, { message: name }).toBe(version + 1);
      await compareAll(p);
      await p.provider.services.jobs.runDue();
      expect(await readDesired(p), name).toMatchObject({ wantedVersion: ++version, observedVersion: version, status: 'done' });
      const delta = await pull(cursor);
      expect([name, delta.domains.find(({ id }) => id === domainId)?.version]).toEqual([name, version]);
      ({ cursor } = delta);
    }
    await p.ok(firewall.create, firewall.create.example as never, { token });
    await p.ok(waf.createRule, waf.createRule.example as never, { token });
    await compareAll(p);
    expect((await readDesired(p)).wantedVersion).toBe(version);
  });

  test('of a suspension, which stops the domain, and of its removal, which edges have to forget', async () => {
    const { p, token, pull } = await started();
    const first = await pull();
    const owner = await storedOne(p, 'domain', { id: planDomainId });
    const job = { now: p.clock.now, newId: () => crypto.randomUUID(), services: p.provider.services };
    await p.store.write('t', (tx) => suspendDomains(tx, job, { accountId: owner.accountId, reason: 'cap', domainId: planDomainId }));
    await expect.poll(async () => (await readDesired(p, planDomainId)).wantedVersion).toBe(2);
    await p.provider.services.jobs.runDue();
    const second = await pull(first.cursor);
    expect(second.domains).toMatchObject([{ id: planDomainId, version: 2, serving: 'stopped' }]);
    const { name } = first.domains.find(({ id }) => id === domainId) ?? { name: '' };
    await p.ok(domain.delete, { domainId, confirm: name }, { token });
    await expect.poll(async () => (await readDesired(p)).isRemoved).toBe(true);
    await p.provider.services.jobs.runDue();
    expect(await pull(second.cursor)).toMatchObject({ full: false, domains: [], removed: [{ id: domainId, version: 2 }] });
    expect((await pull()).domains.map(({ id }) => id)).not.toContain(domainId);
  });
});

describe('a report', () => {
  test('connects an edge for a minute, and ends purges that every connected edge has', async () => {
    const { p, token, report } = await started();
    const second = controlledEdge(p, 'edge-2');
    const edge = async () => (await p.ok(provider.capabilities, {})).capabilities.edge;
    expect(await edge()).toBe('none');
    expect((await report({ [domainId]: 1 })).status).toBe(200);
    expect((await second.report({ [domainId]: 1 })).status).toBe(200);
    expect(await edge()).toBe('connected');

    const { deletion } = await p.ok(cache.delete, { domainId, scope: 'all', items: [] }, { token });
    await expect.poll(async () => (await readDesired(p)).wantedVersion).toBe(2);
    await p.provider.services.jobs.runDue();
    const state = async () => (await p.ok(cache.deleteHistory, { domainId }, { token })).items.find(({ id }) => id === deletion.id)?.state;
    await report({ [domainId]: 2 });
    expect(await state()).toBe('waiting');
    await second.report({ [domainId]: 2 });
    expect(await state()).toBe('done');

    p.clock.now += 61_000;
    expect(await edge()).toBe('none');
  });

  test('of a place says what an edge serves, without its versions; a purge shows how far it is, and where it isn’t yet', async () => {
    const { p, token, report } = await started();
    const operator = { token: await p.signInOperator() };
    const second = controlledEdge(p, 'edge-2');
    const place = async () => {
      const rows = await stored(p, 'edgePolicy');
      return Math.max(...rows.map((row) => row.place));
    };
    const shown = async () => (await p.ok(domain.get, { domainId }, { token })).domain.edge;
    await report({}, {}, { place: await place() });
    expect(await shown()).toEqual({ status: 'deployed', edges: 1, confirmed: 1 });
    // Of another database, or of this one before it was restored.
    await second.report({}, {}, { place: (await place()) + 10 });
    expect(await shown()).toMatchObject({ edges: 2, confirmed: 1 });
    const { placeId } = await p.ok(operatorEdge.savePlace, operatorEdge.savePlace.example, operator);
    const { edges } = await p.ok(operatorEdge.list, {}, operator);
    const form = {
      edgeId: 'edge-2',
      name: 'Edge 2',
      placeId,
      addresses: [],
      version: edges.find(({ id }) => id === 'edge-2')?.version ?? -1,
    };
    await p.ok(operatorEdge.update, form, operator);
    await second.report({}, {}, { place: await place() });

    const purge = async () => (await p.ok(cache.deleteHistory, { domainId }, { token })).items[0];
    await p.ok(cache.delete, { domainId, scope: 'all', items: [] }, { token });
    expect(await purge()).toMatchObject({ state: 'waiting', edge: { edges: 2, confirmed: 0 } });
    await expect.poll(async () => (await readDesired(p)).wantedVersion).toBe(2);
    await p.provider.services.jobs.runDue();
    await report({}, {}, { place: await place() });
    const waitingFor = [operatorEdge.savePlace.example.name];
    expect(await purge()).toMatchObject({ state: 'waiting', edge: { edges: 2, confirmed: 1, waitingFor } });
    expect(await shown()).toEqual({ status: 'deploying', edges: 2, confirmed: 1, waitingFor });
    const refusal = { version: 2, reason: 'x' };
    await second.report({ [domainId]: 1 }, { [domainId]: refusal }, { place: await place() });
    expect(await purge()).toMatchObject({ state: 'waiting', edge: { confirmed: 1 } });
    await second.report({ [domainId]: 2 }, {}, { place: await place() });
    const done = await purge();
    expect([done?.state, done?.edge]).toEqual(['done', undefined]);
  });

  test('says whether all connected edges know the countries of visitors', async () => {
    const { p, report } = await started();
    const second = controlledEdge(p, 'edge-2');
    const places = async () => (await p.ok(provider.capabilities, {})).capabilities.places;
    expect(await places()).toBe('unknown');
    await report({}, {}, { places: true });
    expect(await places()).toBe('connected');
    // An edge of an older version doesn't report it.
    await second.report({});
    expect(await places()).toBe('unknown');
    await second.report({}, {}, { places: false });
    expect(await places()).toBe('none');
  });

  test('says what is live: once every connected edge has a change, and never one that an edge refused', async () => {
    const { p, token, report, pull } = await started();
    const second = controlledEdge(p, 'edge-2');
    const shown = async () => (await p.ok(domain.get, { domainId }, { token })).domain.edge;
    const publish = async () => {
      await expect.poll(async () => (await readDesired(p)).wantedVersion).toBe(2);
      await p.provider.services.jobs.runDue();
    };
    expect(await shown()).toBeUndefined();
    await report({ [domainId]: 1 });
    expect(await shown()).toEqual({ status: 'deployed', edges: 1, confirmed: 1 });
    await second.report({});
    expect(await shown()).toEqual({ status: 'deploying', edges: 2, confirmed: 1 });
    await second.report({ [domainId]: 1 });
    await pull();

    await p.ok(rateLimit.toggleDeploy, rateLimit.toggleDeploy.example, { token });
    // Also before the change has become a version.
    expect(await shown()).toEqual({ status: 'deploying', edges: 2, confirmed: 0 });
    await publish();
    await report({ [domainId]: 2 });
    expect(await shown()).toEqual({ status: 'deploying', edges: 2, confirmed: 1 });
    const refusal = { version: 2, reason: 'certificate c: no start line', cause: 'certificate' } as const;
    await second.report({ [domainId]: 1 }, { [domainId]: refusal });
    expect(await shown()).toMatchObject({ status: 'failed', edges: 2, confirmed: 1, reason: { code: 'deploy:reason.edgeCertificate' } });
    const states = async () => {
      const { posture } = await p.ok(domain.posture, { domainId }, { token });
      return Object.fromEntries(posture.map(({ area, state, reason }) => [area, `${state} ${reason}`]));
    };
    expect(await states()).toMatchObject({ certificate: 'critical certificate.refused', cache: 'saved cache.withQuery' });
    const { body } = await p.try(domain.get, { domainId }, { token, locale: 'es' });
    expect(JSON.stringify(body)).toContain('Sustituye el certificado');
    await second.report({ [domainId]: 1 }, { [domainId]: { version: 2, reason: 'x' } });
    expect(await states()).toMatchObject({ setup: 'critical setup.edgePolicy' });
    await second.report({ [domainId]: 2 });
    expect(await shown()).toEqual({ status: 'deployed', edges: 2, confirmed: 2 });
    expect(await states()).toMatchObject({ cache: 'ok cache.withQuery' });
    p.clock.now += 61_000;
    expect(await shown()).toBeUndefined();
  });

  test('that can’t be read is refused', async () => {
    const { p, request } = await started();
    for (const body of [{}, { edgeId: '../x', hostname: '', versions: {}, refused: {}, startedAt: 1 }])
      expect((await request('POST', '/edge/report', { body })).status).toBe(422);
    expect(await stored(p, 'edgeNode')).toEqual([]);
  });

  test('of an edge that is ahead, because the database was restored, makes the next version a newer one', async () => {
    const { p, token, report } = await started();
    await report({ [domainId]: 41 });
    await p.provider.services.jobs.runDue();
    expect(await readDesired(p)).toMatchObject({ wantedVersion: 42, observedVersion: 42, status: 'done' });
    // What it holds of a rule is from before the restore, so no rule is live on it.
    const { rules } = await p.ok(rateLimit.list, { domainId }, { token });
    expect(rules[0]?.edge).toEqual({ status: 'deploying', edges: 1, confirmed: 0 });
  });
});

test('after a crash between a change and its comparison, the next process publishes it', async () => {
  const { p, pull } = await started();
  const { cursor } = await pull();
  // Written without this process noticing.
  await updateStored(p, 'domain', { id: domainId }, { status: 'inactive' });
  const store = await openStore({ file: `${p.env.DATA_DIR}/nasim.sqlite`, databaseUrl: p.databaseUrl, durable: false });
  const next = await makeProvider({ env: p.env, store, clock: () => p.clock.now });
  onTestFinished(() => next.stop());
  await compareAll({ store, provider: next });
  const delta = await controlledEdge({ provider: next }).pull(cursor);
  expect(delta.domains).toMatchObject([{ id: domainId, version: 2, config: { domain: { status: 'inactive' } } }]);
  expect(await readDesired(p)).toMatchObject({ wantedVersion: 2, observedVersion: 2, status: 'done' });
});
