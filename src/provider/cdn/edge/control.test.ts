import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
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
import { optimization } from '../../../lib/contract/cdn/optimization.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { type EdgeBundle, type EdgeReport, signatureHeader } from '../../../lib/rules/cdn/edge/bundle.ts';
import { edgeKeys } from '../../core/edgeKeys.ts';
import { openStore } from '../../db/open.ts';
import { makeProvider } from '../../index.ts';
import { suspendDomains } from '../domain/suspend.ts';

const { domainId, planDomainId } = demo;

/** A provider whose policies have been published once. */
async function started() {
  const p = await startProvider({ env: { EDGE_DRIVER: 'node' } });
  await compareAll(p);
  const token = await p.signIn();
  return { p, token, ...edgeOf(p) };
}

async function compareAll({ store, provider: { services } }: Pick<TestProvider, 'store' | 'provider'>): Promise<void> {
  await store.write('t', (tx) => services.jobs.enqueue(tx, 'edge.compare'));
  await services.jobs.runDue();
}

/** An edge, as far as the portal sees it. */
function edgeOf({ provider: of }: Pick<TestProvider, 'provider'>, id = 'edge-1') {
  const { env, secrets } = of.services;
  const keys = edgeKeys(env, secrets);
  const ask = (method: string, path: string, options: { body?: unknown; key?: string | null; zip?: boolean } = {}) => {
    const { body, key = keys.key, zip = false } = options;
    const left = new AbortController();
    onTestFinished(() => left.abort());
    return of.answer(
      new Request(`http://provider${path}`, {
        method,
        signal: left.signal,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(zip && { 'accept-encoding': 'gzip' }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      { ip: '192.0.2.9' },
    );
  };
  return {
    ask,
    async pull(since?: string): Promise<EdgeBundle> {
      const response = await ask('GET', `/edge/bundle${since ? `?since=${since}` : ''}`);
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      const key = createPublicKey({ key: Buffer.from(keys.verifying, 'base64'), format: 'der', type: 'spki' });
      expect(verify(null, bytes, key, Buffer.from(response.headers.get(signatureHeader) ?? '', 'base64'))).toBe(true);
      return JSON.parse(bytes.toString()) as EdgeBundle;
    },
    report(versions: Record<string, number>, refused: EdgeReport['refused'] = {}, more: Partial<EdgeReport> = {}) {
      const body = { edgeId: id, hostname: '127.0.0.1:8080', versions, refused, startedAt: 1, ...more } satisfies EdgeReport;
      return ask('POST', '/edge/report', { body });
    },
  };
}

const wantedOf = async ({ store }: Pick<TestProvider, 'store'>, id: string = domainId) =>
  store.reader
    .selectFrom('desired')
    .select(['wantedVersion', 'observedVersion', 'status', 'isRemoved'])
    .where('id', '=', `edge:${id}`)
    .executeTakeFirstOrThrow();

describe('a bundle', () => {
  test('without the key of the edges nothing is returned, and customers don’t see the calls', async () => {
    const { p, ask, token } = await started();
    for (const key of [null, 'wrong', token]) {
      expect((await ask('GET', '/edge/bundle', { key })).status).toBe(401);
      expect((await ask('POST', '/edge/report', { key, body: {} })).status).toBe(401);
    }
    expect((await ask('POST', '/edge/bundle')).status).toBe(404);
    const none = await startProvider();
    expect((await edgeOf(none).ask('GET', '/edge/bundle')).status).toBe(404);
    expect(await p.store.reader.selectFrom('edgeNode').selectAll().execute()).toEqual([]);
  });

  test('is everything at first, signed and zipped, and then only what changed', async () => {
    const { p, token, pull, ask } = await started();
    const first = await pull();
    const names = first.domains.map(({ name }) => name);
    expect(first).toMatchObject({ full: true, removed: [] });
    expect(names).toContain('parvaz.example');
    expect(names.length).toBe((await p.store.reader.selectFrom('domain').select('id').execute()).length);
    const own = first.domains.find(({ id }) => id === domainId);
    expect(own).toMatchObject({ version: 1, serving: 'on', allowedNetworks: [] });
    expect(own?.certificates[0]?.privateKey).toContain('BEGIN PRIVATE KEY');
    // Drafts stay in the portal.
    const rules = await p.ok(firewall.list, { domainId }, { token });
    expect(own?.config.firewall.rules.length).toBeLessThan(rules.rules.length);
    const zipped = await ask('GET', '/edge/bundle', { zip: true });
    expect([zipped.headers.get('content-encoding'), zipped.headers.get('cache-control')]).toEqual(['gzip', 'no-store, no-transform']);

    const waiting = pull(first.cursor);
    await p.ok(dns.create, { domainId, name: 'live', type: 'A', content: '203.0.113.200', ttl: 'auto', proxy: true }, { token });
    await expect.poll(() => p.provider.services.jobs.runDue()).toBeGreaterThan(0);
    const delta = await waiting;
    expect(delta).toMatchObject({ full: false, removed: [], domains: [{ id: domainId, version: 2 }] });
    expect(delta.cursor).not.toBe(first.cursor);
    expect(delta.domains[0]?.config.dns.map(({ name }) => name)).toContain('live');
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
      await expect.poll(async () => (await wantedOf(p)).wantedVersion, { message: name }).toBe(version + 1);
      await compareAll(p);
      await p.provider.services.jobs.runDue();
      expect(await wantedOf(p), name).toMatchObject({ wantedVersion: ++version, observedVersion: version, status: 'done' });
      const delta = await pull(cursor);
      expect([name, delta.domains.find(({ id }) => id === domainId)?.version]).toEqual([name, version]);
      ({ cursor } = delta);
    }
    await p.ok(firewall.create, firewall.create.example as never, { token });
    await p.ok(waf.createRule, waf.createRule.example as never, { token });
    await compareAll(p);
    expect((await wantedOf(p)).wantedVersion).toBe(version);
  });

  test('of a suspension, which stops the domain, and of its removal, which edges have to forget', async () => {
    const { p, token, pull } = await started();
    const first = await pull();
    const owner = await p.store.reader.selectFrom('domain').select('accountId').where('id', '=', planDomainId).executeTakeFirstOrThrow();
    const job = { now: p.clock.now, newId: () => crypto.randomUUID(), services: p.provider.services };
    await p.store.write('t', (tx) => suspendDomains(tx, job, { accountId: owner.accountId, reason: 'cap', domainId: planDomainId }));
    await expect.poll(async () => (await wantedOf(p, planDomainId)).wantedVersion).toBe(2);
    await p.provider.services.jobs.runDue();
    const second = await pull(first.cursor);
    expect(second.domains).toMatchObject([{ id: planDomainId, version: 2, serving: 'stopped' }]);
    const { name } = first.domains.find(({ id }) => id === domainId) ?? { name: '' };
    await p.ok(domain.delete, { domainId, confirm: name }, { token });
    await expect.poll(async () => (await wantedOf(p)).isRemoved).toBe(1);
    await p.provider.services.jobs.runDue();
    expect(await pull(second.cursor)).toMatchObject({ full: false, domains: [], removed: [{ id: domainId, version: 2 }] });
    expect((await pull()).domains.map(({ id }) => id)).not.toContain(domainId);
  });
});

describe('a report', () => {
  test('connects an edge for a minute, and ends purges that every connected edge has', async () => {
    const { p, token, report } = await started();
    const second = edgeOf(p, 'edge-2');
    const edge = async () => (await p.ok(provider.capabilities, {})).capabilities.edge;
    expect(await edge()).toBe('none');
    expect((await report({ [domainId]: 1 })).status).toBe(200);
    expect((await second.report({ [domainId]: 1 })).status).toBe(200);
    expect(await edge()).toBe('connected');

    const { deletion } = await p.ok(cache.delete, { domainId, scope: 'all', items: [] }, { token });
    await expect.poll(async () => (await wantedOf(p)).wantedVersion).toBe(2);
    await p.provider.services.jobs.runDue();
    const state = async () => (await p.ok(cache.deleteHistory, { domainId }, { token })).items.find(({ id }) => id === deletion.id)?.state;
    await report({ [domainId]: 2 });
    expect(await state()).toBe('waiting');
    await second.report({ [domainId]: 2 });
    expect(await state()).toBe('done');

    p.clock.now += 61_000;
    expect(await edge()).toBe('none');
  });

  test('says whether all connected edges know the countries of visitors', async () => {
    const { p, report } = await started();
    const second = edgeOf(p, 'edge-2');
    const places = async () => (await p.ok(provider.capabilities, {})).capabilities.places;
    expect(await places()).toBe('unknown');
    await report({}, {}, { places: true });
    expect(await places()).toBe('connected');
    // An edge of an older version doesn't say it.
    await second.report({});
    expect(await places()).toBe('unknown');
    await second.report({}, {}, { places: false });
    expect(await places()).toBe('none');
  });

  test('says what is live: once every connected edge has a change, and never one that an edge refused', async () => {
    const { p, token, report, pull } = await started();
    const second = edgeOf(p, 'edge-2');
    const shown = async () => (await p.ok(domain.get, { domainId }, { token })).domain.edge;
    const publish = async () => {
      await expect.poll(async () => (await wantedOf(p)).wantedVersion).toBe(2);
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

  test('says of each rule what is live: an edge that is behind with another one keeps no rule from being live', async () => {
    const { p, token, report } = await started();
    const second = edgeOf(p, 'edge-2');
    const [login, api] = demo.rateLimitIds;
    const list = async () => (await p.ok(rateLimit.list, { domainId }, { token })).rules;
    const shown = async () => Object.fromEntries((await list()).map(({ id, deployStatus, edge }) => [id, { deployStatus, edge }]));
    const toggle = (ruleId: string, deploy: boolean) => p.ok(rateLimit.toggleDeploy, { domainId, ruleId, deploy }, { token });
    const publish = async (version: number) => {
      await expect.poll(async () => (await wantedOf(p)).wantedVersion).toBe(version);
      await p.provider.services.jobs.runDue();
    };
    const deploying = (confirmed: number) => ({ deployStatus: 'deploying', edge: { status: 'deploying', edges: 2, confirmed } });
    const live = { deployStatus: 'deployed', edge: { status: 'deployed', edges: 2, confirmed: 2 } };
    const draft = { deployStatus: 'draft' };
    expect(await shown()).toEqual({ [login]: { deployStatus: 'saved' }, [api]: draft });
    await report({ [domainId]: 1 });
    await second.report({ [domainId]: 1 });
    expect(await shown()).toEqual({ [login]: live, [api]: draft });

    await toggle(api, true);
    // Also before the change has become a version.
    expect(await shown()).toEqual({ [login]: live, [api]: deploying(0) });
    await publish(2);
    await report({ [domainId]: 2 });
    expect(await shown()).toEqual({ [login]: live, [api]: deploying(1) });
    // The next change, while the second edge is still behind: each rule waits for its own.
    await toggle(login, false);
    await publish(3);
    await second.report({ [domainId]: 2 });
    expect(await shown()).toEqual({ [login]: deploying(0), [api]: live });
    // A rule that was turned off acts until every edge has forgotten it.
    await report({ [domainId]: 3 });
    expect(await shown()).toEqual({ [login]: deploying(1), [api]: live });
    await second.report({ [domainId]: 2 }, { [domainId]: { version: 3, reason: 'x' } });
    expect(await shown()).toMatchObject({ [login]: { deployStatus: 'failed', edge: { confirmed: 1 } }, [api]: live });
    await second.report({ [domainId]: 3 });
    expect(await shown()).toEqual({ [login]: draft, [api]: live });

    // A draft, and a change of another list, put nothing of a rule on its way.
    await p.ok(rateLimit.update, { domainId, ruleId: api, requestCount: 7 }, { token });
    await p.ok(https.backendProtocol, https.backendProtocol.example, { token });
    await publish(4);
    expect(await shown()).toEqual({ [login]: draft, [api]: live });
    expect((await p.ok(domain.get, { domainId }, { token })).domain.edge?.status).toBe('deploying');
    await p.ok(rateLimit.reorder, { domainId, ids: [api, login] }, { token });
    expect(await shown()).toMatchObject({ [api]: deploying(0) });
    await publish(5);
    await report({ [domainId]: 5 });
    // The second edge stops reporting: it no longer counts.
    p.clock.now += 40_000;
    await report({ [domainId]: 5 });
    p.clock.now += 40_000;
    expect(await shown()).toEqual({
      [login]: draft,
      [api]: { deployStatus: 'deployed', edge: { status: 'deployed', edges: 1, confirmed: 1 } },
    });
  });

  test('says of the rules of every list what is live, and of those from before versions of rules what is of their domain', async () => {
    const { p, token, report } = await started();
    await p.store.write('t', (tx) => tx.updateTable('edgeItem').set({ edgeVersion: null }).execute());
    const lists = async () => [
      (await p.ok(firewall.list, { domainId }, { token })).rules,
      (await p.ok(pageRule.list, { domainId }, { token })).paths,
      (await p.ok(waf.rules, { domainId }, { token })).rules,
      (await p.ok(waf.exceptions, { domainId }, { token })).exceptions,
      (await p.ok(rateLimit.list, { domainId }, { token })).rules,
    ];
    const shown = async () =>
      (await lists()).map((rules) => [...new Set(rules.flatMap(({ deploy, deployStatus }) => (deploy ? deployStatus : [])))]);
    await report({});
    expect(await shown()).toEqual(Array(5).fill(['deploying']));
    await report({ [domainId]: 1 });
    expect(await shown()).toEqual(Array(5).fill(['deployed']));
  });

  test('never says more of a domain than of the rule that changed last: its state is the worst of its rules', async () => {
    const { p, token, report } = await started();
    const edges = [{ report }, edgeOf(p, 'edge-2')];
    const worst = ['draft', 'deployed', 'deploying', 'failed'];
    const held = [1, 1];
    for (const [n, edge] of edges.entries()) await edge.report({ [domainId]: held[n] ?? 0 });
    let version = 1;
    const isOn = new Map<string, boolean>(demo.rateLimitIds.map((id, n) => [id, n === 0]));
    // Which rule changes, or which edge reports: that it is up to date, that it is one version behind, or that it refuses the newest.
    const steps = [
      'change 0',
      'full 0',
      'change 1',
      'late 1',
      'full 0',
      'refuse 1',
      'change 0',
      'full 1',
      'full 0',
      'change 1',
      'change 0',
    ];
    for (const step of [...steps, 'late 0', 'late 1', 'full 0', 'refuse 1', 'full 1', 'change 1', 'refuse 0', 'full 1', 'full 0']) {
      const [what, which] = [step.split(' ')[0], Number(step.at(-1))];
      if (what === 'change') {
        const ruleId = demo.rateLimitIds[which] ?? '';
        const deploy = !isOn.get(ruleId);
        isOn.set(ruleId, deploy);
        await p.ok(rateLimit.toggleDeploy, { domainId, ruleId, deploy }, { token });
        version++;
        await expect.poll(async () => (await wantedOf(p)).wantedVersion).toBe(version);
        await p.provider.services.jobs.runDue();
      } else {
        if (what !== 'refuse') held[which] = Math.max(held[which] ?? 0, what === 'full' ? version : version - 1);
        const refused = what === 'refuse' && (held[which] ?? 0) < version ? { [domainId]: { version, reason: 'x' } } : {};
        await edges[which]?.report({ [domainId]: held[which] ?? 0 }, refused);
      }
      const { rules } = await p.ok(rateLimit.list, { domainId }, { token });
      const ofRules = Math.max(...rules.map(({ deployStatus = '' }) => worst.indexOf(deployStatus)));
      const ofDomain = worst.indexOf((await p.ok(domain.get, { domainId }, { token })).domain.edge?.status ?? '');
      expect([step, worst[Math.max(ofRules, 1)]]).toEqual([step, worst[ofDomain]]);
    }
  });

  test('of an edge that is ahead, because the database was restored, makes the next version a newer one', async () => {
    const { p, token, report } = await started();
    await report({ [domainId]: 41 });
    await p.provider.services.jobs.runDue();
    expect(await wantedOf(p)).toMatchObject({ wantedVersion: 42, observedVersion: 42, status: 'done' });
    // What it holds of a rule is from before the restore, so no rule is live on it.
    const { rules } = await p.ok(rateLimit.list, { domainId }, { token });
    expect(rules[0]?.edge).toEqual({ status: 'deploying', edges: 1, confirmed: 0 });
  });

  test('that can’t be read is refused', async () => {
    const { p, ask } = await started();
    for (const body of [{}, { edgeId: '../x', hostname: '', versions: {}, refused: {}, startedAt: 1 }])
      expect((await ask('POST', '/edge/report', { body })).status).toBe(422);
    expect(await p.store.reader.selectFrom('edgeNode').selectAll().execute()).toEqual([]);
  });
});

test('after a crash between a change and its comparison, the next process publishes it', async () => {
  const { p, pull } = await started();
  const { cursor } = await pull();
  // Written without this process noticing.
  await p.store.write('t', (tx) => tx.updateTable('domain').set({ status: 'inactive' }).where('id', '=', domainId).execute());
  const store = await openStore({ file: `${p.env.DATA_DIR}/nasim.sqlite`, databaseUrl: p.databaseUrl, durable: false });
  const next = await makeProvider({ env: p.env, store, clock: () => p.clock.now });
  onTestFinished(() => next.stop());
  await compareAll({ store, provider: next });
  const delta = await edgeOf({ provider: next }).pull(cursor);
  expect(delta.domains).toMatchObject([{ id: domainId, version: 2, config: { domain: { status: 'inactive' } } }]);
  expect(await wantedOf(p)).toMatchObject({ wantedVersion: 2, observedVersion: 2, status: 'done' });
});
