import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyFor, startOrigin, startTestEdge, type TestEdge } from '../../../tests/support/edge.ts';
import { plain } from '../../../tests/support/edgeSample.ts';
import { closedPorts } from '../../../tests/support/listen.ts';
import type { ClusterServer } from '../../lib/rules/cdn/edge/config.ts';
import { Affinity } from './affinity.ts';

let edge: TestEdge;
const origins: Awaited<ReturnType<typeof startOrigin>>[] = [];
beforeAll(async () => {
  edge = await startTestEdge();
  for (let i = 0; i < 3; i++)
    origins.push(
      await startOrigin((request, response) => {
        if (request.url?.startsWith('/login')) response.setHeader('set-cookie', ['session=1', 'theme=dark']);
        if (request.url?.startsWith('/public')) response.setHeader('cache-control', 'max-age=3600');
        response.end(`${i} ${request.headers.cookie ?? ''}`.trim());
      }),
    );
});
afterAll(async () => {
  await edge.stop();
  for (const { stop } of origins) await stop();
});

const servers = (change: (place: number) => Partial<ClusterServer> = () => ({})): ClusterServer[] =>
  origins.map(({ port }, place) => ({ address: '127.0.0.1', port, weight: 1, backup: false, ...change(place) }));

let domains = 0;
const nextName = () => `d${++domains}.example`;
async function serve(own: readonly ClusterServer[], { name = nextName(), level = 'off' as 'off' | 'withQuery' } = {}): Promise<string> {
  const affinity = { value: 1, unit: 'h' } as const;
  const cluster = { id: 'origin', name: 'origin', servers: own, port: 80, protocol: 'http', algorithm: 'roundRobin', affinity } as const;
  const config = { domain: { ...plain.domain, name }, clusters: [cluster], cache: { ...plain.cache, level, ttl: null } };
  await edge.push(policyFor(80, config, { id: name, name }));
  return name;
}
const affinityCookie = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((one) => one.startsWith('edge_affinity_')) ?? null;
/** `edge_affinity_x=…`, as a browser sends it. */
const pairOf = (cookie: string | null) => cookie?.split(';')[0] ?? '';

/** A visitor who keeps the cookie of the edge. */
function visitor(host: string) {
  const state = { cookie: '' };
  return {
    state,
    async get(path = '/', more = '') {
      const cookie = [state.cookie, more].filter(Boolean).join('; ');
      const answer = await edge.get(path, { host, ...(cookie && { headers: { cookie } }) });
      const set = affinityCookie(answer);
      if (set) state.cookie = pairOf(set);
      return { ...answer, set, server: Number(answer.body[0]) };
    },
  };
}

test('a visitor stays with the first server, and the origin doesn’t see the cookie of the edge', async () => {
  const host = await serve(servers());
  const [one, other] = [visitor(host), visitor(host)];
  const first = await one.get();
  expect(first.set).toMatch(/^edge_affinity_\w+=\d+\.[\w-]{32}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
  expect(first.set).not.toMatch(/127|origin/);
  expect((await other.get()).server).not.toBe(first.server);
  for (let i = 0; i < 6; i++) {
    const next = await one.get('/', 'cart=3');
    expect([next.body, next.set]).toEqual([`${first.server} cart=3`, null]);
  }
});

test('cookies of the origin stay beside that of the edge', async () => {
  const host = await serve(servers());
  const { headers } = await edge.get('/login', { host });
  expect(headers['set-cookie']).toEqual(['session=1', 'theme=dark', expect.stringMatching(/^edge_affinity_/)]);
});

test('when a server fails or is removed, its visitor gets another one and a new cookie', async () => {
  const host = await serve(servers());
  const one = visitor(host);
  const { server } = await one.get();
  const before = one.state.cookie;
  await serve(
    servers((place) => (place === server ? { port: closedPorts[0] } : {})),
    { name: host },
  );
  const moved = await one.get();
  expect([moved.status, moved.server === server, one.state.cookie === before]).toEqual([200, false, false]);
  await serve(
    servers((place) => (place === moved.server ? { health: 'down' } : {})),
    { name: host },
  );
  const again = await one.get();
  expect([again.server === moved.server, (await one.get()).server]).toEqual([false, again.server]);
});

test('a request that fails over to another server binds the visitor to that one', async () => {
  const host = await serve(servers((place) => (place < 2 ? { port: closedPorts[place] } : {})));
  const one = visitor(host);
  expect((await one.get()).server).toBe(2);
  expect(one.state.cookie).not.toBe('');
  expect((await one.get()).set).toBeNull();
});

test('a draining server keeps its visitors and gets no new ones', async () => {
  const host = await serve(servers());
  const one = visitor(host);
  const { server } = await one.get();
  await serve(
    servers((place) => ({ draining: place === server })),
    { name: host },
  );
  for (let i = 0; i < 3; i++) expect((await one.get()).server).toBe(server);
  for (let i = 0; i < 6; i++) expect((await visitor(host).get()).server).not.toBe(server);
});

test('a response that is stored carries no cookie, and none is stored', async () => {
  const host = await serve(servers(), { level: 'withQuery' });
  const first = await edge.get('/public', { host });
  expect([first.headers['x-cache'], first.headers['set-cookie']]).toEqual(['MISS', undefined]);
  const second = await edge.get('/public', { host });
  expect([second.headers['x-cache'], second.headers['set-cookie']]).toEqual(['HIT', undefined]);
  expect(affinityCookie(await edge.get('/private', { host }))).not.toBeNull();
});

test('a cookie of another time, cluster or key binds to no server', () => {
  const cluster = { id: 'c1', name: 'c', servers: servers(), port: 80, protocol: 'http', algorithm: 'hash' } as const;
  const affinity = { value: 1, unit: 'h' } as const;
  const own = new Affinity('key');
  const server = `127.0.0.1:${origins[1]?.port}`;
  const cookie = own.cookie('c1', server, 1_000, 3600, true);
  expect(cookie).toMatch(/; Secure$/);
  const read = (cookie: string, now = 2_000, reader = own, more = {}) =>
    reader.read(`a=1; ${pairOf(cookie)}`, { ...cluster, affinity, ...more }, now);
  expect(read(cookie)).toBe(server);
  expect(read(cookie, 3_601_000)).toBeUndefined();
  expect(read(cookie, 999)).toBeUndefined();
  expect(read(cookie, 2_000, new Affinity('other'))).toBeUndefined();
  expect(read(cookie, 2_000, own, { id: 'c2' })).toBeUndefined();
  expect(read(cookie, 2_000, own, { affinity: null })).toBeUndefined();
  expect(read(cookie, 2_000, own, { servers: servers().toSpliced(1, 1) })).toBeUndefined();
  expect(read(cookie.replace(/=1000\./, '=1001.'))).toBeUndefined();
});
