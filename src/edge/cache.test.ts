import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { policyFor, startOrigin, startTestEdge, type TestEdge } from '../../tests/support/edge.ts';
import type { DomainPolicy } from '../lib/rules/cdn/edge/bundle.ts';
import { cached, page } from '../lib/rules/cdn/edge/sample.ts';

let edge: TestEdge;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let asked: string[] = [];
let isDown = false;
let graces = 0;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    asked.push(`${request.url}`);
    const url = new URL(request.url ?? '/', 'http://origin');
    if (isDown) return void response.writeHead(500).end('broken');
    if (url.pathname === '/slow') return void setTimeout(() => response.end('slow'), 50);
    if (url.pathname === '/grace') {
      response.setHeader('cache-control', 'max-age=0, stale-while-revalidate=600').setHeader('etag', `"${graces}"`);
      return void response.end(`grace ${graces++}`);
    }
    if (url.pathname === '/own') response.setHeader('set-cookie', 'a=1');
    if (url.pathname === '/vary') response.setHeader('vary', 'accept-language');
    if (url.pathname === '/tagged') response.setHeader('cache-tag', 'shoes, sale');
    if (url.pathname === '/short') {
      response.setHeader('cache-control', 'max-age=0, stale-if-error=60').setHeader('etag', '"v1"');
      if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304).end();
    }
    response.setHeader('etag', response.getHeader('etag') ?? '"e"');
    response.end(url.pathname === '/large' ? Buffer.alloc(9_000_000, 'x') : `${url.pathname} ${request.headers['accept-language'] ?? ''}`);
  });
  edge = await startTestEdge();
});
afterAll(async () => {
  await edge.stop();
  await origin.stop();
});
beforeEach(() => {
  asked = [];
  isDown = false;
});

let purges = 0;
const everything = () => ({ id: `p${purges++}`, scope: 'all', items: [], at: Date.now() }) as const;
/** Each test starts with an empty cache. */
const serve = (config: Parameters<typeof cached>[0] = {}, more: Partial<DomainPolicy> = {}) =>
  edge.push(policyFor(origin.port, cached(config), { purges: [everything()], ...more }));
/** After a purge: copies from the same millisecond are purged too. */
const tick = () => new Promise((done) => setTimeout(done, 3));
const state = async (path: string, headers: Record<string, string> = {}) => (await edge.get(path, { headers })).headers['x-cache'];

test('a copy is served again, with its age', async () => {
  await serve();
  await tick();
  expect(await state('/a')).toBe('MISS');
  const hit = await edge.get('/a');
  expect(hit).toMatchObject({ status: 200, body: '/a ', headers: { 'x-cache': 'HIT', age: '0' } });
  expect((await edge.get('/a', { method: 'HEAD' })).headers).toMatchObject({ 'x-cache': 'HIT', 'content-length': '3' });
  expect(asked).toEqual(['/a']);
});

test('a hundred visitors at once are one request to the origin', async () => {
  await serve();
  await tick();
  const answers = await Promise.all(Array.from({ length: 100 }, () => edge.get('/slow')));
  expect(answers.every(({ status, body }) => status === 200 && body === 'slow')).toBe(true);
  expect(asked).toEqual(['/slow']);
});

test('the level decides whether the query is part of the key, and a page rule overrides it', async () => {
  await serve();
  await tick();
  expect([await state('/q?a=1'), await state('/q?a=2'), await state('/q?a=1')]).toEqual(['MISS', 'MISS', 'HIT']);
  await serve({ level: 'withoutQuery' });
  await tick();
  expect([await state('/q?a=1'), await state('/q?a=2')]).toEqual(['MISS', 'HIT']);
  await edge.push(policyFor(origin.port, { ...cached({}), pageRules: [page('/q*', { queryString: 'withoutQuery' })] }));
  expect(await state('/q?a=3')).toBe('HIT');
});

test.each([
  ['a response with a cookie', '/own', {}],
  ['a request with credentials', '/a', { authorization: 'x' }],
  ['a request that asks not to store', '/b', { 'cache-control': 'no-store' }],
])('%s is not stored', async (_, path, headers: Record<string, string>) => {
  await serve();
  await tick();
  await state(path, headers);
  await state(path, headers);
  expect(asked).toEqual([path, path]);
});

test('off and development mode skip the cache, and the copies are still there afterward', async () => {
  await serve();
  await tick();
  await state('/a');
  const { purges: kept } = edge.sites.get('d1')?.policy ?? {};
  await edge.push(policyFor(origin.port, cached({ developmentMode: true }), { purges: kept ?? [] }));
  expect(await state('/a')).toBe('BYPASS');
  await edge.push(policyFor(origin.port, cached({}), { purges: kept ?? [] }));
  expect(await state('/a')).toBe('HIT');
});

test('copies are kept apart by the headers that responses vary with', async () => {
  await serve();
  await tick();
  const one = await edge.get('/vary', { headers: { 'accept-language': 'fa' } });
  const two = await edge.get('/vary', { headers: { 'accept-language': 'es' } });
  const three = await edge.get('/vary', { headers: { 'accept-language': 'fa' } });
  expect([one.body, two.body, three.body]).toEqual(['/vary fa', '/vary es', '/vary fa']);
  expect([two.headers['x-cache'], three.headers['x-cache']]).toEqual(['MISS', 'HIT']);
});

