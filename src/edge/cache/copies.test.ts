import { beforeEach, expect, test } from 'vitest';
import { policyFor, startTestEdge } from '../../../tests/support/edge.ts';
import { cached, page } from '../../../tests/support/edgeSample.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';
import { readTarget } from '../../lib/rules/cdn/cache/target.ts';
import type { DomainPolicy, EdgePurge } from '../../lib/rules/cdn/edge/bundle.ts';
import { isFault } from '../../lib/rules/core/fault.ts';

let requestedFields: string[] = [];
let isDown = false;
let graces = 0;

const { edge, get, origin, push } = sharedEdge((request, response) => {
  requestedFields.push(`${request.url}`);
  const url = new URL(request.url ?? '/', 'http://origin');
  if (isDown) return void response.writeHead(500).end('broken');
  if (url.pathname === '/slow') return void setTimeout(() => response.end('slow'), 50);
  if (url.pathname === '/grace') {
    response.setHeader('cache-control', 'max-age=0, stale-while-revalidate=600').setHeader('etag', `"${graces}"`);
    return void response.end(`grace ${graces++}`);
  }
  if (url.pathname === '/vary') response.setHeader('vary', 'accept-language');
  if (url.pathname === '/tagged') response.setHeader('cache-tag', 'shoes, sale');
  response.setHeader('etag', '"e"');
  response.end(url.pathname === '/large' ? Buffer.alloc(9_000_000, 'x') : `${url.pathname} ${request.headers['accept-language'] ?? ''}`);
});
beforeEach(() => {
  requestedFields = [];
  isDown = false;
});

let purges = 0;
const everything = () => ({ id: `p${purges++}`, scope: 'all', items: [], at: Date.now() }) as const;
/** After a purge: copies from the same millisecond are purged too. */
const tick = () => new Promise((done) => setTimeout(done, 3));
/** Each test starts with an empty cache. */
async function serve(config: Parameters<typeof cached>[0] = {}, more: Partial<DomainPolicy> = {}): Promise<void> {
  await push(cached(config), { purges: [everything()], ...more });
  await tick();
}
/** With the copies of before. */
const cachedPurges = () => ({ purges: edge().sites.get('d1')?.policy.purges ?? [] });
const state = async (path: string, headers: Record<string, string> = {}) => (await get(path, { headers })).headers['x-cache'];

test('a copy is served again, with its age', async () => {
  await serve();
  expect(await state('/a')).toBe('MISS');
  const hit = await get('/a');
  expect(hit).toMatchObject({ status: 200, body: '/a ', headers: { 'x-cache': 'HIT', age: '0' } });
  expect((await get('/a', { method: 'HEAD' })).headers).toMatchObject({ 'x-cache': 'HIT', 'content-length': '3' });
  expect(requestedFields).toEqual(['/a']);
});

test('a hundred visitors at once are one request to the origin', async () => {
  await serve();
  const answers = await Promise.all(Array.from({ length: 100 }, () => get('/slow')));
  expect(answers.every(({ status, body }) => status === 200 && body === 'slow')).toBe(true);
  expect(requestedFields).toEqual(['/slow']);
});

test('the level decides whether the query is part of the key, and a page rule overrides it', async () => {
  await serve();
  expect([await state('/q?a=1'), await state('/q?a=2'), await state('/q?a=1')]).toEqual(['MISS', 'MISS', 'HIT']);
  await serve({ level: 'withoutQuery' });
  expect([await state('/q?a=1'), await state('/q?a=2')]).toEqual(['MISS', 'HIT']);
  await push({ ...cached({}), pageRules: [page('/q*', { queryString: 'withoutQuery' })] });
  expect(await state('/q?a=3')).toBe('HIT');
});

test('off and development mode skip the cache, and the copies are still there afterward', async () => {
  await serve();
  await state('/a');
  await push(cached({ developmentMode: true }), cachedPurges());
  expect(await state('/a')).toBe('BYPASS');
  await push(cached({}), cachedPurges());
  expect(await state('/a')).toBe('HIT');
});

