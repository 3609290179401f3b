import { type Adapter, makeAdapter } from '../../src/adapter/adapter.ts';
import type { Outgoing, Upstream } from '../../src/adapter/upstream.ts';
import { readEnv } from '../../src/config/env.ts';
import { fromRequest } from './incoming.ts';

export const ORIGIN = 'https://panel.example';
export const secrets = { session: 'x'.repeat(32), token: 't', code: 'c' };
export const env = readEnv({ ORIGIN, TRUSTED_PROXIES: '10.0.0.1', DATA_DIR: '/nowhere' });
// A provider's token: unsigned here, since the adapter only reads its claims.
export const TOKEN = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: 'user-1', exp: 2_000_000_000 }))}.`.replaceAll('=', '');

/** An adapter of a provider, and requests to it. */
export function createTestAdapter(
  upstream: Upstream,
  from = env,
): {
  adapter: Adapter;
  send: (method: string, path: string, options?: { headers?: Record<string, string>; body?: BodyInit; peer?: string }) => Promise<Response>;
} {
  const adapter = makeAdapter(from, secrets, upstream);
  return {
    adapter,
    send: (method, path, { headers = {}, body, peer = '203.0.113.9' } = {}) =>
      adapter.answer(fromRequest(new Request(`${ORIGIN}/api${path}`, { method, headers, ...(body !== undefined && { body }) }), peer)),
  };
}
/** A provider that accepts every call, with what it was sent. */
export function recorded(from = env) {
  const calls: Outgoing[] = [];
  const running = createTestAdapter(async (call) => {
    calls.push(call);
    return Response.json(call.path === '/auth/login' || call.path === '/auth/refresh' ? { token: TOKEN } : { balance: 10 });
  }, from);
  return { ...running, calls };
}
/** The cookie of a session. */
export async function sessionCookie(adapter: Adapter): Promise<string> {
  return (await adapter.box.seal(TOKEN)).cookie.split(';')[0] ?? '';
}
/** The headers of a call with a body. */
export const json = { 'content-type': 'application/json', origin: ORIGIN };
