import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { cached, filtered, own, plain } from '../../../tests/support/edgeSample.ts';
import { raw, get as rawGet } from '../../../tests/support/raw.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';

/*
 * One request has one reading: what rules decide and what the cache stores belong to what the customer's server answers. The server here
 * records the target as it arrives and answers as a server of files does, with an error that a cache may store.
 */
let originRequests: string[] = [];
const echoed: IncomingHttpHeaders[] = [];
const { edge, push } = sharedEdge((request, response) => {
  const url = request.url ?? '';
  originRequests.push(url);
  if (url.startsWith('/echo')) echoed.push(request.headers);
  request.resume();
  response.setHeader('cache-control', 'public, max-age=600');
  if (url === '/static/app.js') response.end('the script');
  else response.writeHead(404).end('nothing here');
});
beforeEach(() => {
  originRequests = [];
});
let purges = 0;
/** Without the WAF, which stops some of these before. */
const stored = { ...cached({}), waf: { ...plain.waf, mode: 'off' as const } };
const everything = () => ({ id: `p${purges++}`, scope: 'all', items: [], at: Date.now() }) as const;
const send = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawGet(edge().addresses.http, target, { host: 'example.com', ...headers }, method);

test('a domain may keep slashes in a row: for copies, purges and the server, but not for rules', async () => {
  const unmerged = { ...stored.cache, mergeSlashes: false };
  await push({ ...stored, cache: unmerged }, { purges: [everything()] });
  await new Promise((done) => setTimeout(done, 3));
  const twice = ['/thumb/https://a.example/b.png', '/thumb/https:/a.example/b.png', '//static/app.js', '/./thumb//x/../y'];
  for (const target of [...twice, ...twice]) await send(target);
  expect(originRequests).toEqual(['/thumb/https://a.example/b.png', '/thumb/https:/a.example/b.png', '//static/app.js', '/thumb//y']);
  originRequests = [];
  const purged = { id: `p${purges++}`, scope: 'urls', items: ['https://example.com//static/app.js'], at: Date.now() } as const;
  await push({ ...stored, cache: unmerged }, { purges: [purged] });
  for (const target of twice) await send(target);
  expect(originRequests).toEqual(['//static/app.js']);
  originRequests = [];
  await push({ ...filtered({ rules: [own({ path: '/admin*' })] }), cache: { ...unmerged, level: 'off' } });
  expect((await send('//admin')).status).toBe(403);
  expect(originRequests).toEqual([]);
});

/** Spellings that servers read as `/static/app.js`, or not at all. */
const spellings = [
  ...['/./static/app.js', '//static/app.js', '/static//app.js', '/x/../static/app.js', '/x/%2e%2e/static/app.js', '/%73tatic/app.js'],
  ...['/static/./app.js', '/static/x/..//app.js', 'http://example.com//static/app.js', '/static/%61pp.js'],
  ...['/static/app.js#x', '/\\static/app.js', '\\static/app.js', '/static\\app.js', '/%5cstatic/app.js', '/../static/app.js'],
  ...['/static%2F..%2Fstatic/app.js', '/static/app.js%', '/static/app.js%zz'],
];

test.each(spellings)('%s stores nothing that others get for /static/app.js', async (target) => {
  await push(stored, { purges: [everything()] });
  await new Promise((done) => setTimeout(done, 3));
  const first = await send(target);
  expect([first.status, originRequests]).toEqual(first.status === 400 ? [400, []] : [200, ['/static/app.js']]);
  expect(await send('/static/app.js')).toMatchObject({ status: 200, body: 'the script' });
});

test.each([
  ...['/admin', '//admin', '/.//admin', '/./admin', '/x/../admin', '/%61dmin', '/%2e/admin', '/admin/', '/admin//x', '/admin%2Fx'],
  ...['/%2Fadmin', '/%5cadmin', '/\\admin', '/admin#', '/x%2F..%2Fadmin', 'http://example.com//admin', '/admin?x', '/admin%3Fx'],
])('a rule for /admin* stops %s', async (target) => {
  await push({ ...filtered({ rules: [own({ path: '/admin*' })] }), cache: { ...plain.cache, level: 'off' } });
  const { status } = await send(target);
  expect([400, 403]).toContain(status);
  expect(originRequests).toEqual([]);
});

