import { DEVICE_HEADER, type NamedCall } from '../contract/call.ts';
import { contract } from '../contract/index.ts';
import { type Env, publicOrigin, type Secrets } from '../env.ts';
import type { TKey } from '../i18n/keys.ts';
import { negotiateLocale } from '../i18n/locales.ts';
import { translator } from '../i18n/server.ts';
import { makeClientIp } from '../peer.ts';
import { makeDeviceBox } from './device.ts';
import { makeSessionBox, type SessionBox } from './session.ts';
import { Streams } from './streams.ts';
import type { Upstream } from './upstream.ts';

/** A request as it came in, whoever took it: Node's server, or Astro in development. */
export interface Incoming {
  method: string;
  /** Below `/api`, as it stands in the address: it is looked up, never used to build another. */
  path: string;
  search: string;
  header(name: string): string | null;
  /** The whole body; throws `BodyTooLarge` as soon as it passes the limit. */
  bytes(limit: number): Promise<Uint8Array>;
  stream(limit: number): ReadableStream<Uint8Array>;
  /** Address of the socket's other end. */
  peer: string;
  signal: AbortSignal;
}

export class BodyTooLarge extends Error {}

export interface Adapter {
  answer(incoming: Incoming): Promise<Response>;
  /** Ends the streams that are open, and those that still come: the process is about to stop. */
  drain(): void;
  box: SessionBox;
  clientIp: ReturnType<typeof makeClientIp>;
}

const CALL_MS = 18_000;
const REFRESH_MS = 10_000;
const JSON_LIMIT = 1024 * 1024;
const UPLOAD_LIMIT = 30 * 1024 * 1024 + 64 * 1024;
/** What a client may say to the provider. Everything else stays here (reliability.md P2). */
const passedOn = ['content-type', 'accept-language', 'idempotency-key', 'user-agent'];

