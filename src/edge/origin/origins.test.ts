import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyFor, startTestEdge, type TestEdge, until } from '../../../tests/support/edge.ts';
import { page, plain } from '../../../tests/support/edgeSample.ts';
import { closedPorts } from '../../../tests/support/listen.ts';
import type { ClusterServer, EdgeConfig } from '../../lib/rules/cdn/edge/config.ts';
import { OriginHealth } from './health.ts';

/** A server that counts requests; it breaks off the connections of the first `failing` of them, or never responds. */
async function startRaw() {
  const state = { requests: 0, failing: 0, isSilent: false };
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      state.requests++;
      if (state.isSilent) return;
      if (state.failing-- > 0) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { state, port, stop };
}

let edge: TestEdge;
const origins: Awaited<ReturnType<typeof startRaw>>[] = [];

beforeAll(async () => {
  edge = await startTestEdge();
  for (let i = 0; i < 3; i++) origins.push(await startRaw());
});
afterAll(async () => {
  await edge.stop();
  for (const { stop } of origins) stop();
});

type Health = NonNullable<ClusterServer['health']>;
let domains = 0;
/** The name of a domain whose servers no request has gone to. The first server has three quarters of the weight, and the last is a backup. */
async function serve(
  health: readonly Health[],
  ports: readonly number[] = origins.map(({ port }) => port),
  more: Partial<EdgeConfig> = {},
): Promise<string> {
  for (const { state } of origins) Object.assign(state, { requests: 0, failing: 0, isSilent: false });
  const servers = ports.map((port, place) => {
    const server = { address: '127.0.0.1', port, weight: place === 0 ? 3 : 1, backup: place === 2 };
    return { ...server, health: health[place] };
  });
  const cluster = { id: 'origin', name: 'origin', servers, port: 80, protocol: 'http', algorithm: 'roundRobin' } as const;
  const name = `d${++domains}.example`;
  const config = { domain: { ...plain.domain, name }, clusters: [cluster], cache: { ...plain.cache, level: 'off' as const }, ...more };
  await edge.push(policyFor(80, config, { id: name, name }));
  return name;
}
const requestTimes = () => origins.map(({ state }) => state.requests);

test('servers get their share of the requests by weight, and a backup none', async () => {
  const host = await serve(['up', 'up', 'up']);
  for (let i = 0; i < 8; i++) expect((await edge.get('/', { host })).status).toBe(200);
  expect(requestTimes()).toEqual([6, 2, 0]);
});

test('a server that is down gets none, and without any other the backup gets all', async () => {
  const host = await serve(['down', 'up', 'up']);
  for (let i = 0; i < 4; i++) await edge.get('/', { host });
  expect(requestTimes()).toEqual([0, 4, 0]);
  const other = await serve(['down', 'down', 'up']);
  for (let i = 0; i < 4; i++) await edge.get('/', { host: other });
  expect(requestTimes()).toEqual([0, 0, 4]);
});

test.each([
  ['GET', 200, 2],
  ['DELETE', 200, 2],
  ['POST', 502, 1],
] as const)('a %s whose connection breaks off is answered with %i, after %i requests to the server', async (method, status, times) => {
  const host = await serve(['down', 'up', 'down']);
  const [, server] = origins;
  if (server) server.state.failing = 1;
  const answer = await edge.get('/', { host, method, headers: { 'content-length': '0' } });
  expect([answer.status, server?.state.requests]).toEqual([status, times]);
});

const ports = () => origins.map(({ port }) => port);

