import type { IncomingHttpHeaders } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { until } from '../../../tests/support/edge.ts';
import { page, plain } from '../../../tests/support/edgeSample.ts';
import { get as rawGet } from '../../../tests/support/raw.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';
import type { Cors, EdgeConfig, HeaderChange, PathSettings } from '../../lib/rules/cdn/edge/config.ts';

/* Page rules that change requests on their way to the customer's server, and its responses on their way to visitors. */
const received: { url: string; method: string; headers: IncomingHttpHeaders }[] = [];
const { edge, get, push, lines } = sharedEdge((request, response) => {
  received.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers });
  request.resume();
  response.writeHead(200, {
    'content-type': 'text/html',
    'cache-control': 'max-age=60',
    'content-security-policy': "default-src 'none'",
    server: 'origin/1',
    link: '</a.css>; rel=preload',
    // Servers that allow one site, whoever asked first.
    'access-control-allow-origin': request.headers.origin ?? 'https://first.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'link',
    ...(request.url === '/private' && { 'set-cookie': ['a=1', 'b=2'] }),
  });
  response.end(`${received.length} ${request.url}`);
});
beforeEach(() => {
  received.length = 0;
});
let purges = 0;
const serve = async (path: string, settings: PathSettings, config: Partial<EdgeConfig> = {}) => {
  await push(
    { ...plain, ...config, pageRules: [page(path, settings)] },
    { purges: [{ id: `p${purges++}`, scope: 'all', items: [], at: Date.now() }] },
  );
  // A copy that is stored in the same millisecond would be purged.
  await new Promise((done) => setTimeout(done, 3));
};
const uncached = { cache: { ...plain.cache, level: 'off' as const } };

test('a redirect has its status, the captures and, if wanted, the query', async () => {
  await serve('/old/*', { redirectUrl: 'https://example.org/new/$1', redirectStatus: 308, redirectQuery: true });
  expect(await get('/old/a/%C3%A9?b=1', { method: 'POST', body: 'x' })).toMatchObject({
    status: 308,
    headers: { location: 'https://example.org/new/a/%C3%A9?b=1' },
  });
  await serve('/old*', { redirectUrl: '/$1', redirectStatus: 301 });
  expect((await rawGet(edge().addresses.http, '/old//evil.example', { host: 'example.com' })).status).toBe(301);
  const { headers } = await get('/old/evil.example/x');
  expect(new URL(String(headers.location)).host).toBe('example.com');
  expect(received).toEqual([]);
});

test('the server gets the rewritten path with the visitor’s method, query and body', async () => {
  await serve('/app/*', { rewriteUrl: '/in/$1' }, uncached);
  await get('/app/a%20b/c?d=%22e"', { method: 'POST', body: 'hello' });
  await serve('/app/*', { rewriteUrl: '/in?path=$1' }, uncached);
  await get('/app/a&b?c=d');
  expect(received.map(({ method, url }) => [method, url])).toEqual([
    ['POST', '/in/a%20b/c?d=%22e"'],
    ['GET', '/in?path=a%26b'],
  ]);
});

test('a copy belongs to the visitor’s URL: it is purged by that, and serves no other', async () => {
  await serve('/app/*', { rewriteUrl: '/same' });
  for (const path of ['/app/a', '/app/a', '/app/b', '/same']) await get(path);
  expect(received.map(({ url }) => url)).toEqual(['/same', '/same', '/same']);
  received.length = 0;
  const purged = { id: `p${purges++}`, scope: 'urls', items: ['https://example.com/app/a'], at: Date.now() } as const;
  await push({ ...plain, pageRules: [page('/app/*', { rewriteUrl: '/same' })] }, { purges: [purged] });
  for (const path of ['/app/a', '/app/b']) await get(path);
  expect(received).toHaveLength(1);
});

test('a request can’t leave the folder of a rewrite', async () => {
  await serve('/find?q=*', { rewriteUrl: '/in/$1/x' }, { ...uncached, waf: { ...plain.waf, mode: 'off' } });
  const targets = ['..', '%2e%2e', '../admin', '..%2Fadmin', '..%5Cadmin', 'a/../../admin', '.', '%', '..;/admin'];
  for (const target of targets) {
    const { status } = await rawGet(edge().addresses.http, `/find?q=${target}`, { host: 'example.com' });
    expect([200, 403], target).toContain(status);
  }
  for (const { url } of received) expect(url).toMatch(/^\/in\/[^/\\]+\/x\?q=/);
  await until(() => lines().filter(({ reason }) => reason === 'pathBadRewrite').length > 4);
});

