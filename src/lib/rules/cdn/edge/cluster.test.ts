import { describe, expect, test } from 'vitest';
import { decision, effect, page, plain, trace } from '../../../../../tests/support/edgeSample.ts';
import { hash } from './cluster.ts';
import type { Cluster, ClusterServer, EdgeConfig } from './config.ts';
import type { EdgeRequest } from './types.ts';

const server = (address: string, part: Partial<ClusterServer> = {}): ClusterServer => {
  const usual = { port: 443, weight: 1, backup: false };
  return { address, ...usual, ...part };
};
const three = [server('192.0.2.1'), server('192.0.2.2'), server('192.0.2.3')];
const cluster = (part: Partial<Cluster> = {}): Cluster => ({
  id: 'c1',
  name: 'Web',
  servers: three,
  port: 80,
  protocol: 'https',
  algorithm: 'roundRobin',
  ...part,
});
const balanced = (part: Partial<Cluster> = {}): EdgeConfig => ({
  ...plain,
  clusters: [cluster(part)],
  routes: [{ id: 'r1', kind: 'record', recordId: 'apex', clusterId: 'c1' }],
});
const routed = (...routes: EdgeConfig['routes']): EdgeConfig => ({ ...balanced(), routes });
const chosen = (config: EdgeConfig, request: Partial<EdgeRequest> = {}) => decision(trace(config, request), 'cluster').params.server;
const turns = (config: EdgeConfig, count: number) => Array.from({ length: count }, (_, turn) => chosen(config, { seen: { turn } }));
const shares = (list: readonly unknown[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(list, String)).map(([name, all]) => [name, all?.length]));
const client = (i: number) => ({ ip: `198.51.${Math.floor(i / 250)}.${i % 250}` });

describe('route connection', () => {
  const byPage: EdgeConfig = {
    ...routed(
      { id: 'r1', kind: 'record', recordId: 'apex', clusterId: 'c1' },
      { id: 'r2', kind: 'path', pathId: 'page /* 1', clusterId: 'c2' },
    ),
    clusters: [cluster(), cluster({ id: 'c2', servers: [server('192.0.2.9', { port: undefined })] })],
    pageRules: [page('/*')],
  };
  test.each<[sentence: string, config: EdgeConfig, reason: string, where: string]>([
    // Product rule: "clusters and route connection"
    ['no route: where the record points', plain, 'clusterNone', '203.0.113.10'],
    ['record', balanced(), 'clusterServer', '192.0.2.1:443'],
    ['another record', routed({ id: 'r', kind: 'record', recordId: 'www', clusterId: 'c1' }), 'clusterNone', '203.0.113.10'],
    ['a route without a cluster', routed({ id: 'r', kind: 'record', recordId: 'apex', clusterId: null }), 'clusterNone', '203.0.113.10'],
    ['a cluster that is gone', { ...balanced(), clusters: [] }, 'clusterNone', '203.0.113.10'],
    ['the page rule before the record', byPage, 'clusterServer', '192.0.2.9:80'],
    ['IPv6', balanced({ servers: [server('2001:db8::1')] }), 'clusterServer', '[2001:db8::1]:443'],
  ])('%s', (_, config, reason, where) => {
    const found = decision(trace(config), 'cluster');
    expect([found.reason, found.params.server]).toEqual([reason, where]);
  });

  test.each<[EdgeConfig['https']['backendProtocol'], string, string]>([
    ['auto', 'https://example.com/', 'https'],
    ['auto', 'http://example.com/', 'http'],
    ['http', 'https://example.com/', 'http'],
    ['https', 'http://example.com/', 'https'],
  ])('origin protocol %s for %s: %s', (backendProtocol, url, protocol) => {
    const config = { ...plain, https: { ...plain.https, backendProtocol } };
    expect(decision(trace(config, { url }), 'cluster').params.protocol).toBe(protocol);
  });
  test('the host header of a page rule is sent along', () => {
    const config = { ...plain, pageRules: [page('/*', { hostHeader: 'inside.example.com' })] };
    expect(effect(decision(trace(config), 'cluster'), 'hostHeader')).toEqual(['inside.example.com', 'pageRule']);
  });
});

