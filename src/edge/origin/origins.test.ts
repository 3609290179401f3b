import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyFor, startTestEdge, type TestEdge } from '../../../tests/support/edge.ts';
import { plain } from '../../../tests/support/edgeSample.ts';
import type { ClusterServer } from '../../lib/rules/cdn/edge/config.ts';

/** A server that counts requests, and breaks off the connections of the first `failing` of them. */
async function startRaw() {
  const state = { asked: 0, failing: 0 };
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      state.asked++;
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

/** The first server has three quarters of the weight, and the last is a backup. */
const serve = (...health: NonNullable<ClusterServer['health']>[]): Promise<void> => {
  for (const { state } of origins) Object.assign(state, { asked: 0, failing: 0 });
  const servers = origins.map(({ port }, place) => {
    const server = { address: '127.0.0.1', port, weight: place === 0 ? 3 : 1, backup: place === 2 };
    return { ...server, health: health[place] };
  });
  const cluster = { id: 'origin', name: 'origin', servers, port: 80, protocol: 'http', algorithm: 'roundRobin' } as const;
  return edge.push(policyFor(80, { clusters: [cluster], cache: { ...plain.cache, level: 'off' } }));
};
const requestTimes = () => origins.map(({ state }) => state.asked);

test('servers get their share of the requests by weight, and a backup none', async () => {
  await serve('up', 'up', 'up');
  for (let i = 0; i < 8; i++) expect((await edge.get('/')).status).toBe(200);
  expect(requestTimes()).toEqual([6, 2, 0]);
});

test('a server that is down gets none, and without any other the backup gets all', async () => {
  await serve('down', 'up', 'up');
  for (let i = 0; i < 4; i++) await edge.get('/');
  expect(requestTimes()).toEqual([0, 4, 0]);
  await serve('down', 'down', 'up');
  for (let i = 0; i < 4; i++) await edge.get('/');
  expect(requestTimes()).toEqual([0, 0, 4]);
});

test.each([
  ['GET', 200, 2],
  ['DELETE', 200, 2],
  ['POST', 502, 1],
] as const)('a %s whose connection breaks off is answered with %i, after %i requests to the server', async (method, status, times) => {
  await serve('down', 'up', 'up');
  const [, server] = origins;
  if (server) server.state.failing = 1;
  const answer = await edge.get('/', { method, headers: { 'content-length': '0' } });
  expect([answer.status, server?.state.asked]).toEqual([status, times]);
});
