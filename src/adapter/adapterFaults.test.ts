import { afterEach, expect, test, vi } from 'vitest';
import { createTestAdapter, env, json, ORIGIN, recorded, sessionCookie } from '../../tests/support/adapter.ts';
import { fromRequest } from '../../tests/support/incoming.ts';
import type { Upstream } from './upstream.ts';

afterEach(() => void vi.useRealTimers());

test('a provider that cannot be reached, and one that never responds', async () => {
  const down = createTestAdapter(() => Promise.reject(new Error('ECONNREFUSED 127.0.0.1:9')));
  const answer = await down.send('GET', '/translations/all');
  expect(answer.status).toBe(502);
  expect(await answer.text()).not.toContain('ECONNREFUSED');

  vi.useFakeTimers();
  const silent = createTestAdapter(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const waiting = silent.send('GET', '/translations/all');
  await vi.advanceTimersByTimeAsync(18_100);
  const late = await waiting;
  expect(late.status).toBe(504);
  expect(await late.json()).toMatchObject({ code: 'error:timeout', message: 'Request timed out. Please try again.' });
});

test.each([
  ['a call', '/fin/balance', 'GET', 18_100],
  ['a refresh', '/auth/refresh', 'POST', 10_100],
])(
  '%s that the embedded provider never answers ends at its time limit, and what comes later is discarded',
  async (_name, path, method, ms) => {
    vi.useFakeTimers();
    const answer = Promise.withResolvers<Response>();
    let reason: unknown;
    const requested = Promise.withResolvers<void>();
    const { adapter, send } = createTestAdapter(({ signal }) => {
      requested.resolve();
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return answer.promise;
    });
    const headers = method === 'POST' ? { ...json, cookie: await sessionCookie(adapter) } : {};
    const waiting = send(method, path, { headers, ...(method === 'POST' && { body: '{}' }) });
    await requested.promise;
    await vi.advanceTimersByTimeAsync(ms);
    expect((await waiting).status).toBe(504);
    // Tells the provider to begin nothing more.
    expect(reason).toMatchObject({ name: 'TimeoutError' });
    const onCancel = vi.fn();
    answer.resolve(new Response(new ReadableStream({ cancel: onCancel })));
    await vi.advanceTimersByTimeAsync(0);
    expect(onCancel).toHaveBeenCalled();
  },
);

test('a body that doesn’t arrive has its own limit, and its connection is closed', async () => {
  vi.useFakeTimers();
  const { adapter, calls } = recorded();
  const request = new Request(`${ORIGIN}/api/auth/login`, { method: 'POST', headers: json, body: '{}' });
  const requested = Promise.withResolvers<void>();
  const bytes = () => {
    requested.resolve();
    return new Promise<never>(() => {});
  };
  const waiting = adapter.answer({ ...fromRequest(request, ''), bytes });
  await requested.promise;
  await vi.advanceTimersByTimeAsync(10_100);
  const answer = await waiting;
  expect([answer.status, answer.headers.get('connection'), calls.length]).toEqual([408, 'close', 0]);
});

test('an upload that stops arriving ends 18 s after its last piece', async () => {
  vi.useFakeTimers();
  let piece = (_: Uint8Array) => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      piece = (bytes) => controller.enqueue(bytes);
    },
  });
  const requested = Promise.withResolvers<void>();
  const { adapter } = createTestAdapter(async ({ body }) => {
    requested.resolve();
    return Response.json({ size: (await new Response(body as BodyInit).bytes()).length });
  });
  const headers = { cookie: await sessionCookie(adapter), origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=x' };
  const request = new Request(`${ORIGIN}/api/upload/file`, { method: 'POST', headers, body: 'x' });
  const waiting = adapter.answer({ ...fromRequest(request, ''), stream: () => stream });
  let ended = false;
  void waiting.then(() => {
    ended = true;
  });
  await requested.promise;
  for (let sent = 0; sent < 3; sent++) {
    piece(new Uint8Array(10));
    await vi.advanceTimersByTimeAsync(15_000);
  }
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(18_100);
  expect((await waiting).status).toBe(504);
});

test.each([
  ['is down', () => Promise.reject(new Error('down'))],
  ['can’t write', async () => Response.json({ code: 'error:readOnly' }, { status: 503 })],
  ['fails', async () => Response.json({ code: 'error:server' }, { status: 500 })],
] as [string, Upstream][])(
  'sign-out when the provider %s removes the cookie, and says that the session may still be active',
  async (_name, upstream) => {
    const { adapter, send } = createTestAdapter(upstream);
    const answer = await send('POST', '/auth/logout', { headers: { ...json, cookie: await sessionCookie(adapter) }, body: '{}' });
    expect(answer.status).toBe(503);
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=0');
  },
);

test('sign-out of a session that has ended is done', async () => {
  const { adapter, send } = createTestAdapter(async () => Response.json({ code: 'error:unauthorized' }, { status: 401 }));
  const answer = await send('POST', '/auth/logout', { headers: { ...json, cookie: await sessionCookie(adapter) }, body: '{}' });
  expect([answer.status, await answer.json()]).toEqual([200, { done: true }]);
});

const later = { status: 503, headers: { 'retry-after': '7' } };
test.each([
  ['a redirect', new Response('to the login', { status: 302, headers: { location: 'https://evil.example/' } }), 502, 'error:unavailable'],
  ['a redirect as JSON', Response.json({ next: 'https://evil.example/' }, { status: 307 }), 502, 'error:unavailable'],
  ['a stack trace', Response.json({ code: 'x', message: 'Error at db.js:1', stack: 'secret' }, { status: 500 }), 502, 'error:server'],
  ['an outage', Response.json({ message: 'secret of the host' }, later), 503, 'error:unavailable'],
  ['a full disk', Response.json({ code: 'error:readOnly', message: 'secret' }, { status: 503 }), 503, 'error:readOnly'],
  ['a busy provider', Response.json({ code: 'error:busy', message: 'secret' }, later), 503, 'error:busy'],
])('%s of a provider elsewhere is replaced by our own answer', async (_name, response, status, code) => {
  const { send } = createTestAdapter(async () => response.clone(), { ...env, PROVIDER_URL: 'https://provider.example' });
  const answer = await send('GET', '/translations/all');
  const text = await answer.text();
  expect([answer.status, JSON.parse(text).code, answer.headers.get('location')]).toEqual([status, code, null]);
  expect(answer.headers.get('retry-after')).toBe(response.headers.get('retry-after'));
  expect(text).not.toMatch(/secret|evil|stack|\{\{/);
});

test('a body over the limit is refused before it reaches the provider', async () => {
  const { adapter, send, calls } = recorded();
  const answer = await send('POST', '/domain/check', {
    headers: { ...json, cookie: await sessionCookie(adapter) },
    body: 'x'.repeat(1024 * 1024 + 1),
  });
  expect(answer.status).toBe(413);
  expect(calls).toHaveLength(0);
});
