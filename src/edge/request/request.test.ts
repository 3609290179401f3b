import { createHash } from 'node:crypto';
import net from 'node:net';
import { expect, test } from 'vitest';
import { policyFor, startTestEdge } from '../../../tests/support/edge.ts';
import { deny, filtered, guarded, limit, page, plain, secured, wall } from '../../../tests/support/edgeSample.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';
import type { DomainPolicy } from '../../lib/rules/cdn/edge/bundle.ts';

const receivedRequests: Record<string, unknown>[] = [];

const { edge, get, push } = sharedEdge(
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receivedRequests.push({ url: request.url, method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (request.url === '/away') response.writeHead(302, { location: 'https://example.com/there' });
      response.end('from the origin');
    });
  },
  { EDGE_WHY_URL: 'https://panel.example' },
);
/** Every request reaches the origin, unless something else decides. */
const uncached = { cache: { ...plain.cache, level: 'off' as const } };
const serve = (config: Parameters<typeof policyFor>[1] = {}, more: Partial<DomainPolicy> = {}) => push({ ...config, ...uncached }, more);

test('the origin gets the request with the edge’s statements about the visitor, and no header of the connection', async () => {
  await serve();
  const headers = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'gopher',
    forwarded: 'for=1.2.3.4',
    connection: 'close, x-hop',
    'x-hop': '1',
    'x-original-url': '/admin',
    'x-rewrite-url': '/admin',
    'x-http-method-override': 'DELETE',
    te: 'trailers',
    cookie: 'a=1; edge_pass_js=1.x; b=2',
  };
  const answer = await get('/path?q=1', { method: 'POST', headers, body: 'hello' });
  expect(answer).toMatchObject({
    status: 200,
    body: 'from the origin',
    headers: { 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) },
  });
  const last = receivedRequests.at(-1);
  expect(last).toMatchObject({
    url: '/path?q=1',
    method: 'POST',
    body: 'hello',
    headers: {
      host: 'example.com',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'example.com',
      cookie: 'a=1; b=2',
    },
  });
  for (const name of ['forwarded', 'x-hop', 'x-original-url', 'x-rewrite-url', 'x-http-method-override', 'te'])
    expect(last?.headers).not.toHaveProperty(name);
});

test('a blocked visitor gets a page in their language with the request’s ID, and a link to the reason', async () => {
  await serve(wall({ rules: [deny('ip', '127.0.0.0/8')] }));
  const before = receivedRequests.length;
  const answer = await get('/', { headers: { 'accept-language': 'fa-IR,fa;q=0.9' } });
  expect(answer.status).toBe(403);
  const id = String(answer.headers['x-request-id']);
  expect(answer.body).toContain('<html lang="fa" dir="rtl">');
  expect(answer.body).toContain(`https://panel.example/why/${id}`);
  expect(receivedRequests.length).toBe(before);
});

test('the customer’s own page replaces the edge’s, with its variables', async () => {
  const pages = [{ kind: 'block', statusCode: null, html: '<p>{{ray_id}} {{client_ip}} {{host}} {{status}}</p>' }] as const;
  await serve(wall({ rules: [deny('ip', '127.0.0.1')] }), { pages });
  const answer = await get('/');
  expect(answer.body).toBe(`<p>${answer.headers['x-request-id']} 127.0.0.1 example.com 403</p>`);
});

test('a rate limit admits its requests, then blocks for its block time', async () => {
  await serve({ rateLimits: [limit({ requestCount: 3, path: '/limited' })] });
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await get('/limited')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const answer = await get('/limited');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(290);
  expect((await get('/free')).status).toBe(200);
});

test('the WAF reads the body, and the origin still gets all of it', async () => {
  await serve(filtered({}));
  expect((await get('/', { method: 'POST', body: "q=1' union select password from users--" })).status).toBe(403);
  const long = 'x'.repeat(300_000);
  expect((await get('/', { method: 'POST', body: long })).status).toBe(200);
  expect(receivedRequests.at(-1)?.body).toBe(long);
});

test('page rules redirect, close for maintenance, set the host and the policy of scripts', async () => {
  const rules = [
    page('/old*', { redirectUrl: 'https://example.com/new' }, { priority: 1 }),
    page('/closed*', { maintenanceMode: true }, { priority: 2 }),
    page('/*', { hostHeader: 'inner.example.com', cspOverride: "default-src 'self'" }, { priority: 3 }),
  ];
  await serve({ pageRules: rules });
  expect(await get('/old')).toMatchObject({ status: 302, headers: { location: 'https://example.com/new' } });
  expect((await get('/closed')).status).toBe(503);
  expect((await get('/')).headers['content-security-policy']).toBe("default-src 'self'");
  expect(receivedRequests.at(-1)?.headers).toMatchObject({ host: 'inner.example.com', 'x-forwarded-host': 'example.com' });
});

