import pino from 'pino';
import { expect, test } from 'vitest';
import { createTestAdapter, env, json, ORIGIN, recorded, secrets, sessionCookie, TOKEN } from '../../tests/support/adapter.ts';
import { fromRequest } from '../../tests/support/incoming.ts';
import { readEnv } from '../config/env.ts';
import { provider } from '../lib/contract/core/provider.ts';
import { makeAdapter } from './adapter.ts';
import type { Incoming } from './received.ts';
import type { Outgoing, Upstream } from './upstream.ts';

test('sign-in: the token stays in the adapter, sealed in a cookie that scripts and other sites can’t read', async () => {
  const { send } = recorded();
  const answer = await send('POST', '/auth/login', { headers: json, body: '{}' });
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual({ session: { userId: 'user-1', expiresAt: '2033-05-18T03:33:20.000Z' } });
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-nasim=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/);
  expect(text + cookie).not.toContain(TOKEN);
  expect(atob((cookie.split('=')[1] ?? '').split('.')[0]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).toContain('A256GCM');
});

test('a trusted browser: its token is also sealed in a separate cookie, and is sent to the provider at sign-in only', async () => {
  const calls: Outgoing[] = [];
  const { adapter, send } = createTestAdapter(async (call) => {
    calls.push(call);
    return Response.json(call.path === '/auth/login/verify' ? { token: TOKEN, deviceToken: 'device-secret' } : { token: TOKEN });
  });
  const answer = await send('POST', '/auth/login/verify', { headers: json, body: '{}' });
  const text = await answer.text();
  expect(Object.keys(JSON.parse(text))).toEqual(['session']);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.map((line) => line.split('=')[0]).sort()).toEqual(['__Host-nasim', '__Host-nasim-device']);
  const line = cookies.find((one) => one.startsWith('__Host-nasim-device=')) ?? '';
  expect(line).toMatch(/^__Host-nasim-device=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/);
  expect(text + line).not.toContain('device-secret');

  const [device = ''] = line.split(';');
  const session = await sessionCookie(adapter);
  for (const [path, headers] of [
    ['/auth/login', { ...json, cookie: `a=b; ${device}` }],
    ['/auth/login', { ...json, cookie: device, 'x-device-token': 'mine' }],
    ['/auth/login', { ...json, 'x-device-token': 'mine' }],
    ['/auth/login', { ...json, cookie: `__Host-nasim-device=${device.slice(20, -3)}` }],
    // A cookie sealed for one use is not accepted for the other.
    ['/auth/login', { ...json, cookie: session.replace('__Host-nasim=', '__Host-nasim-device=') }],
    ['/auth/login', { ...json, cookie: device, authorization: 'Bearer key-1' }],
    ['/auth/password/forgot', { ...json, cookie: device }],
    ['/auth/login/sendCode', { ...json, cookie: device }],
    ['/auth/refresh', { ...json, cookie: `${session}; ${device}` }],
  ] as const)
    await send('POST', path, { headers, body: '{}' });
  expect(calls.slice(1).map(({ path, headers }) => [path, headers['x-device-token']])).toEqual([
    ['/auth/login', 'device-secret'],
    ['/auth/login', 'device-secret'],
    ...Array(4).fill(['/auth/login', undefined]),
    ['/auth/password/forgot', undefined],
    ['/auth/login/sendCode', undefined],
    ['/auth/refresh', undefined],
  ]);
  const asSession = await send('GET', '/fin/balance', { headers: { cookie: device.replace('__Host-nasim-device=', '__Host-nasim=') } });
  expect(asSession.status).toBe(200);
  expect(calls.at(-1)?.headers.authorization).toBeUndefined();
});

test('a known browser: its token is sealed in a separate cookie, and is sent with the calls of the sign-in pages only', async () => {
  const calls: Outgoing[] = [];
  const { send } = createTestAdapter(async (call) => {
    calls.push(call);
    return Response.json({ token: TOKEN, browserToken: 'browser-secret' });
  });
  const answer = await send('POST', '/auth/login', { headers: json, body: '{}' });
  const text = await answer.text();
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('__Host-nasim-browser=')) ?? '';
  expect(line).toMatch(/^__Host-nasim-browser=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/);
  expect(text + line).not.toContain('browser-secret');
  const [cookie = ''] = line.split(';');
  for (const path of ['/auth/login', '/auth/login/verify', '/auth/passkey/login', '/auth/password/forgot', '/auth/password/reset'])
    await send('POST', path, { headers: { ...json, cookie }, body: '{}' });
  expect(calls.slice(1).map(({ headers }) => headers['x-browser-token'])).toEqual(Array(5).fill('browser-secret'));
  await send('POST', '/auth/login', { headers: { ...json, cookie, authorization: 'Bearer key-1' }, body: '{}' });
  await send('POST', '/auth/login', { headers: { ...json, 'x-browser-token': 'mine' }, body: '{}' });
  await send('GET', '/fin/balance', { headers: { cookie } });
  expect(calls.slice(6).map(({ headers }) => headers['x-browser-token'])).toEqual([undefined, undefined, undefined]);
});