describe('passive failover', () => {
  test('while one of two servers refuses connections, every request is answered, and the log says by which server', async () => {
    const [, second = 0, third = 0] = ports();
    const host = await serve(['unknown', 'unknown', 'unknown'], [closedPorts[0], second, third]);
    for (let i = 0; i < 20; i++) expect((await edge.get('/', { host })).status).toBe(200);
    expect(requestTimes()).toEqual([0, 20, 0]);
    await until(() => edge.control.lines().filter((line) => line.host === host).length === 20);
    const repeated = edge.control.lines().filter((line) => line.host === host && line.reason === 'clusterFailover');
    // The server is avoided after its first failure.
    expect(repeated).toHaveLength(1);
    expect(repeated[0]).toMatchObject({ layer: 'cluster', server: `127.0.0.1:${second}`, outcome: 'forwarded', status: 200 });
  });

  test('a backup is asked when the others refuse, without any check of them', async () => {
    const [, , third = 0] = ports();
    const host = await serve(['unknown', 'unknown', 'unknown'], [closedPorts[0], closedPorts[1], third]);
    for (let i = 0; i < 4; i++) expect((await edge.get('/', { host })).status).toBe(200);
    expect(requestTimes()).toEqual([0, 0, 4]);
  });

  test('when no server responds, the visitor gets the reason of the last one', async () => {
    const host = await serve(['up', 'up', 'up'], closedPorts);
    const answer = await edge.get('/', { host, headers: { accept: 'application/json' } });
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([502, 'connection_refused']);
  });

  test.each([
    ['GET', 200],
    ['PUT', 200],
    // The server may have processed it.
    ['POST', 502],
  ] as const)('a %s that a server broke off is answered with %i', async (method, status) => {
    const host = await serve(['up', 'down', 'up']);
    const [first] = origins;
    if (first) first.state.failing = 9;
    const answer = await edge.get('/', { host, method, ...(method !== 'GET' && { body: 'a=1' }) });
    expect([answer.status, requestTimes()[2]]).toEqual([status, status === 200 ? 1 : 0]);
  });

  test('a POST with a short body is sent to another server when the first one refuses the connection', async () => {
    const [, second = 0, third = 0] = ports();
    const host = await serve(['up', 'up', 'up'], [closedPorts[0], second, third]);
    expect((await edge.get('/', { host, method: 'POST', body: 'a=1' })).status).toBe(200);
  });

  test('a server that is silent until the time limit of a page rule is left for another', async () => {
    const slow = page('/*', { connectionTimeout: { value: 1, unit: 's' } });
    const host = await serve(['up', 'down', 'up'], ports(), { pageRules: [slow] });
    const [first] = origins;
    if (first) first.state.isSilent = true;
    expect((await edge.get('/', { host })).status).toBe(200);
    expect(requestTimes()).toEqual([1, 0, 1]);
  });
});

test('an early hint of the server reaches the visitor before the response, and isn’t stored', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\nx-hint: 1\r\n\r\n');
      setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncache-control: max-age=3600\r\n\r\nok'), 20);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const host = await serve(['up', 'down', 'down'], [port, port, port], { cache: { ...plain.cache, ttl: null } });
  const fetchPage = () =>
    new Promise<unknown[]>((done, fail) => {
      const hints: unknown[] = [];
      const request = http.get(edge.addresses.http, { headers: { host }, agent: false }, (response) => {
        response.resume().on('end', () => done([...hints, response.headers['x-cache'], response.headers['x-hint']]));
      });
      request.on('error', fail).on('information', ({ statusCode, headers }) => hints.push([statusCode, headers.link, headers['x-hint']]));
    });
  expect(await fetchPage()).toEqual([[103, '</a.css>; rel=preload', '1'], 'MISS', undefined]);
  expect(await fetchPage()).toEqual(['HIT', undefined]);
  server.close();
});

test('retries are bounded by a share of the requests, and a server is avoided until it responds', () => {
  const health = new OriginHealth();
  for (let i = 0; i < 100; i++) health.succeeded('d', 'a');
  let retries = 0;
  while (health.spendRetry('d')) retries++;
  expect(retries).toBe(30);
  health.failed('d', 'b');
  expect(health.failing('d')).toEqual(['b']);
  health.succeeded('d', 'b');
  expect(health.failing('d')).toEqual([]);
});