test('HTTP is redirected to HTTPS; a preview address stays one', async () => {
  await serve(secured({ httpToHttps: true }));
  expect(await get('/a?b=c')).toMatchObject({ status: 301, headers: { location: 'https://example.com/a?b=c' } });
  const { port } = new URL(edge().addresses.https);
  const preview = await get('/a', { host: `example.com.edge.localhost:8080` });
  expect(preview.headers.location).toBe(`https://example.com.edge.localhost:${port}/a`);
  await serve();
  const away = await get('/away', { host: 'www.example.com.edge.localhost' });
  expect(away.headers.location).toBe(`https://example.com.edge.localhost:${port}/there`);
});

test.each([
  ['stopped', 503],
  ['challenge', 403],
] as const)('a domain that is %s answers with %i', async (serving, status) => {
  await serve({}, { serving });
  expect((await get('/')).status).toBe(status);
});

test('an origin that can’t be reached is 502; one in a closed network is never connected to', async () => {
  await edge().push(policyFor(1, uncached));
  expect((await get('/')).status).toBe(502);
  const before = receivedRequests.length;
  await serve({}, { allowedNetworks: [] });
  expect((await get('/')).status).toBe(502);
  expect(receivedRequests.length).toBe(before);
});

test('requests on one connection are answered in order', async () => {
  await serve();
  const two = 'GET /1 HTTP/1.1\r\nhost: example.com\r\n\r\nGET /2 HTTP/1.1\r\nhost: example.com\r\nconnection: close\r\n\r\n';
  const socket = net.connect(Number(new URL(edge().addresses.http).port), '127.0.0.1', () => socket.write(two));
  const read = Buffer.concat(await socket.toArray()).toString();
  expect(read.match(/from the origin/g)).toHaveLength(2);
});

test('a cookie, a proof of work and a click are challenges; who passes one isn’t asked again', async () => {
  for (const challengeType of ['js', 'captcha', 'cookie'] as const) {
    await serve(guarded({ enabled: true, challengeType }));
    const challenged = await get('/page');
    expect(challenged.status).toBe(403);
    let cookie = String(challenged.headers['set-cookie'] ?? '').split(';')[0] ?? '';
    if (challengeType !== 'cookie') {
      const seed = /name="seed" value="([^"]+)"/.exec(challenged.body)?.[1] ?? '';
      const bits = Number(/data-bits="(\d+)"/.exec(challenged.body)?.[1]);
      const post = (nonce: number | string, to: string) =>
        get('/.well-known/edge-challenge', { method: 'POST', body: String(new URLSearchParams({ seed, nonce: String(nonce), to })) });
      let nonce = 0;
      while (createHash('sha256').update(`${seed}.${nonce}`).digest().readUInt32BE(0) >>> (32 - bits) !== 0) nonce++;
      // The smallest solution was found: the number before it is none.
      if (nonce > 0) expect((await post(nonce - 1, '/')).status).toBe(403);
      const solved = await post(nonce, '//evil.example');
      expect(solved).toMatchObject({ status: 303, headers: { location: '/' } });
      cookie = String(solved.headers['set-cookie']).split(';')[0] ?? '';
    }
    expect((await get('/page', { headers: { cookie } })).status).toBe(200);
    expect((await get('/page', { headers: { cookie: cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A') } })).status).toBe(403);
  }
});

test('a name that isn’t proxied, and a paused domain, reach their server without settings', async () => {
  const dns = [{ id: 'apex', name: '@', type: 'A', content: '127.0.0.1', proxy: false }] as const;
  await serve({ ...plain, dns });
  // Nothing listens on port 80 of this machine, or something that isn't this origin: it is asked, and no layer is.
  expect((await get('/?q=<script>alert(1)</script>')).status).not.toBe(403);
  expect((await get('/', { host: 'none.example.com' })).status).toBe(421);
});

test('the challenge of a certificate authority is answered before any rule, for its host alone', async () => {
  const path = '/.well-known/acme-challenge/token';
  const challenges = [{ host: 'www.example.com', token: 'token', answer: 'token.print' }];
  await serve({ firewall: wall({ defaultMode: 'deny' }).firewall }, { challenges });
  expect(await get(path, { host: 'www.example.com' })).toMatchObject({ status: 200, body: 'token.print' });
  expect((await get(path)).status).toBe(403);
  expect((await get(`${path}2`, { host: 'www.example.com' })).status).toBe(403);
  await serve();
  expect((await get(path, { host: 'www.example.com' })).body).toBe('from the origin');
});

test('a request with a body for a host that isn’t proxied reaches its server', async () => {
  // The demo website stands for the documentation address of `mail`.
  const demo = await startTestEdge(undefined, { EDGE_DEMO_ORIGIN: '1' });
  await demo.push(policyFor(80));
  const answer = await demo.get('/form', { host: 'mail.example.com', method: 'POST', body: 'a=1' });
  expect([answer.status, answer.body.includes('with 3 bytes')]).toEqual([200, true]);
  await demo.stop();
});