test('copies are kept apart by the headers that responses vary with', async () => {
  await serve();
  const one = await get('/vary', { headers: { 'accept-language': 'fa' } });
  const two = await get('/vary', { headers: { 'accept-language': 'es' } });
  const three = await get('/vary', { headers: { 'accept-language': 'fa' } });
  expect([one.body, two.body, three.body]).toEqual(['/vary fa', '/vary es', '/vary fa']);
  expect([two.headers['x-cache'], three.headers['x-cache']]).toEqual(['MISS', 'HIT']);
});

test('parts of a copy say where they are, and are only of the version that was asked for', async () => {
  await serve();
  await state('/abc');
  expect(await get('/abc', { headers: { range: 'bytes=1-2' } })).toMatchObject({
    status: 206,
    body: 'ab',
    headers: { 'content-range': 'bytes 1-2/5' },
  });
  expect(await get('/abc', { headers: { range: 'bytes=9-' } })).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */5' },
  });
  expect(await get('/abc', { headers: { range: 'bytes=0-0', 'if-range': '"other"' } })).toMatchObject({ status: 200 });
  expect(requestedFields).toEqual(['/abc']);
});

test.each([
  ['all', [], ['/tagged', '/other']],
  ['urls', ['https://example.com/tagged'], ['/tagged']],
  ['paths', ['/tag*'], ['/tagged']],
  ['tags', ['sale'], ['/tagged']],
  ['hosts', ['www.example.com'], []],
] as const)('a purge of %s covers what it names', async (scope, items, gone) => {
  await serve();
  for (const path of ['/tagged', '/other']) await state(path);
  await tick();
  const next = { id: `p${purges++}`, scope, items, at: Date.now() };
  await push(cached({}), { purges: [...cachedPurges().purges, next] });
  requestedFields = [];
  for (const path of ['/tagged', '/other']) await state(path);
  expect(requestedFields).toEqual(gone);
});

test('a purge only covers copies of its own domain, however its items are written', async () => {
  const otherDomains = [
    { id: 'd2', name: 'other.example' },
    // Somebody else's domain below this one.
    { id: 'd3', name: 'shop.example.com' },
  ];
  const paths = ['/a', '/a?x=1', '/A', '/b%20c', '/tagged'];
  /** Which copies of `example.com` are fetched again; null: the item is refused. */
  const cases: [Exclude<EdgePurge['scope'], 'all'>, string, string[] | null][] = [
    ['urls', 'HTTPS://EXAMPLE.com./a', ['/a']],
    ['urls', 'https://example.com:443/a?x=1', ['/a', '/a?x=1']],
    ['urls', 'http://example.com:8080//x/../%61', ['/a']],
    ['urls', 'https://example.com/b c', ['/b%20c']],
    ['urls', 'https://example.com/%62%20c#top', ['/b%20c']],
    ['urls', 'https://example.com%2eother.example/a', null],
    ['urls', 'https://other.example/a', null],
    ['urls', 'https://other.example:443\\@example.com/a', null],
    ['urls', 'https://example.com@other.example/a', null],
    ['urls', 'https://other.example%2f.example.com/a', null],
    ['urls', 'https://shop.example.com/a', []],
    ['urls', 'https://ｏｔｈｅｒ.example/a', null],
    ['urls', '//other.example/a', null],
    ['paths', '/a', ['/a', '/a?x=1']],
    ['paths', '//%61*', ['/a', '/a?x=1']],
    ['paths', '/*', paths],
    ['paths', 'EXAMPLE.com/*', paths],
    ['paths', 'other.example/*', null],
    ['paths', '*/*', null],
    ['paths', '*.example/*', null],
    ['paths', 'shop.example.com/*', []],
    ['paths', '*.example.com/*', []],
    ['hosts', 'Example.COM.', paths],
    ['hosts', 'shop.example.com', []],
    ['hosts', 'other.example', null],
    ['hosts', 'example.com:443', null],
    ['hosts', 'other.example#.example.com', null],
    ['hosts', 'x@other.example', null],
    ['hosts', 'ｏｔｈｅｒ.example', null],
    ['tags', 'sale', ['/tagged']],
    ['tags', 'SALE', []],
  ];
  const requests = [{ id: 'd1', name: 'example.com' }, ...otherDomains].flatMap(({ name }) => paths.map((path) => ({ name, path })));
  const fetched = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const { name, path } of requests)
      if ((await get(path, { host: name })).headers['x-cache'] !== 'HIT') found.push(name === 'example.com' ? path : `${name}${path}`);
    return found;
  };
  for (const { id, name } of otherDomains)
    await edge().push(policyFor(origin().port, { ...cached({}), domain: { name, status: 'active' } }, { id, name }));
  await serve();
  await fetched();
  const results: typeof cases = [];
  for (const [scope, text] of cases) {
    const item = readTarget(scope, text, 'example.com');
    await tick();
    // An edge doesn't depend on the portal's refusal.
    const next = { id: `p${purges++}`, scope, items: [isFault(item) ? text : item], at: Date.now() };
    await push(cached({}), { purges: [...cachedPurges().purges, next] });
    await tick();
    const again = await fetched();
    results.push([scope, text, isFault(item) && again.every((one) => paths.includes(one)) ? null : again]);
  }
  await tick();
  await push(cached({}), { purges: [...cachedPurges().purges, everything()] });
  await tick();
  expect([results, await fetched()]).toEqual([cases, paths]);
  for (const { id } of otherDomains) edge().control.remove(id);
});