test('sign-out keeps the browser trusted; a pending second step sets no cookie', async () => {
  const { adapter, send } = createTestAdapter(async (call) =>
    Response.json(call.path === '/auth/login' ? { challenge: { challengeId: 'x' } } : { done: true }),
  );
  const out = await send('POST', '/auth/logout', { headers: { ...json, cookie: await sessionCookie(adapter) }, body: '{}' });
  expect(out.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['__Host-nasim']);
  const half = await send('POST', '/auth/login', { headers: json, body: '{}' });
  expect([half.headers.getSetCookie(), await half.json()]).toEqual([[], { challenge: { challengeId: 'x' } }]);
});

test('a call sends the token, the language, and nothing else from the client', async () => {
  const { adapter, send, calls } = recorded();
  await send('GET', '/fin/balance?x=1', {
    headers: {
      cookie: `a=b; ${await sessionCookie(adapter)}; z=y`,
      'accept-language': 'fa',
      lt: 'mine',
      'x-access-token': 'mine',
      'x-forwarded-for': '6.6.6.6',
      'x-evil': '1',
      referer: 'https://panel.example/',
    },
  });
  expect(calls[0]).toMatchObject({ method: 'GET', path: '/fin/balance', search: '?x=1', ip: '203.0.113.9' });
  expect(calls[0]?.headers).toEqual({ authorization: `Bearer ${TOKEN}`, 'x-access-token': TOKEN, 'accept-language': 'fa' });
});

test('a provider can read the token from another header', async () => {
  const { adapter, send, calls } = recorded({ ...env, TOKEN_HEADER: 'x-customer-token' });
  await send('GET', '/fin/balance', { headers: { cookie: await sessionCookie(adapter) } });
  expect(calls[0]?.headers).toEqual({ authorization: `Bearer ${TOKEN}`, 'x-customer-token': TOKEN });
});

test('a trusted proxy supplies the client address', async () => {
  const { send, calls } = recorded();
  await send('GET', '/translations/all', { headers: { 'x-forwarded-for': '6.6.6.6, 198.51.100.4' }, peer: '10.0.0.1' });
  expect(calls[0]?.ip).toBe('198.51.100.4');
});

test('a refresh sends the current token in `lt` only', async () => {
  const { adapter, send, calls } = recorded();
  const answer = await send('POST', '/auth/refresh', { headers: { ...json, cookie: await sessionCookie(adapter) }, body: '{}' });
  expect(calls[0]?.headers).toEqual({ 'content-type': 'application/json', lt: TOKEN });
  expect(answer.headers.getSetCookie()).toHaveLength(1);
});

test('a caller with its own bearer token passes through, and its cookie is ignored', async () => {
  const { adapter, send, calls } = recorded();
  await send('POST', '/auth/logout', {
    headers: { authorization: 'Bearer key-1', cookie: await sessionCookie(adapter), 'content-type': 'application/json' },
    body: '{}',
  });
  expect(calls[0]?.headers.authorization).toBe('Bearer key-1');
});

test.each([
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  '',
])('a change from another site is refused as %s', async (type) => {
  const { adapter, send, calls } = recorded();
  const cookie = await sessionCookie(adapter);
  for (const origin of ['https://evil.example', 'null', 'https://panel.example.evil.example', 'http://panel.example', undefined]) {
    const answer = await send('POST', '/domain/delete', {
      headers: { cookie, ...(type && { 'content-type': type }), ...(origin && { origin }) },
      body: '{}',
    });
    const message = 'This request came from another site and was rejected.';
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'error:crossSite', message }]);
  }
  const planted = await send('POST', '/auth/login', {
    headers: { origin: 'https://evil.example', 'content-type': type || 'text/plain' },
    body: '{}',
  });
  expect(planted.status).toBe(400);
  expect(calls).toHaveLength(0);
});

test.each([
  '/dashboard',
  '/public/login',
  '/nope',
  '/%5c%5cevil.example/x',
  '/%252e%252e%252fx',
  '/domain/../auth/profile',
  '//evil.example',
  '/domain/list/',
  '',
])('%s never leaves the house', async (path) => {
  const { adapter, calls } = recorded();
  const incoming: Incoming = { ...fromRequest(new Request(`${ORIGIN}/api/x`), ''), path };
  const answer = await adapter.answer(incoming);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'error:notFound' });
  expect(calls).toHaveLength(0);
});

test('ignores a cookie that was not sealed here', async () => {
  const { adapter, send, calls } = recorded();
  const cookie = await sessionCookie(adapter);
  const other = makeAdapter(env, { ...secrets, session: 'y'.repeat(32) }, async () => new Response());
  for (const value of ['', 'x', 'a.b.c.d.e', cookie.split('=')[1]?.slice(0, -3), (await sessionCookie(other)).split('=')[1]]) {
    await send('GET', '/fin/balance', { headers: { cookie: `__Host-nasim=${value}` } });
    expect(calls.at(-1)?.headers.authorization).toBeUndefined();
  }
});