describe('health', () => {
  const down = { health: 'down' } as const;
  test.each<[sentence: string, servers: ClusterServer[], reason: string, where: string | undefined]>([
    // Product rule: "Cluster: name, servers (address, port, weight, backup flag)"
    ['one is down', [server('192.0.2.1', down), server('192.0.2.2')], 'clusterServer', '192.0.2.2:443'],
    ['unknown is tried', [server('192.0.2.1', { health: 'unknown' })], 'clusterServer', '192.0.2.1:443'],
    ['a backup rests while one is up', [server('192.0.2.1', { backup: true }), server('192.0.2.2')], 'clusterServer', '192.0.2.2:443'],
    ['a backup steps in', [server('192.0.2.1', { backup: true }), server('192.0.2.2', down)], 'clusterBackup', '192.0.2.1:443'],
    ['all are down', [server('192.0.2.1', down), server('192.0.2.2', { backup: true, ...down })], 'clusterDown', undefined],
    // Product rule: "Cluster: at least one server"
    ['no server', [], 'clusterDown', undefined],
    ['no weight, no requests', [server('192.0.2.1', { weight: 0 }), server('192.0.2.2')], 'clusterServer', '192.0.2.2:443'],
    ['no weight at all', [server('192.0.2.1', { weight: 0 })], 'clusterDown', undefined],
  ])('%s', (_, servers, reason, where) => {
    for (const algorithm of ['roundRobin', 'hash', 'leastConnections'] as const) {
      const result = trace(balanced({ servers, algorithm }));
      const found = decision(result, 'cluster');
      expect([found.reason, found.params.server]).toEqual([reason, where]);
      if (!where) expect([result.outcome, result.status]).toEqual(['failed', 502]);
    }
  });
});

describe('affinity', () => {
  const affinity = { value: 1, unit: 'h' } as const;
  const draining = [server('192.0.2.1', { draining: true }), server('192.0.2.2')];
  test.each<[sentence: string, part: Partial<Cluster>, bound: string | undefined, reason: string, where: string | undefined]>([
    ['a bound visitor keeps the server', { affinity }, '192.0.2.3:443', 'clusterAffinity', '192.0.2.3:443'],
    ['not without affinity', {}, '192.0.2.3:443', 'clusterServer', '192.0.2.1:443'],
    ['a server that was removed', { affinity }, '192.0.2.9:443', 'clusterServer', '192.0.2.1:443'],
    [
      'a server that is down',
      { affinity, servers: [server('192.0.2.1', { health: 'down' }), server('192.0.2.2')] },
      '192.0.2.1:443',
      'clusterServer',
      '192.0.2.2:443',
    ],
    [
      'a backup only while no other server is available',
      { affinity, servers: [server('192.0.2.1', { backup: true }), server('192.0.2.2')] },
      '192.0.2.1:443',
      'clusterServer',
      '192.0.2.2:443',
    ],
    ['a draining server gets no new visitor', { affinity, servers: draining }, undefined, 'clusterServer', '192.0.2.2:443'],
    ['and keeps those who are bound to it', { affinity, servers: draining }, '192.0.2.1:443', 'clusterAffinity', '192.0.2.1:443'],
    ['without affinity it keeps nobody', { servers: draining }, '192.0.2.1:443', 'clusterServer', '192.0.2.2:443'],
    ['no server but draining ones', { affinity, servers: draining.slice(0, 1) }, undefined, 'clusterDown', undefined],
  ])('%s', (_, part, bound, reason, where) => {
    for (const algorithm of ['roundRobin', 'leastConnections'] as const) {
      const found = decision(trace(balanced({ algorithm, ...part }), { seen: { bound } }), 'cluster');
      expect([found.reason, found.params.server]).toEqual([reason, where]);
    }
  });
  test('the trace names the time and the draining servers', () => {
    const found = decision(trace(balanced({ affinity, servers: draining })), 'cluster');
    expect(effect(found, 'affinity')).toEqual([3600, 'domain']);
    expect(effect(found, 'draining')).toEqual(['192.0.2.1:443', 'domain']);
  });
  test('of a draining server only its own clients move', () => {
    const servers = three.map((one, i) => (i === 0 ? { ...one, draining: true } : one));
    for (let i = 0; i < 100; i++) {
      const before = chosen(balanced({ algorithm: 'hash' }), client(i));
      expect(chosen(balanced({ algorithm: 'hash', servers }), client(i)) === before).toBe(before !== '192.0.2.1:443');
    }
  });
});

describe('limits', () => {
  const limited = [server('192.0.2.1', { maxConnections: 4 }), server('192.0.2.2', { backup: true, maxConnections: 1 })];
  test.each<[sentence: string, seen: EdgeRequest['seen'], reason: string, where: string | undefined]>([
    ['below the limit', { connections: { '192.0.2.1:443': 3 } }, 'clusterServer', '192.0.2.1:443'],
    ['at the limit', { connections: { '192.0.2.1:443': 4 } }, 'clusterBackup', '192.0.2.2:443'],
    ['all at the limit', { connections: { '192.0.2.1:443': 4, '192.0.2.2:443': 1 } }, 'clusterFull', undefined],
    ['a worker has its share', { connections: { '192.0.2.1:443': 2 }, workers: 2 }, 'clusterBackup', '192.0.2.2:443'],
    ['which is rounded up', { connections: { '192.0.2.1:443': 1 }, workers: 3 }, 'clusterServer', '192.0.2.1:443'],
    ['also for bound visitors', { bound: '192.0.2.1:443', connections: { '192.0.2.1:443': 4 } }, 'clusterBackup', '192.0.2.2:443'],
  ])('%s', (_, facts, reason, where) => {
    for (const algorithm of ['roundRobin', 'hash', 'leastConnections'] as const) {
      const result = trace(balanced({ servers: limited, algorithm, affinity: { value: 1, unit: 'h' } }), { seen: facts });
      const found = decision(result, 'cluster');
      expect([found.reason, found.params.server]).toEqual([reason, where]);
      if (!where) expect([result.outcome, result.status]).toEqual(['failed', 503]);
    }
  });
});