test('parts and conditions are answered from a copy', async () => {
  await serve();
  await tick();
  await state('/abc');
  expect(await edge.get('/abc', { headers: { range: 'bytes=1-2' } })).toMatchObject({
    status: 206,
    body: 'ab',
    headers: { 'content-range': 'bytes 1-2/5' },
  });
  expect(await edge.get('/abc', { headers: { range: 'bytes=-2' } })).toMatchObject({ status: 206, body: 'c ' });
  expect(await edge.get('/abc', { headers: { range: 'bytes=9-' } })).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */5' },
  });
  expect(await edge.get('/abc', { headers: { range: 'bytes=0-0', 'if-range': '"other"' } })).toMatchObject({ status: 200 });
  expect(await edge.get('/abc', { headers: { 'if-none-match': 'W/"e"' } })).toMatchObject({ status: 304, body: '' });
  expect(asked).toEqual(['/abc']);
});

test.each([
  ['all', [], ['/tagged', '/other']],
  ['urls', ['https://example.com/tagged'], ['/tagged']],
  ['paths', ['/tag*'], ['/tagged']],
  ['tags', ['sale'], ['/tagged']],
  ['hosts', ['www.example.com'], []],
] as const)('a purge of %s covers what it names', async (scope, items, gone) => {
  await serve();
  await tick();
  for (const path of ['/tagged', '/other']) await state(path);
  await tick();
  const { purges: kept } = edge.sites.get('d1')?.policy ?? {};
  const next = { id: `p${purges++}`, scope, items, at: Date.now() };
  await edge.push(policyFor(origin.port, cached({}), { purges: [...(kept ?? []), next] }));
  asked = [];
  for (const path of ['/tagged', '/other']) await state(path);
  expect(asked).toEqual(gone);
});

test('when the origin fails, “always online” serves the last copy; without it the error is passed on', async () => {
  await serve({ ttl: { value: 0, unit: 's' }, minTtl: null, alwaysOnline: true });
  await tick();
  await edge.get('/a');
  isDown = true;
  expect(await edge.get('/a')).toMatchObject({ status: 200, body: '/a ', headers: { 'x-cache': 'STALE' } });
  await edge.push(policyFor(origin.port, cached({ ttl: { value: 0, unit: 's' }, minTtl: null })));
  expect((await edge.get('/a')).status).toBe(500);
});

test('an old copy is revalidated, and served if the origin confirms it', async () => {
  await serve({ ttl: { value: 0, unit: 's' }, minTtl: null });
  await tick();
  await edge.get('/short');
  expect(await edge.get('/short')).toMatchObject({ status: 200, body: '/short ', headers: { 'x-cache': 'REVALIDATED' } });
  expect(asked).toEqual(['/short', '/short']);
});

test('an expired copy is served while it is revalidated, as its origin allows', async () => {
  await serve({ ttl: { value: 0, unit: 's' }, minTtl: null });
  await tick();
  expect(await edge.get('/grace')).toMatchObject({ body: 'grace 0', headers: { 'x-cache': 'MISS' } });
  expect(await edge.get('/grace')).toMatchObject({ status: 200, body: 'grace 0', headers: { 'x-cache': 'STALE' } });
  // The new copy arrives after the answer.
  await expect.poll(async () => Number((await edge.get('/grace')).body.split(' ')[1]), { timeout: 10_000 }).toBeGreaterThan(0);
  isDown = true;
  expect(await edge.get('/grace')).toMatchObject({ status: 200, headers: { 'x-cache': 'STALE' } });
  await serve({ ttl: { value: 0, unit: 's' }, minTtl: null, ignoreCacheControl: true });
  isDown = false;
  await tick();
  await edge.get('/grace');
  expect(await state('/grace')).toBe('EXPIRED');
});

test('a domain that is served from the cache only asks no origin', async () => {
  await serve();
  await tick();
  await state('/a');
  const { purges: kept } = edge.sites.get('d1')?.policy ?? {};
  await edge.push(policyFor(origin.port, cached({}), { serving: 'cacheOnly', purges: kept ?? [] }));
  expect((await edge.get('/a')).status).toBe(200);
  expect((await edge.get('/new')).status).toBe(503);
  expect(asked).toEqual(['/a']);
});

test('a large body streams through and isn’t stored', async () => {
  await serve();
  await tick();
  expect((await edge.get('/large')).bytes.length).toBe(9_000_000);
  expect(await state('/large')).toBe('MISS');
});

test('copies that make room in memory are served from the disk', async () => {
  const small = await startTestEdge(undefined, { EDGE_CACHE_MB: '0' });
  await small.push(policyFor(origin.port, cached({})));
  expect((await small.get('/disk')).headers['x-cache']).toBe('MISS');
  for (let i = 0; i < 3; i++) expect(await small.get('/disk')).toMatchObject({ body: '/disk ', headers: { 'x-cache': 'HIT' } });
  await small.stop();
});