test.each([
  ['HTML with 200', new Response('<h1>hi</h1>', { headers: { 'content-type': 'text/html' } }), 502, 'error:unavailable'],
  ['HTML with 404', new Response('<h1>no</h1>', { status: 404, headers: { 'content-type': 'text/html' } }), 404, 'error:notFound'],
  ['HTML with 500', new Response('oops', { status: 500 }), 502, 'error:server'],
  ['HTML with 418', new Response('tea', { status: 418 }), 418, 'error:unknown'],
  ['text with 403', new Response('no', { status: 403 }), 403, 'error:expired'],
])('a provider that answers %s', async (_name, response, status, code) => {
  const { send } = createTestAdapter(async () => response.clone());
  const answer = await send('GET', '/translations/all', { headers: { 'accept-language': 'es' } });
  expect(answer.status).toBe(status);
  const body = (await answer.json()) as { code: string; message: string };
  expect(body.code).toBe(code);
  expect(body.message.length).toBeGreaterThan(5);
});

test('cookies and server headers of the provider are not passed on', async () => {
  const { send } = createTestAdapter(async () =>
    Response.json([], { headers: { 'set-cookie': 'a=b', server: 'secret/1.0', 'x-powered-by': 'x', 'retry-after': '5' } }),
  );
  const { headers } = await send('GET', '/translations/all');
  expect(Object.fromEntries(headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'retry-after': '5',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test('a request has one ID: in the response, in an error, at the provider and in the log; only a trusted proxy may choose it', async () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { send, calls } = recorded();
  const first = await send('GET', '/translations/all', { headers: { 'x-request-id': id }, peer: '10.0.0.1' });
  expect([first.headers.get('x-request-id'), calls[0]?.requestId]).toEqual([id, id]);
  const stranger = await send('GET', '/translations/all', { headers: { 'x-request-id': id } });
  expect(stranger.headers.get('x-request-id')).not.toBe(id);
  expect(calls[1]?.requestId).toBe(stranger.headers.get('x-request-id'));

  const entries: Record<string, unknown>[] = [];
  const recordings: unknown[][] = [];
  const remote = readEnv({ ORIGIN, TRUSTED_PROXIES: '10.0.0.1', PROVIDER_URL: 'http://127.0.0.1:9', SLOW_CALL_MS: '1' });
  const adapter = makeAdapter(remote, secrets, slowly, {
    log: pino({ level: 'warn' }, { write: (entry: string) => void entries.push(JSON.parse(entry)) }),
    recordCall: (...values) => recordings.push(values),
  });
  const request = (path: string) => fromRequest(new Request(`${ORIGIN}/api${path}`, { headers: { 'x-request-id': id } }), '10.0.0.1');
  const answer = await adapter.answer(request(provider.status.path));
  expect([answer.status, await answer.json()]).toEqual([502, expect.objectContaining({ code: 'error:unavailable', requestId: id })]);
  await adapter.answer(request('/translations/all'));
  expect(entries).toEqual([
    expect.objectContaining({ requestId: id, call: 'provider.status', msg: 'provider could not be reached; call was answered with 502' }),
    expect.objectContaining({ requestId: id, call: 'provider.status', msg: 'slow call', status: 502, upstreamMs: null }),
    expect.objectContaining({ requestId: id, call: 'translation.all', msg: 'slow call', status: 200, upstreamMs: expect.any(Number) }),
  ]);
  await adapter.answer(request('/no/such/call'));
  expect(recordings.map(([call, status]) => [call, status])).toEqual([
    ['provider.status', 502],
    ['translation.all', 200],
    ['unknown', 404],
  ]);
});

/** A provider that takes 5 ms, and can't be reached for one call. */
const slowly: Upstream = async ({ path }) => {
  await new Promise((done) => setTimeout(done, 5));
  if (path === provider.status.path) throw new Error('refused');
  return Response.json([]);
};

test('a call of an edge passes with its key, its batch ID and its body; a session isn’t sent, and the body has a limit', async () => {
  const { adapter, send, calls } = recorded();
  const headers = {
    authorization: 'Bearer edge-key',
    'x-batch-id': 'b1',
    'content-type': 'application/x-ndjson',
    cookie: await sessionCookie(adapter),
  };
  expect((await send('POST', '/log/ingest', { headers, body: '{}\n{}' })).status).toBe(200);
  expect(calls).toHaveLength(1);
  const { cookie: _, ...passed } = headers;
  expect(calls[0]).toMatchObject({ path: '/log/ingest', headers: passed });
  expect(calls[0]?.headers).not.toHaveProperty('x-access-token');
  await send('POST', '/log/ingest', { headers: { cookie: headers.cookie }, body: '{}' });
  expect(calls[1]?.headers).not.toHaveProperty('authorization');
  expect((await send('POST', '/log/ingest', { headers, body: 'x'.repeat(5 * 1024 * 1024) })).status).toBe(413);
});