test('request headers are set, added and removed for the server, and not for the cache', async () => {
  const requestHeaders: HeaderChange[] = [
    { action: 'set', name: 'X-Token', value: 'of the rule' },
    { action: 'set', name: 'Cookie', value: 'a=1' },
    { action: 'add', name: 'Cookie', value: 'b=2' },
    { action: 'add', name: 'X-List', value: 'two' },
    { action: 'remove', name: 'User-Agent' },
  ];
  await serve('/*', { requestHeaders }, uncached);
  await get('/', { headers: { 'x-token': 'of the visitor', 'x-list': 'one', 'user-agent': 'a browser', cookie: 'z=9' } });
  expect(received[0]?.headers).toMatchObject({ 'x-token': 'of the rule', 'x-list': 'one, two', cookie: 'a=1; b=2' });
  expect(received[0]?.headers).not.toHaveProperty('user-agent');
  // Authorization of the rule is no reason not to cache.
  await serve('/*', { requestHeaders: [{ action: 'set', name: 'Authorization', value: 'Basic abc' }] });
  expect([(await get('/kept')).headers['x-cache'], (await get('/kept')).headers['x-cache']]).toEqual(['MISS', 'HIT']);
  expect(received[1]?.headers.authorization).toBe('Basic abc');
});

test('response headers come after every other setting, on copies too', async () => {
  const responseHeaders: HeaderChange[] = [
    { action: 'set', name: 'Content-Security-Policy', value: "default-src 'self'" },
    { action: 'set', name: 'Cache-Control', value: 'no-cache' },
    { action: 'add', name: 'Link', value: '</b.css>; rel=preload' },
    { action: 'remove', name: 'Server' },
  ];
  const config = { cache: { ...plain.cache, browserTtl: { value: 1, unit: 'h' } } } as const;
  await serve('/*', { cspOverride: 'default-src *', responseHeaders }, config);
  const other = { ...page('/plain', { cspOverride: 'default-src *' }), priority: 0 };
  await push({ ...plain, ...config, pageRules: [other, page('/*', { cspOverride: 'default-src *', responseHeaders })] });
  expect((await get('/plain')).headers).toMatchObject({
    'content-security-policy': 'default-src *',
    'cache-control': 'max-age=3600',
    server: 'origin/1',
  });
  for (const cache of ['MISS', 'HIT']) {
    const { headers } = await get('/');
    expect(headers).toMatchObject({
      'x-cache': cache,
      'content-security-policy': "default-src 'self'",
      'cache-control': 'no-cache',
      link: '</a.css>; rel=preload, </b.css>; rel=preload',
    });
    expect(headers).not.toHaveProperty('server');
  }
});

test('whether a response is cached is decided by what the server sent, and pages of the edge stay as they are', async () => {
  const responseHeaders: HeaderChange[] = [
    { action: 'remove', name: 'Set-Cookie' },
    { action: 'set', name: 'X-Rule', value: 'yes' },
  ];
  await serve('/*', { responseHeaders });
  for (let i = 0; i < 2; i++) {
    const { headers } = await get('/private');
    expect(headers).toMatchObject({ 'x-cache': 'MISS', 'x-rule': 'yes' });
    expect(headers).not.toHaveProperty('set-cookie');
  }
  const blocked = await get('/?q=<script>alert(1)</script>');
  expect([blocked.status, blocked.headers['x-rule']]).toEqual([403, undefined]);
});

test('an edge makes no header that would break the request or the response, whatever a bundle contains', async () => {
  const hostile: HeaderChange[] = [
    { action: 'set', name: 'Content-Length', value: '0' },
    { action: 'set', name: 'Transfer-Encoding', value: 'chunked' },
    { action: 'set', name: 'Host', value: 'evil.example' },
    { action: 'set', name: 'X-Forwarded-For', value: '203.0.113.9' },
    { action: 'set', name: 'x a', value: 'b' },
    { action: 'set', name: 'X-Break', value: 'a\r\nX-Injected: b' },
    { action: 'remove', name: 'X-Request-ID' },
    { action: 'set', name: 'Strict-Transport-Security', value: 'max-age=0' },
  ];
  await serve('/*', { requestHeaders: hostile, responseHeaders: hostile }, uncached);
  const { status, body, headers } = await get('/');
  expect([status, body]).toEqual([200, '1 /']);
  expect(headers['x-request-id']).toBeTruthy();
  expect(headers['strict-transport-security']).toBeUndefined();
  expect(received[0]?.headers).toMatchObject({ host: 'example.com', 'x-forwarded-for': '127.0.0.1' });
  for (const all of [headers, received[0]?.headers]) {
    expect(all).not.toHaveProperty('x-break');
    expect(all).not.toHaveProperty('x-injected');
  }
});