/** The adapter at `/api`: sessions, origin check, time-outs and error texts in front of the provider (design.md section 2). */
export function makeAdapter(env: Env, secrets: Secrets, upstream: Upstream): Adapter {
  const origin = publicOrigin(env);
  const origins = new Set([origin]);
  // Without a public origin the portal is on this machine only, under each of its names.
  if (!env.ORIGIN) for (const host of ['127.0.0.1', 'localhost', '[::1]']) origins.add(`http://${host}:${env.PORT}`);
  const isSecure = origin.startsWith('https:');
  const box = makeSessionBox(secrets.session, isSecure);
  const devices = makeDeviceBox(secrets.session, isSecure);
  const clientIp = makeClientIp(env.TRUSTED_PROXIES);
  const streams = new Streams();

  const calls = new Map<string, NamedCall>();
  const paths = new Set<string>();
  for (const call of Object.values(contract).flatMap((group) => Object.values(group) as NamedCall[])) {
    calls.set(`${call.method} ${call.path}`, call);
    paths.add(call.path);
  }

  async function answer(incoming: Incoming): Promise<Response> {
    const call = calls.get(`${incoming.method} ${incoming.path}`);
    if (!call) return paths.has(incoming.path) ? failed(incoming, 405, 'error:notFound') : failed(incoming, 404, 'error:notFound');

    const bearer = incoming.header('authorization');
    const ownBearer = bearer && /^Bearer [\w.~+/-]+=*$/i.test(bearer) ? bearer.slice(7) : null;
    const cookie = incoming.header('cookie');
    const session = ownBearer ? null : await box.open(cookie);
    if (call.method === 'POST' && !ownBearer && isCrossSite(incoming, call.issuesToken || session !== null))
      return failed(incoming, 400, 'error:crossSite');

    const token = ownBearer ?? session?.token;
    const isRefresh = call.id[1] === 'refresh' && call.id[0] === 'auth';
    const headers: Record<string, string> = {};
    for (const name of call.events ? [...passedOn, 'last-event-id'] : passedOn) {
      const value = incoming.header(name);
      if (value !== null) headers[name] = value;
    }
    for (const hint of ['x-ch-ua', 'x-ch-ua-mobile', 'x-ch-ua-platform']) {
      const value = incoming.header(hint);
      if (value !== null) headers[hint] = value;
    }
    // The current token of a refresh goes in `lt`, and only there: it may have expired.
    if (token && isRefresh) headers.lt = token;
    else if (token && call.access === 'session') {
      headers.authorization = `Bearer ${token}`;
      headers['x-access-token'] = token;
    }

    // A browser that its customer trusts says so at sign-in, and nowhere else.
    const device = !ownBearer && call.id[0] === 'auth' && call.id[1] === 'login' ? await devices.open(cookie) : null;
    if (device) headers[DEVICE_HEADER] = device;

    const timer = new AbortController();
    // A stream outlives this function, and has ways of its own to end.
    const line = call.events ? new AbortController() : null;
    const timeout = setTimeout(() => timer.abort(), isRefresh ? REFRESH_MS : CALL_MS);
    try {
      const body =
        call.method === 'GET'
          ? null
          : call.body === 'multipart'
            ? alive(incoming.stream(UPLOAD_LIMIT), () => timeout.refresh())
            : await incoming.bytes(JSON_LIMIT);
      const response = await upstream({
        method: call.method,
        path: call.path,
        search: incoming.search,
        headers,
        body,
        ip: clientIp(incoming.peer, incoming.header('x-forwarded-for')),
        isStream: line !== null,
        signal: AbortSignal.any([incoming.signal, timer.signal, ...(line ? [line.signal] : [])]),
      });
      return await finish(incoming, call, response, line);
    } catch (error) {
      if (call.id[1] === 'logout') return loggedOut(box);
      if (error instanceof BodyTooLarge || (error instanceof Error && error.cause instanceof BodyTooLarge))
        return failed(incoming, 413, 'error:tooLarge', { max: call.body === 'multipart' ? '30 MB' : '1 MB' });
      if (timer.signal.aborted) return failed(incoming, 504, 'error:timeout');
      return failed(incoming, 502, 'error:unavailable');
    } finally {
      clearTimeout(timeout);
    }
  }

  /** A browser says where a request comes from; what rests on the cookie must come from here, and say so. */
  function isCrossSite(incoming: Incoming, needsOrigin: boolean): boolean {
    const from = incoming.header('origin');
    return from === null ? needsOrigin : !origins.has(from);
  }

  async function finish(incoming: Incoming, call: NamedCall, response: Response, line: AbortController | null): Promise<Response> {
    if (call.id[0] === 'auth' && call.id[1] === 'logout') return loggedOut(box);
    const type = response.headers.get('content-type') ?? '';
    const headers = new Headers({ 'cache-control': 'no-store' });
    for (const name of ['content-type', 'content-language', 'retry-after', 'x-request-id', 'content-disposition']) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (line && response.ok && response.body && type.startsWith('text/event-stream')) {
      headers.set('x-accel-buffering', 'no');
      return new Response(streams.pass(response.body, line), { headers });
    }
    if (!type.startsWith('application/json')) {
      // Not waited for: a provider that drips must not hold the answer.
      void response.body?.cancel().catch(() => {});
      if (response.status === 404) return failed(incoming, 404, 'error:notFound');
      if (response.status === 401 || response.status === 403) return failed(incoming, response.status, 'error:expired');
      return failed(
        incoming,
        response.ok ? 502 : response.status < 500 ? response.status : 502,
        response.ok ? 'error:unavailable' : response.status < 500 ? 'error:unknown' : 'error:server',
      );
    }
    if (!response.ok || !call.issuesToken) return new Response(response.body, { status: response.status, headers });
    // The tokens are taken out of the answer and sealed; the browser learns whose session it is and how long it lasts.
    const { token, deviceToken, ...rest } = (await response.json()) as { token?: unknown; deviceToken?: unknown };
    if (typeof deviceToken === 'string') headers.append('set-cookie', await devices.seal(deviceToken));
    if (typeof token !== 'string') return Response.json(rest, { headers });
    const { cookie, session } = await box.seal(token);
    headers.append('set-cookie', cookie);
    return Response.json({ ...rest, session }, { headers });
  }

  return { answer, drain: () => streams.drain(), box, clientIp };
}

const loggedOut = (box: SessionBox) => Response.json({ done: true }, { headers: { 'cache-control': 'no-store', 'set-cookie': box.clear } });

/** An upload may take its time, as long as bytes come: each one starts the clock again. */
function alive(stream: ReadableStream<Uint8Array>, tick: () => void): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        tick();
        controller.enqueue(chunk);
      },
    }),
  );
}

/** An error of the adapter itself, in the words and the shape of the provider's. */
function failed(incoming: Incoming, status: number, code: TKey, params?: Record<string, string>): Response {
  const message = translator(negotiateLocale(incoming.header('accept-language')))(code, params);
  return Response.json(
    { code, message, ...(params && { params }), requestId: crypto.randomUUID() },
    { status, headers: { 'cache-control': 'no-store' } },
  );
}
