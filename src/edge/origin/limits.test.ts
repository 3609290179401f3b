import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { policyFor, startOrigin, startTestEdge, type TestEdge, until } from '../../../tests/support/edge.ts';
import { plain } from '../../../tests/support/edgeSample.ts';
import { closedPorts } from '../../../tests/support/listen.ts';
import type { ClusterServer } from '../../lib/rules/cdn/edge/config.ts';

let edge: TestEdge;
/** Responses that wait, by server. */
const waiting: ServerResponse[][] = [[], []];
const origins: Awaited<ReturnType<typeof startOrigin>>[] = [];
const endAll = () => {
  for (const list of waiting) for (const response of list.splice(0)) response.end('done');
};
beforeAll(async () => {
  edge = await startTestEdge();
  for (const list of waiting)
    origins.push(
      await startOrigin((request, response) => {
        request.resume();
        list.push(response);
      }),
    );
});
afterEach(endAll);
afterAll(async () => {
  await edge.stop();
  for (const { stop } of origins) await stop();
});

let domains = 0;
/** The name of a domain whose servers have these changes; the last one is a backup. */
async function serve(...changes: Partial<ClusterServer>[]): Promise<string> {
  const name = `d${++domains}.example`;
  const servers = changes.map((change, place) => {
    const { port } = origins[place] ?? { port: 0 };
    return { address: '127.0.0.1', port, weight: 1, backup: place > 0, ...change };
  });
  const cluster = { id: 'origin', name: 'origin', servers, port: 80, protocol: 'http', algorithm: 'roundRobin' } as const;
  const config = { domain: { ...plain.domain, name }, clusters: [cluster], cache: { ...plain.cache, level: 'off' as const } };
  await edge.push(policyFor(80, config, { id: name, name }));
  return name;
}
const counts = () => waiting.map(({ length }) => length);

test('at its limit a server is passed over, and when all are at theirs, visitors get 503 with Retry-After until one is free', async () => {
  const host = await serve({ maxConnections: 2 }, { maxConnections: 1 });
  const open = [1, 2, 3].map(() => edge.get('/', { host }));
  await until(() => counts().join() === '2,1');
  const refused = await edge.get('/', { host, headers: { accept: 'application/json' } });
  expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.body).error]).toEqual([503, '5', 'connection_limit_reached']);
  expect(refused.headers['proxy-status']).toContain('error=connection_limit_reached');
  expect((await edge.get('/', { host, headers: { 'accept-language': 'en' } })).body).toContain('The site is busy');
  expect(counts()).toEqual([2, 1]);
  waiting[1]?.shift()?.end('done');
  expect((await Promise.race(open)).status).toBe(200);
  const next = edge.get('/', { host });
  await until(() => counts().join() === '2,1');
  endAll();
  for (const { status } of [...(await Promise.all(open)), await next]) expect(status).toBe(200);
  await until(() => edge.control.lines().filter((line) => line.host === host).length === 6);
  const lines = edge.control.lines().filter((line) => line.host === host && line.status === 503);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatchObject({ layer: 'cluster', reason: 'clusterFull', outcome: 'failed' });
});

test('requests with a body that arrive together don’t exceed the limit', async () => {
  const host = await serve({ maxConnections: 1 });
  const all = Array.from({ length: 5 }, () => edge.get('/', { host, method: 'POST', body: 'a=1' }));
  // Four are refused while one waits.
  let refused = 0;
  for (const one of all) void one.then(({ status }) => void (status === 503 && refused++));
  await until(() => refused === 4);
  expect(counts()[0]).toBe(1);
  endAll();
  expect((await Promise.all(all)).map(({ status }) => status).sort()).toEqual([200, 503, 503, 503, 503]);
});

test('a request that fails or whose visitor leaves no longer counts', async () => {
  const host = await serve({ port: closedPorts[0], maxConnections: 1 });
  for (let i = 0; i < 3; i++) expect((await edge.get('/', { host })).status).toBe(502);
  const other = await serve({ maxConnections: 1 });
  const stop = new AbortController();
  const left = fetch(edge.addresses.http, { headers: { host: other }, signal: stop.signal }).catch(() => null);
  void left;
  stop.abort();
  const answer = edge.get('/', { host: other });
  await until(() => counts()[0] === 1);
  endAll();
  expect((await answer).status).toBe(200);
});