test('when the origin fails, “always online” serves the last copy; without it the error is passed on', async () => {
  await serve({ ttl: { value: 0, unit: 's' }, minTtl: null, alwaysOnline: true });
  await get('/a');
  isDown = true;
  expect(await get('/a')).toMatchObject({ status: 200, body: '/a ', headers: { 'x-cache': 'STALE' } });
  await push(cached({ ttl: { value: 0, unit: 's' }, minTtl: null }));
  expect((await get('/a')).status).toBe(500);
});

test('an expired copy is served while it is revalidated, as its origin allows', async () => {
  await serve({ ttl: { value: 0, unit: 's' }, minTtl: null });
  expect(await get('/grace')).toMatchObject({ body: 'grace 0', headers: { 'x-cache': 'MISS' } });
  expect(await get('/grace')).toMatchObject({ status: 200, body: 'grace 0', headers: { 'x-cache': 'STALE' } });
  // The new copy arrives after the answer.
  await expect.poll(async () => Number((await get('/grace')).body.split(' ')[1]), { timeout: 10_000 }).toBeGreaterThan(0);
  isDown = true;
  expect(await get('/grace')).toMatchObject({ status: 200, headers: { 'x-cache': 'STALE' } });
  await serve({ ttl: { value: 0, unit: 's' }, minTtl: null, ignoreCacheControl: true });
  isDown = false;
  await tick();
  await get('/grace');
  expect(await state('/grace')).toBe('EXPIRED');
});

test('a domain that is served from the cache only asks no origin', async () => {
  await serve();
  await state('/a');
  await push(cached({}), { serving: 'cacheOnly', ...cachedPurges() });
  expect((await get('/a')).status).toBe(200);
  expect((await get('/new')).status).toBe(503);
  expect(requestedFields).toEqual(['/a']);
});

test('a large body streams through and isn’t stored', async () => {
  await serve();
  expect((await get('/large')).bytes.length).toBe(9_000_000);
  expect(await state('/large')).toBe('MISS');
});

test('copies that make room in memory are served from the disk', async () => {
  const small = await startTestEdge(undefined, { EDGE_CACHE_MB: '0' });
  await small.push(policyFor(origin().port, cached({})));
  expect((await small.get('/disk')).headers['x-cache']).toBe('MISS');
  for (let i = 0; i < 3; i++) expect(await small.get('/disk')).toMatchObject({ body: '/disk ', headers: { 'x-cache': 'HIT' } });
  await small.stop();
});