describe('algorithms', () => {
  test('round robin gives each server its share of every round, spread evenly', () => {
    const config = balanced({
      servers: [server('192.0.2.1', { weight: 5 }), server('192.0.2.2', { weight: 2 }), server('192.0.2.3', { weight: 1 })],
    });
    const round = turns(config, 8);
    expect(shares(round)).toEqual({ '192.0.2.1:443': 5, '192.0.2.2:443': 2, '192.0.2.3:443': 1 });
    expect(round.slice(0, 4)).not.toEqual(Array(4).fill('192.0.2.1:443'));
    expect(turns(config, 24).slice(8, 16)).toEqual(round);
  });
  test('round robin skips a server that is down', () => {
    const servers = three.map((one, i) => (i === 1 ? { ...one, health: 'down' as const } : one));
    expect(shares(turns(balanced({ servers }), 10))).toEqual({ '192.0.2.1:443': 5, '192.0.2.3:443': 5 });
  });
  test('large weights', () => {
    const servers = [server('192.0.2.1', { weight: 65_535 }), server('192.0.2.2', { weight: 65_535 })];
    expect(Object.values(shares(turns(balanced({ servers }), 1000))).every((count) => (count ?? 0) > 400)).toBe(true);
  });
  test('a client keeps its server', () => {
    for (let i = 0; i < 50; i++) {
      const config = balanced({ algorithm: 'hash', hashBy: 'ip' });
      expect(chosen(config, { ...client(i), seen: { turn: i }, url: `/${i}` })).toBe(chosen(config, client(i)));
    }
  });
  test('clients are distributed by weight', () => {
    const servers = [server('192.0.2.1', { weight: 3 }), server('192.0.2.2')];
    const dealt = shares(Array.from({ length: 2000 }, (_, i) => chosen(balanced({ algorithm: 'hash', servers }), client(i))));
    expect(dealt['192.0.2.1:443']).toBeGreaterThan(1400);
    expect(dealt['192.0.2.1:443']).toBeLessThan(1600);
  });
  test('when a server fails, only its clients move', () => {
    const config = balanced({ algorithm: 'hash' });
    const broken = balanced({ algorithm: 'hash', servers: three.map((one, i) => (i === 0 ? { ...one, health: 'down' as const } : one)) });
    for (let i = 0; i < 300; i++) {
      const before = chosen(config, client(i));
      const after = chosen(broken, client(i));
      expect(after === before).toBe(before !== '192.0.2.1:443');
    }
  });
  test('client hash distinguishes browsers behind one address, IP hash doesn’t', () => {
    const agents = Array.from({ length: 40 }, (_, i) => ({ headers: { 'user-agent': `Browser ${i}` } }));
    expect(new Set(agents.map((one) => chosen(balanced({ algorithm: 'hash', hashBy: 'client' }), one))).size).toBe(3);
    expect(new Set(agents.map((one) => chosen(balanced({ algorithm: 'hash', hashBy: 'ip' }), one))).size).toBe(1);
  });
  test.each<[connections: Record<string, number>, where: string]>([
    [{}, '192.0.2.1:443'],
    [{ '192.0.2.1:443': 1 }, '192.0.2.2:443'],
    [{ '192.0.2.1:443': 3, '192.0.2.2:443': 2, '192.0.2.3:443': 1 }, '192.0.2.3:443'],
    [{ '192.0.2.1:443': 2, '192.0.2.2:443': 2, '192.0.2.3:443': 2 }, '192.0.2.1:443'],
  ])('least connections of %j is %s', (connections, where) => {
    expect(chosen(balanced({ algorithm: 'leastConnections' }), { seen: { connections } })).toBe(where);
  });
  test('least connections is weighted', () => {
    const servers = [server('192.0.2.1', { weight: 4 }), server('192.0.2.2')];
    const connections = { '192.0.2.1:443': 3, '192.0.2.2:443': 1 };
    expect(chosen(balanced({ algorithm: 'leastConnections', servers }), { seen: { connections } })).toBe('192.0.2.1:443');
  });
  // The future edge must select the same servers as the simulator: these values must never change.
  test.each([
    ['', 372_931_385],
    ['198.51.100.7', 394_730_886],
  ])('hash of %j', (text, expected) => expect(hash(text)).toBe(expected));
});