test('whatever is sent, the server gets the path that rules and the cache have', async () => {
  await push(stored, { purges: [everything()] });
  const piece = fc.constantFrom(
    '/',
    '//',
    '/./',
    '/../',
    '.',
    'static',
    'app.js',
    '%2e',
    '%2F',
    '%5C',
    '%41',
    '%7E',
    '%',
    '"',
    '|',
    ';',
    '~',
    '*',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.constantFrom('', '?', '?a=1', '?"', '?a/../b'), async (pieces, query) => {
      originRequests = [];
      const { status } = await send(`/${pieces.join('')}${query}`);
      if (status === 400) expect(originRequests).toEqual([]);
      for (const target of originRequests) {
        const [path = ''] = target.split('?');
        expect(new URL(`http://x${path}`).pathname).toBe(path);
        expect(path).not.toMatch(/\/\/|\/\.{1,2}(\/|$)|\\/);
        expect(target.slice(path.length)).toBe(query);
      }
      expect((await send('/static/app.js')).body).toBe('the script');
    }),
  );
});

test('the response to a GET with a body isn’t stored', async () => {
  await push(stored, { purges: [everything()] });
  await new Promise((done) => setTimeout(done, 3));
  const request = 'GET /static/app.js HTTP/1.1\r\nhost: example.com\r\nconnection: close\r\ncontent-length: 1\r\n\r\nx';
  for (let i = 0; i < 2; i++) expect((await raw(edge().addresses.http, request)).body).toBe('the script');
  expect(originRequests).toHaveLength(2);
});

test('a purge by address covers the copy, however the address is written', async () => {
  await push(stored, { purges: [everything()] });
  await new Promise((done) => setTimeout(done, 3));
  for (const url of ['https://example.com/static/app.js', 'https://example.com//static/%61pp.js']) {
    await send('/static/app.js');
    await new Promise((done) => setTimeout(done, 3));
    originRequests = [];
    await push(stored, { purges: [{ id: `p${purges++}`, scope: 'urls', items: [url], at: Date.now() }] });
    await send('/static/app.js');
    expect(originRequests, url).toEqual(['/static/app.js']);
  }
});

test('headers that stand for another request don’t reach the server, nor a copy, in whatever spelling', async () => {
  await push(stored, { purges: [everything()] });
  const names = [
    ...[
      'x-forwarded-host',
      'x-forwarded-scheme',
      'x-forwarded-prefix',
      'x-forward-for',
      'forwarded',
      'x-host',
      'x-original-url',
      'x-rewrite-url',
    ],
    ...[
      'x-http-method-override',
      'x-http-host-override',
      'x-method-override',
      'x-original-host',
      'x-middleware-subrequest',
      'front-end-https',
    ],
    ...[
      'x-url-scheme',
      'x-scheme',
      'https',
      'x-arr-ssl',
      'client-ip',
      'true-client-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'x-remote-addr',
    ],
    ...['x-real-ip', 'cf-connecting-ip', 'cf-ipcountry', 'fastly-client-ip', 'proxy', 'request-uri', 'x-request-id', 'x-originating-ip'],
  ];
  const all = new Set([...names, ...names.map((one) => one.replaceAll('-', '_'))]);
  for (const name of all) await send(`/echo?${name}`, { [name]: 'canary', 'x-app': 'own' });
  expect(echoed.length).toBe(all.size);
  expect(echoed.filter((headers) => JSON.stringify(headers).includes('canary'))).toEqual([]);
  // Others are the application's own.
  expect(echoed.every((headers) => headers['x-app'] === 'own')).toBe(true);
});