const cors: Cors = {
  origins: ['https://app.example', 'https://other.example:8443'],
  methods: ['GET', 'PUT'],
  headers: ['Content-Type', 'X-App'],
  credentials: true,
  maxAge: { value: 10, unit: 'm' },
};
const preflight = (origin: string, method = 'PUT') => ({ method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } });
/** The headers of an answer that decide what a page may do. */
const allowed = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-allow') || name === 'access-control-max-age'),
  );

test('a preflight is answered at the edge, and allows nothing to other sites', async () => {
  await serve('/api/*', { cors });
  const answer = await get('/api/a', preflight('https://app.example'));
  expect([answer.status, answer.body, answer.headers.vary]).toEqual([204, '', 'origin']);
  expect(allowed(answer.headers)).toEqual({
    'access-control-allow-origin': 'https://app.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, PUT',
    'access-control-allow-headers': 'Content-Type, X-App',
    'access-control-max-age': '600',
  });
  for (const origin of [
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
    'null',
    'https://other.example',
  ]) {
    const { status, headers } = await get('/api/a', preflight(origin));
    expect([status, headers.vary, allowed(headers)], origin).toEqual([204, 'origin', {}]);
  }
  expect(received).toEqual([]);
  // Another OPTIONS, or another path, is for the server.
  await get('/api/a', { method: 'OPTIONS' });
  await get('/other', preflight('https://app.example'));
  expect(received.map(({ url }) => url)).toEqual(['/api/a', '/other']);
});

test('a copy never carries what one site may do to another', async () => {
  await serve('/api/*', { cors });
  const of = async (origin?: string) => {
    const { headers } = await get('/api/a', origin === undefined ? {} : { headers: { origin } });
    return [headers['x-cache'], /\borigin\b/.test(headers.vary ?? ''), headers['access-control-expose-headers'], allowed(headers)];
  };
  const own = (origin: string) => ({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
  expect(await of('https://app.example')).toEqual(['MISS', true, 'link', own('https://app.example')]);
  expect(await of('https://other.example:8443')).toEqual(['HIT', true, 'link', own('https://other.example:8443')]);
  expect(await of('https://evil.example')).toEqual(['HIT', true, 'link', {}]);
  expect(await of()).toEqual(['HIT', true, 'link', {}]);
  await serve('/api/*', { cors: { ...cors, origins: ['*'], credentials: false } });
  for (const origin of ['https://evil.example', undefined])
    expect((await of(origin)).slice(1)).toEqual([false, 'link', { 'access-control-allow-origin': '*' }]);
  expect(received).toHaveLength(2);
});

test('credentials are never allowed to every site, whatever a bundle contains', async () => {
  await serve('/*', { cors: { ...cors, origins: ['*'] } });
  expect(allowed((await get('/', { headers: { origin: 'https://evil.example' } })).headers)).toEqual({});
  expect(allowed((await get('/', preflight('https://evil.example'))).headers)).toEqual({});
});

test('the log names the page rule of a request, whatever came of it', async () => {
  const settings = { rewriteUrl: '/in', cors, httpToHttps: false };
  await push({ ...plain, pageRules: [page('/away', { redirectUrl: '/b' }, { priority: 1 }), page('/api/*', settings, { priority: 2 })] });
  const logged = async (path: string, options?: Parameters<typeof get>[1]) => {
    const id = (await get(path, options)).headers['x-request-id'];
    await until(() => lines().some((line) => line.id === id));
    return lines().find((line) => line.id === id)?.pageRuleId;
  };
  const api = 'page /api/* 2';
  expect(await logged('/away')).toBe('page /away 1');
  for (let i = 0; i < 2; i++) expect(await logged('/api/logged')).toBe(api);
  expect(await logged('/api/a', preflight('https://app.example'))).toBe(api);
  expect(await logged('/none')).toBe('');
  // Earlier layers come first.
  expect(await logged('/api/a?q=<script>alert(1)</script>')).toBe('');
});
