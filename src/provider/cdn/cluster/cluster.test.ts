import { describe, expect, test } from 'vitest';
import { started as edgeStarted } from '../../../../tests/support/edgeControl.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { maxClusters } from '../../../lib/rules/cdn/cluster/options.ts';
import { ownedDomain } from '../../db/owned.ts';
import { loadEdgeConfig } from '../policy/config.ts';

const { domainId, clusterId, freeClusterId, recordId } = demo;
const draft = {
  name: 'Shop',
  servers: [{ address: '203.0.113.31', weight: 2 }, { address: '203.0.113.32' }],
  port: 443,
  protocol: 'https' as const,
  algorithm: 'roundRobin' as const,
};

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  return {
    p,
    token,
    list: async () => (await p.ok(cluster.list, { domainId }, { token })).clusters,
    create: async (change: object = {}) => (await p.ok(cluster.create, { domainId, ...draft, ...change }, { token })).cluster,
    attempt: (change: object) => p.try(cluster.create, { domainId, ...draft, ...change }, { token }),
  };
}

describe('a cluster', () => {
  test('is created, read, edited and deleted, with one change log entry each', async () => {
    const { p, token, create, list } = await started();
    const made = await create({ monitoring: { requestType: 'http', sentHeaders: { 'X-Key': 'secret' } } });
    expect(made).toMatchObject({
      ...draft,
      servers: [
        { address: '203.0.113.31', weight: 2, backup: false, health: 'unknown' },
        { address: '203.0.113.32', weight: 1, backup: false, health: 'unknown' },
      ],
      monitoring: {
        requestType: 'http',
        path: '/',
        expectedStatusCodes: ['200-299'],
        methodWhitelist: ['GET'],
        repetitionInterval: { value: 1, unit: 'm' },
      },
      routes: 0,
      version: 1,
    });
    expect((await list()).map(({ name, routes }) => [name, routes])).toEqual([
      ['API servers', 0],
      ['Shop', 0],
      ['Web servers', 1],
    ]);
    const own = { domainId, clusterId: made.id, version: 1 };
    const servers = [{ address: '203.0.113.32' }, { address: '203.0.113.33' }];
    const { cluster: edited } = await p.ok(cluster.edit, { ...own, servers, algorithm: 'hash' }, { token });
    // A server that remains keeps its ID, and with it its results.
    expect(edited.servers[0]?.id).toBe(made.servers[1]?.id);
    expect(edited).toMatchObject({ name: 'Shop', hashBy: 'ip', monitoring: { requestType: 'http' }, version: 2 });
    expect(await p.ok(cluster.get, { domainId, clusterId: made.id }, { token })).toEqual({ cluster: edited });
    await p.ok(cluster.delete, { domainId, clusterId: made.id }, { token });
    expect((await p.try(cluster.get, { domainId, clusterId: made.id }, { token })).status).toBe(404);
    const log = await stored(p, 'changeLog', { group: 'cluster', via: 'panel' });
    expect(log.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(JSON.stringify(log)).not.toContain('secret');
  });

  test('an invalid draft is refused as a whole, each error beside its field, in four languages', async () => {
    const { p, token, attempt, list } = await started();
    const before = await list();
    const wrong = {
      servers: [{ address: '169.254.169.254' }, { address: 'x' }, { address: '203.0.113.1', port: 70_000 }],
      monitoring: { requestType: 'http', path: 'x' },
    };
    const { status, body } = await attempt({ ...wrong, servers: wrong.servers.slice(0, 2) });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['servers.0.address', 'servers.1.address', 'monitoring.path']]);
    for (const locale of locales) {
      const refused = await p.try(cluster.create, { domainId, ...draft, servers: [] }, { token, locale });
      expect(refused.body.fields).toEqual({ servers: translator(locale)('cluster:error.serverRequired') });
    }
    expect((await attempt(wrong)).body.fields).toEqual({ 'servers.2.port': 'Enter a port from 1 to 65535.' });
    expect((await attempt({ servers: [{ address: '203.0.113.1', backup: true }] })).body.fields).toHaveProperty('servers');
    expect(await list()).toEqual(before);
  });

  test('cluster names are unique in a domain, and the number of clusters is limited', async () => {
    const { p, token, create, attempt } = await started();
    await create();
    expect(await attempt({ name: ' shop ' })).toMatchObject({ status: 409, body: { code: 'cluster:error.duplicate' } });
    const rename = { domainId, clusterId, name: 'Shop' };
    expect((await p.try(cluster.edit, rename, { token })).status).toBe(409);
    const both = await Promise.all([1, 2].map(() => attempt({ name: 'Both' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (let n = 4; n < maxClusters; n++) await create({ name: `Cluster ${n}` });
    expect(await attempt({ name: 'One more' })).toMatchObject({ status: 409, body: { code: 'cluster:error.limit' } });
  });
});

describe('draining and affinity', () => {
  const hour = { value: 1, unit: 'h' } as const;

  test('a server is drained and gets new visitors again, with one entry each, and the edge is told', async () => {
    const { p, token, create } = await started();
    const made = await create({ affinity: hour, monitoring: { requestType: 'http' } });
    expect(made).toMatchObject({ affinity: hour, servers: [{ draining: false }, { draining: false }] });
    const [first] = made.servers;
    const own = { domainId, clusterId: made.id, serverId: first?.id ?? '' };
    const { cluster: drained } = await p.ok(cluster.drain, { ...own, draining: true }, { token });
    expect(drained).toMatchObject({ servers: [{ id: first?.id, draining: true }, { draining: false }], version: 2 });
    const { id } = await storedOne(p, 'user', { email: demo.email });
    const { clusters } = await loadEdgeConfig(p.store.reader, await ownedDomain(p.store.reader, { id }, domainId));
    expect(clusters.find(({ name }) => name === 'Shop')).toMatchObject({ affinity: hour, servers: [{ draining: true }, {}] });
    // An edit of other fields leaves it as it is, and its affinity.
    const { cluster: edited } = await p.ok(cluster.edit, { domainId, clusterId: made.id, algorithm: 'leastConnections' }, { token });
    expect(edited).toMatchObject({ affinity: hour, servers: [{ draining: true }, { draining: false }] });
    const { cluster: ended } = await p.ok(cluster.drain, { ...own, draining: false }, { token });
    expect(ended.servers.map(({ draining }) => draining)).toEqual([false, false]);
    const { cluster: unbound } = await p.ok(cluster.edit, { domainId, clusterId: made.id, affinity: null }, { token });
    expect(unbound.affinity).toBeUndefined();
    const log = await stored(p, 'changeLog', { group: 'cluster', via: 'panel' });
    expect(log.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update', 'update']);
  });

  test('the last server that gets new visitors isn’t drained, and other servers aren’t found', async () => {
    const { p, token, create } = await started();
    const { id, servers } = await create({ servers: [draft.servers[0], { address: '203.0.113.32', backup: true }] });
    const drain = (serverId: string) => p.try(cluster.drain, { domainId, clusterId: id, serverId, draining: true }, { token });
    expect(await drain(servers[0]?.id ?? '')).toMatchObject({ status: 409, body: { code: 'cluster:error.lastServer' } });
    expect((await drain(servers[1]?.id ?? '')).status).toBe(200);
    expect((await drain(demo.clusterServerId)).status).toBe(404);
    const all = draft.servers.map((server) => ({ ...server, draining: true }));
    const refused = await p.try(cluster.edit, { domainId, clusterId: id, servers: all }, { token });
    expect([refused.status, refused.body.fields]).toEqual([422, { servers: translator('en')('cluster:error.noWeight') }]);
  });

  test('both are in an exported configuration, and come back from it', async () => {
    const { p, token, create, list } = await started();
    const { id } = await create({ affinity: hour, servers: [{ address: '203.0.113.31', draining: true }, { address: '203.0.113.32' }] });
    const { configuration } = await p.ok(version.export, { domainId }, { token });
    await p.ok(cluster.delete, { domainId, clusterId: id }, { token });
    await p.ok(version.import, { domainId, configuration, confirmSelfBlock: true }, { token });
    expect((await list()).find(({ name }) => name === 'Shop')).toMatchObject({
      affinity: hour,
      servers: [{ draining: true }, { draining: false }],
    });
  });
});

test('affinity, draining and limits are refused while an edge is connected that would ignore them', async () => {
  const { p, token, report } = await edgeStarted();
  const attempt = (more: object) => p.try(cluster.create, { domainId, ...draft, ...more }, { token });
  const olderEdge = translator('en')('rules:olderEdge');
  await report({});
  const limited = [{ address: '203.0.113.31' }, { address: '203.0.113.32', maxConnections: 5 }];
  expect((await attempt({ affinity: { value: 1, unit: 'h' } })).body.fields).toEqual({ affinity: olderEdge });
  expect((await attempt({ servers: limited })).body.fields).toEqual({ 'servers.1.maxConnections': olderEdge });
  const own = { domainId, clusterId, serverId: demo.clusterServerId };
  expect((await p.try(cluster.drain, { ...own, draining: true }, { token })).body.fields).toEqual({ draining: olderEdge });
  expect((await p.try(cluster.drain, { ...own, draining: false }, { token })).status).toBe(200);
  expect((await attempt({})).status).toBe(200);
  await report({}, {}, { abilities: ['serverStates'] });
  expect((await attempt({ name: 'Limited', servers: limited })).status).toBe(200);
});

test('a server has a limit of requests at a time, which an edit without it removes', async () => {
  const { p, token, create, attempt } = await started();
  const limited = [{ address: '203.0.113.31', maxConnections: 50 }, { address: '203.0.113.32' }];
  const { id, servers } = await create({ servers: limited });
  expect(servers.map(({ maxConnections }) => maxConnections)).toEqual([50, undefined]);
  const edit = (change: object) => p.ok(cluster.edit, { domainId, clusterId: id, ...change }, { token });
  expect((await edit({ port: 8443 })).cluster.servers[0]?.maxConnections).toBe(50);
  expect((await edit({ servers: limited.map(({ address }) => ({ address })) })).cluster.servers[0]?.maxConnections).toBeUndefined();
  const wrong = await attempt({ name: 'Other', servers: [{ address: '203.0.113.31', maxConnections: 0 }] });
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['servers.0.maxConnections']]);
});

describe('routes', () => {
  test('are the records through the CDN, each with its cluster', async () => {
    const { p, token } = await started();
    const { routes } = await p.ok(cluster.routes, { domainId }, { token });
    const records = routes.filter(({ kind }) => kind === 'record');
    expect(records.map(({ host, type, clusterId: of }) => [host, type, of])).toEqual([
      ['parvaz.example', 'A', clusterId],
      ['parvaz.example', 'AAAA', undefined],
      ['api.parvaz.example', 'A', undefined],
      ['assets.parvaz.example', 'CNAME', undefined],
      ['www.parvaz.example', 'CNAME', undefined],
    ]);
    expect(routes[0]).toMatchObject({ id: recordId, recordId, kind: 'record', proxy: true, content: '203.0.113.24' });
  });

  test('a record is connected to at most one cluster, and a cluster in use can’t be deleted', async () => {
    const { p, token } = await started();
    expect(await p.try(cluster.delete, { domainId, clusterId }, { token })).toMatchObject({
      status: 409,
      body: { code: 'cluster:error.inUse', message: '1 route is connected to this cluster. Disconnect it first.' },
    });
    const { route } = await p.ok(cluster.assign, { domainId, clusterId: freeClusterId, recordId }, { token });
    expect(route).toMatchObject({ id: recordId, clusterId: freeClusterId });
    await p.ok(cluster.delete, { domainId, clusterId }, { token });
    expect((await p.try(cluster.delete, { domainId, clusterId: freeClusterId }, { token })).status).toBe(409);
    await p.ok(cluster.unassign, { domainId, routeId: recordId }, { token });
    expect((await p.try(cluster.unassign, { domainId, routeId: recordId }, { token })).status).toBe(404);
    await p.ok(cluster.delete, { domainId, clusterId: freeClusterId }, { token });
    expect(await stored(p, 'clusterServer')).toEqual([]);
  });

  test('only records through the CDN and page rules of the domain can be connected', async () => {
    const { p, token } = await started();
    const { records } = await p.ok(dns.list, { domainId, q: 'mail' }, { token });
    const mail = records.find(({ name }) => name === 'mail')?.id ?? '';
    const assign = (input: object) => p.try(cluster.assign, { domainId, clusterId, ...input }, { token });
    expect(await assign({ recordId: mail })).toMatchObject({ status: 409, body: { code: 'cluster:error.notProxied' } });
    expect((await assign({ pathId: 'some' })).status).toBe(404);
    expect((await assign({ recordId: 'some' })).status).toBe(404);
    expect((await assign({ recordId, pathId: 'some' })).status).toBe(422);
    expect((await assign({})).status).toBe(422);
  });

  test('a page rule is connected, takes precedence over the record, and its connection is deleted with it', async () => {
    const { p, token } = await started();
    const { route } = await p.ok(cluster.assign, { domainId, clusterId: freeClusterId, pathId: demo.pathId }, { token });
    expect(route).toMatchObject({ id: demo.pathId, kind: 'path', path: '/assets/*', clusterId: freeClusterId });
    const { routes } = await p.ok(cluster.routes, { domainId }, { token });
    expect(routes.filter(({ kind }) => kind === 'path').map(({ clusterId: id }) => id)).toContain(freeClusterId);
    expect((await p.try(cluster.delete, { domainId, clusterId: freeClusterId }, { token })).status).toBe(409);
    await p.ok(cluster.unassign, { domainId, routeId: demo.pathId }, { token });
    await p.ok(cluster.assign, { domainId, clusterId: freeClusterId, pathId: demo.pathId }, { token });
    await p.ok(pageRule.delete, { domainId, pathId: demo.pathId }, { token });
    await p.ok(cluster.delete, { domainId, clusterId: freeClusterId }, { token });
  });

  test('a record taken off the CDN is still listed, and the connection of a deleted one is deleted', async () => {
    const { p, token } = await started();
    await p.ok(dns.update, { domainId, recordId, proxy: false }, { token });
    const { routes } = await p.ok(cluster.routes, { domainId }, { token });
    expect(routes.find(({ id }) => id === recordId)).toMatchObject({ proxy: false, clusterId });
    await p.ok(dns.delete, { domainId, recordId }, { token });
    await p.ok(cluster.delete, { domainId, clusterId }, { token });
  });

  test('the rule engine sends requests for a connected record to its cluster', async () => {
    const { p } = await started();
    const { id } = await storedOne(p, 'user', { email: demo.email });
    const { clusters, routes } = await loadEdgeConfig(p.store.reader, await ownedDomain(p.store.reader, { id }, domainId));
    expect(routes).toEqual([{ id: recordId, kind: 'record', recordId, clusterId }]);
    expect(clusters.find(({ id }) => id === clusterId)).toMatchObject({
      name: 'Web servers',
      port: 443,
      servers: [{ address: '203.0.113.24', weight: 3, health: 'unknown' }, {}, {}, { backup: true }],
    });
  });
});

test('saving servers is rate limited per customer; invalid input doesn’t count', async () => {
  const { p, token, create, attempt } = await started();
  const servers = Array.from({ length: 20 }, (_, i) => ({ address: `203.0.113.${i + 1}` }));
  const { id } = await create({ servers });
  const edit = (change: object) => p.try(cluster.edit, { domainId, clusterId: id, ...change }, { token });
  for (let i = 0; i < 3; i++) expect((await edit({ servers: [{ address: '10.0.0.1' }] })).status).toBe(422);
  for (let i = 0; i < 8; i++) expect((await edit({ port: 8000 + i })).status).toBe(200);
  // 180 of 200 used: the remaining nineteen would be allowed, twenty more of another cluster plus one are not.
  expect((await edit({ servers: servers.slice(1) })).status).toBe(200);
  for (const refused of [await attempt({ name: 'Scan' }), await edit({ name: 'Other' })]) {
    expect([refused.status, refused.body.code]).toEqual([429, 'error:tooManyRequests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  p.clock.now += 10 * 60_000;
  expect((await edit({ name: 'Other' })).status).toBe(200);
});
